import type { Prompt } from '@modelcontextprotocol/client';
import { formatCount } from '../../../base/text/format-count.ts';
import type { ServerEntry } from '../../../library/types.ts';
import { descriptionText, onOneLine, print, printJson } from '../../print.ts';
import { readableWorkspace } from '../../readable-workspace.ts';
import { withPreview } from '../../with-preview.ts';

interface ListOptions {
  readonly workspace?: string;
  readonly json?: boolean;
}

/** Prints the prompts of one server or, without a server, all servers. */
export async function list(server: string | undefined, options: ListOptions): Promise<void> {
  if (server === undefined) return listServers(options);
  const { name, prompts } = await withPreview(server, options.workspace, async (preview, openedServer) => ({
    name: openedServer.name,
    prompts: await preview.list(),
  }));
  if (options.json) printJson({ prompts });
  else print(prompts.map(promptAsText).join(''));
  if (prompts.length === 0)
    await (await import('../../unserved-entries.ts')).explainEmptyList(name, options.workspace, 'prompts');
}

/** `Greet - Generates a greeting` with one indented line for each argument. */
function promptAsText({ name, title, description, arguments: args = [] }: Prompt): string {
  const lines = args.map(
    (argument) =>
      `  ${onOneLine(argument.name)}${argument.required ? '' : ' (optional)'}${descriptionText(argument.description)}`,
  );
  return `${[`${onOneLine(name)}${descriptionText(description ?? title)}`, ...lines].join('\n')}\n`;
}

async function listServers({ workspace, json }: ListOptions): Promise<void> {
  const { openLibrary } = await import('../../../library/open-library.ts');
  const library = await openLibrary(readableWorkspace(workspace, undefined));
  const { servers } = library.snapshot();
  await library.close();
  if (json) {
    const summaries = [...servers].map(([name, { resolvedServer, builtin }]) => ({
      name,
      ...(resolvedServer.title === undefined ? {} : { title: resolvedServer.title }),
      builtin,
      prompts: resolvedServer.prompts.map((prompt) => prompt.name),
    }));
    printJson({ servers: summaries });
  } else print([...servers].map(([name, entry]) => serverAsText(name, entry)).join(''));
}

function serverAsText(name: string, { resolvedServer, builtin }: ServerEntry): string {
  return `${onOneLine(name)}${descriptionText(resolvedServer.title)} (${formatCount(resolvedServer.prompts.length, 'prompt')}${builtin ? ', built in' : ''})\n`;
}
