/**
 * Results with embedded resources. The SDK's schemas drop `title`, `size` and `annotations` inside `resource`, where the
 * page "Tools" of the MCP specification has annotations.
 */
import { type CallToolResult, type GetPromptResult, specTypeSchemas } from '@modelcontextprotocol/client';
import { isJsonObject } from '../base/json.ts';

interface Schema<T> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Validation<T>;
    readonly types?: { readonly input: unknown; readonly output: T };
  };
}

type Validation<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly Issue[] };
interface Issue {
  readonly message: string;
}

/** The result of `tools/call`. */
export const wholeToolResult = schemaWithUnknownFields<CallToolResult>(
  specTypeSchemas.CallToolResult,
  ({ content }) => content,
);

/** The result of `prompts/get`. */
export const wholePromptResult = schemaWithUnknownFields<GetPromptResult>(
  specTypeSchemas.GetPromptResult,
  ({ messages }) =>
    Array.isArray(messages) ? messages.map((message) => (isJsonObject(message) ? message.content : message)) : messages,
);

interface ReceivedResult {
  readonly content?: unknown;
  readonly messages?: unknown;
}

function schemaWithUnknownFields<T extends object>(
  { '~standard': schema }: { readonly '~standard': { validate(value: unknown): unknown } },
  blocksIn: (result: ReceivedResult) => unknown,
): Schema<T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'prompt-workbench',
      validate(value) {
        const result = schema.validate(value) as Validation<T>;
        if (result.issues) return result;
        restore(blocksIn(result.value), blocksIn(value as ReceivedResult));
        return result;
      },
    },
  };
}

/** Adds the dropped keys to the resources of parsed blocks. */
function restore(parsedValue: unknown, receivedValue: unknown): void {
  if (!Array.isArray(parsedValue) || !Array.isArray(receivedValue)) return;
  for (const [index, block] of parsedValue.entries()) {
    const from = isJsonObject(receivedValue[index]) ? receivedValue[index].resource : undefined;
    const to = isJsonObject(block) ? block.resource : undefined;
    if (!isJsonObject(from) || !isJsonObject(to)) continue;
    const { title, size, annotations } = from;
    Object.assign(to, {
      ...(typeof title === 'string' && { title }),
      ...(typeof size === 'number' && { size }),
      ...(isJsonObject(annotations) && { annotations }),
    });
  }
}
