import type { GetPromptResult } from '@modelcontextprotocol/client';
import { WorkbenchError } from '../../../base/errors.ts';
import { nearestName } from '../../../base/text/near-names.ts';
import type { PromptPreview } from '../../../mcp/preview/preview.ts';
import { messagesAsText } from '../../messages-as-text.ts';
import { didYouMean, UsageError } from '../../outcome.ts';
import { print, printJson } from '../../print.ts';
import { notServedError } from '../../unserved-entries.ts';
import { withPreview } from '../../with-preview.ts';

/** Fetches one prompt through the real server and prints its messages, or with `json` the result of the protocol. */
export async function get(
  server: string,
  prompt: string,
  assignments: readonly string[],
  options: { workspace?: string; json?: boolean },
): Promise<void> {
  const values = readAssignments(assignments);
  const result = await withPreview(server, options.workspace, async (preview, openedServer) => {
    const prompts = await preview.list();
    const entry = prompts.find(({ name }) => name === prompt);
    if (!entry)
      throw await notServedError('prompts', prompts, {
        server: openedServer.name,
        name: prompt,
        workspace: options.workspace,
      });
    checkNames(entry, Object.keys(values));
    return fetchPrompt(preview, prompt, values);
  });
  if (options.json) printJson(result);
  else print(messagesAsText(result.messages));
}

/** `name=value`; everything after the first `=` is the value. @throws UsageError */
export function readAssignments(assignments: readonly string[]): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  for (const assignment of assignments) {
    const equals = assignment.indexOf('=');
    if (equals < 1) throw new UsageError(`"${assignment}" is not a value for an argument; write it as name=value.`);
    const name = assignment.slice(0, equals);
    if (name in values) throw new UsageError(`The argument "${name}" is given twice; give it one value.`);
    values[name] = assignment.slice(equals + 1);
  }
  return values;
}

/** A server ignores unknown arguments; on a command line they are typing errors. */
export function checkNames(
  {
    name,
    arguments: list = [],
  }: { readonly name: string; readonly arguments?: readonly { readonly name: string }[] | undefined },
  givenNames: readonly string[],
): void {
  const names = list.map((argument) => argument.name);
  const unknownName = givenNames.find((argument) => !names.includes(argument));
  if (unknownName === undefined) return;
  const suggestion = nearestName(unknownName, names);
  const argumentText = names.length === 0 ? '; it takes none.' : `; it takes ${names.join(', ')}.`;
  throw new WorkbenchError(
    'invalid-input',
    `The prompt "${name}" has no argument "${unknownName}"${suggestion === undefined ? argumentText : didYouMean(suggestion)}`,
  );
}

async function fetchPrompt(
  preview: PromptPreview,
  prompt: string,
  values: Record<string, string>,
): Promise<GetPromptResult> {
  const answer = await preview.get(prompt, values);
  if (answer.kind === 'error') throw new WorkbenchError('failed', answer.message);
  const { result } = answer.exchange.response as unknown as { result: GetPromptResult };
  return result;
}
