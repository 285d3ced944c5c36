/** Finds the entries of a server's lists that an error excludes. Commands load it only after a name was not found. */

import { WorkbenchError } from '../base/errors.ts';
import { isJsonObject } from '../base/json.ts';
import { nearestName } from '../base/text/near-names.ts';
import type { Library, ListedPrompt, ListedTool } from '../library/types.ts';
import type { Problem } from '../model/problems/problems.ts';
import { isServerError } from '../model/unserved-server.ts';
import { didYouMean } from './outcome.ts';
import { onOneLine, printError } from './print.ts';
import { readableWorkspace } from './readable-workspace.ts';

type Kind = 'prompts' | 'tools';
type Location = NonNullable<ListedPrompt['location']>;

/** An entry of a server's list that is not served because of an error. */
export interface UnservedEntry {
  /** The MCP name if it can be read, otherwise the catalogue name; absent for an inline definition without a name. */
  readonly name?: string;
  readonly error: Problem;
}

/**
 * The entries of one kind with an error. If the server's file itself cannot be read, the result is one entry without a name.
 * @param server its catalogue name
 */
export async function findUnserved(library: Library, server: string, kind: Kind): Promise<readonly UnservedEntry[]> {
  const { servers, files } = library.snapshot();
  const entry = servers.get(server);
  if (!entry) return [];
  const serverError = files.find(({ file }) => file === entry.file)?.problems.find(isServerError);
  if (serverError) return [{ error: serverError }];
  const entries: readonly (ListedPrompt | ListedTool)[] = kind === 'prompts' ? entry.entries : entry.tools;
  const unservedEntries: UnservedEntry[] = [];
  for (const { isServed, problems, location, catalogueName } of entries) {
    const error = problems.find(isError);
    if (isServed || !error) continue;
    const name = (location && (await writtenName(library, location))) ?? catalogueName;
    unservedEntries.push({ ...(name !== undefined && { name }), error });
  }
  return unservedEntries;
}

/** The `Name` in a definition; undefined if it has none, or its file cannot be opened, which its problems say. */
async function writtenName(library: Library, { file, at }: Location): Promise<string | undefined> {
  try {
    const { value } = await library.open(file, at);
    return isJsonObject(value) && typeof value.Name === 'string' ? value.Name : undefined;
  } catch (error) {
    if (!(error instanceof WorkbenchError)) throw error;
    return undefined;
  }
}

/** Opens the workspace for `findUnserved`. @param workspace the option `--workspace` */
export async function readUnserved(
  server: string,
  workspace: string | undefined,
  kind: Kind,
): Promise<readonly UnservedEntry[]> {
  const { openLibrary } = await import('../library/open-library.ts');
  const library = await openLibrary(readableWorkspace(workspace, server), { watch: false });
  try {
    return await findUnserved(library, server, kind);
  } finally {
    await library.close();
  }
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

/** `prompts/ask.yaml:4:14: A [ is not closed: …` */
function formatError({ file, line, column, message }: Problem): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** The sentence for a name that is not served because of an error; undefined if there is another reason. */
function explain(entries: readonly UnservedEntry[], server: string, name: string): string | undefined {
  const match =
    entries.find((unservedEntry) => unservedEntry.name === name) ??
    entries.find((unservedEntry) => unservedEntry.name === undefined);
  if (!match) return undefined;
  const what =
    match.name === undefined ? `The server "${server}" can't serve "${name}"` : `"${name}" isn't served by ${server}`;
  return `${what} because of an error: ${formatError(match.error)}`;
}

interface RequestedName {
  /** Its catalogue name. */
  readonly server: string;
  readonly name: string;
  /** The option `--workspace`. */
  readonly workspace: string | undefined;
}

/** The error for a name that a server does not list: its definition has an error, or the name is mistyped. */
export async function notServedError(
  kind: Kind,
  offeredItems: readonly { readonly name: string }[],
  { server, name, workspace }: RequestedName,
): Promise<WorkbenchError> {
  const why = explain(await readUnserved(server, workspace, kind), server, name);
  if (why !== undefined) return new WorkbenchError('failed', why);
  const names = offeredItems.map((offeredItem) => offeredItem.name);
  const suggestion = nearestName(name, names);
  const { noun, list } = kind === 'prompts' ? { noun: 'prompt', list: 'list' } : { noun: 'tool', list: 'tools' };
  const otherNames =
    names.length === 0 ? '; it has none.' : `; run prompt-workbench ${list} ${server} to see its ${kind}.`;
  return new WorkbenchError(
    'not-found',
    `The server "${server}" has no ${noun} "${name}"${suggestion === undefined ? otherNames : didYouMean(suggestion)}`,
  );
}

/** Prints on stderr why a list is empty: the errors of its entries, or else how to add one. */
export async function explainEmptyList(server: string, workspace: string | undefined, kind: Kind): Promise<void> {
  const unservedEntries = await readUnserved(server, workspace, kind);
  if (unservedEntries.length > 0) {
    printError(`${onOneLine(server)} has no ${kind} because of errors:\n`);
    for (const { name, error } of unservedEntries)
      printError(`  ${onOneLine(`${name === undefined ? '' : `${name}: `}${formatError(error)}`)}\n`);
    return;
  }
  const key = kind === 'prompts' ? 'MCPPrompts' : 'Tools';
  printError(
    `${onOneLine(server)} has no ${kind} yet: create one in the workbench, or list one under ${key} in its file.\n`,
  );
}
