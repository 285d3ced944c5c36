/** Why a server does not offer what its file lists: asked for only after something was not found. */

import { WorkbenchError } from '../base/errors.ts';
import { isJsonObject } from '../base/json.ts';
import { nearestName } from '../base/near-names.ts';
import type { Library, ListedPrompt, ListedTool } from '../library/types.ts';
import type { Problem } from '../model/problems/problems.ts';
import { workspaceDir } from '../state/paths.ts';
import { didYouMean } from './outcome.ts';
import { onOneLine, printError } from './print.ts';

type Kind = 'prompts' | 'tools';

/** An entry of a server's list that an error keeps from clients. */
export interface HeldBack {
  /** The MCP name as far as it can be read, else the catalogue name; absent for an inline definition without one. */
  readonly name?: string;
  readonly error: Problem;
}

/**
 * The entries of one kind that an error holds back; where the server's file itself cannot be read, one without a name.
 * @param server its catalogue name
 */
export async function heldBackIn(library: Library, server: string, kind: Kind): Promise<readonly HeldBack[]> {
  const { servers, files } = library.snapshot();
  const entry = servers.get(server);
  if (!entry) return [];
  const file = files.find((each) => each.file === entry.file);
  if (file && !file.server)
    return file.problems
      .filter(isError)
      .slice(0, 1)
      .map((error) => ({ error }));
  const listed: readonly (ListedPrompt | ListedTool)[] = kind === 'prompts' ? entry.entries : entry.tools;
  const held: HeldBack[] = [];
  for (const { served, problems, location, catalogueName } of listed) {
    const error = problems.find(isError);
    if (served || !error) continue;
    const value = location && (await library.open(location.file, location.at)).value;
    const name = isJsonObject(value) && typeof value.Name === 'string' ? value.Name : catalogueName;
    held.push({ ...(name !== undefined && { name }), error });
  }
  return held;
}

/** The same of a workspace that is not open. @param workspace the option `--workspace` */
export async function heldBack(
  server: string,
  workspace: string | undefined,
  kind: Kind,
): Promise<readonly HeldBack[]> {
  const { openLibrary } = await import('../library/open-library.ts');
  const library = await openLibrary(workspaceDir(workspace), { watch: false });
  try {
    return await heldBackIn(library, server, kind);
  } finally {
    await library.close();
  }
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

/** `prompts/ask.yaml:4:14: A [ is not closed: …` */
function told({ file, line, column, message }: Problem): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** What to say of a name that a server does not offer; undefined where no error is the reason. */
function whyNotOffered(held: readonly HeldBack[], server: string, name: string): string | undefined {
  const found = held.find((each) => each.name === name) ?? held.find((each) => each.name === undefined);
  if (!found) return undefined;
  const what =
    found.name === undefined ? `The server "${server}" cannot offer "${name}"` : `"${name}" is left out of ${server}`;
  return `${what} because of an error: ${told(found.error)}`;
}

interface Asked {
  /** Its catalogue name. */
  readonly server: string;
  readonly name: string;
  /** The option `--workspace`. */
  readonly workspace: string | undefined;
}

/** The error for a name that a server does not offer: an error holds it back, or a person mistyped. */
export async function notOffered(
  kind: Kind,
  offered: readonly { readonly name: string }[],
  { server, name, workspace }: Asked,
): Promise<WorkbenchError> {
  const why = whyNotOffered(await heldBack(server, workspace, kind), server, name);
  if (why !== undefined) return new WorkbenchError('failed', why);
  const names = offered.map((each) => each.name);
  const near = nearestName(name, names);
  const { noun, list } = kind === 'prompts' ? { noun: 'prompt', list: 'list' } : { noun: 'tool', list: 'tools' };
  const others =
    names.length === 0 ? '; it offers none.' : `; prompt-workbench ${list} ${server} shows those there are.`;
  return new WorkbenchError(
    'not-found',
    `The server "${server}" has no ${noun} "${name}"${near === undefined ? others : didYouMean(near)}`,
  );
}

/** Says on stderr why a list is empty: what an error keeps from it, else how something comes into it. */
export async function tellNone(server: string, workspace: string | undefined, kind: Kind): Promise<void> {
  const held = await heldBack(server, workspace, kind);
  if (held.length > 0) {
    printError(`${onOneLine(server)} offers no ${kind} because of errors:\n`);
    for (const { name, error } of held)
      printError(`  ${onOneLine(`${name === undefined ? '' : `${name}: `}${told(error)}`)}\n`);
    return;
  }
  const key = kind === 'prompts' ? 'MCPPrompts' : 'Tools';
  printError(
    `${onOneLine(server)} offers no ${kind} yet: make one in the workbench, or list one under ${key} in its file.\n`,
  );
}
