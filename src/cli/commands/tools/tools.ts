import type { ListedTool } from '../../../model/protocol.ts';
import { descriptionText, onOneLine, print, printJson } from '../../print.ts';
import { withPreview } from '../../with-preview.ts';

/** Prints the tools of one server, or with `json` the result of the protocol. */
export async function tools(server: string, options: { workspace?: string; json?: boolean }): Promise<void> {
  const { name, listed } = await withPreview(server, options.workspace, async (preview, openedServer) => ({
    name: openedServer.name,
    listed: await preview.listTools(),
  }));
  if (options.json) printJson({ tools: listed });
  else print(listed.map(toolAsText).join(''));
  if (listed.length === 0)
    await (await import('../../unserved-entries.ts')).explainEmptyList(name, options.workspace, 'tools');
}

/** `get_weather - Gets the weather` with one indented line for each argument. */
function toolAsText({ name, title, description, annotations, inputSchema }: ListedTool): string {
  const { properties = {}, required = [] } = inputSchema as {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
  };
  const lines = Object.entries(properties).map(
    ([argument, schema]) =>
      `  ${onOneLine(argument)}${kindAsText(schema, required.includes(argument))}${descriptionText(textAt(schema, 'description'))}`,
  );
  const marks = [annotations?.readOnlyHint && 'read-only', annotations?.destructiveHint && 'destructive'].filter(
    Boolean,
  );
  const head = `${onOneLine(name)}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}${descriptionText(description ?? title)}`;
  return `${[head, ...lines].join('\n')}\n`;
}

function kindAsText(schema: unknown, isRequired: boolean): string {
  const kind = textAt(schema, 'type');
  const words = [
    ...(kind === undefined || kind === 'string' ? [] : [onOneLine(kind)]),
    ...(isRequired ? [] : ['optional']),
  ];
  return words.length > 0 ? ` (${words.join(', ')})` : '';
}

function textAt(value: unknown, key: string): string | undefined {
  const schemaText =
    typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
  return typeof schemaText === 'string' ? schemaText : undefined;
}
