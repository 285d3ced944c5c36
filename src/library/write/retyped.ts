/**
 * What typing makes of a snapshot: a few sound prompts read otherwise, and nothing else can be another. Put together
 * from the snapshot before, so that a key costs the same in a workspace of ten prompts and of thousands.
 */
import { isSameData } from '../../base/json.ts';
import { type CheckedFile, checkFile } from '../read/checked-file.ts';
import type { DefinitionFile } from '../read/definition-file.ts';
import { folderProblems } from '../read/folder-problems.ts';
import type { LibrarySnapshot, ListedPrompt, ServerEntry, WorkspaceFile } from '../types.ts';

interface Retyped {
  readonly before: CheckedFile;
  readonly after: CheckedFile;
}

/**
 * The snapshot of `definitions`, as taking it anew would give it.
 * @param root the workspace's real path
 * @param previous the snapshot of `before`
 * @returns undefined where more may have changed than the content of sound prompts
 */
export function retypedSnapshot(
  root: string,
  previous: LibrarySnapshot,
  before: readonly DefinitionFile[],
  definitions: readonly DefinitionFile[],
): LibrarySnapshot | undefined {
  const retyped = retypedPrompts(root, before, definitions);
  if (!retyped) return undefined;
  const withProblems = new Set(previous.problems.map(({ file }) => file));
  if (retyped.some(({ before: { definition } }) => withProblems.has(definition.file))) return undefined;
  const ofFolders = previous.problems.filter(({ file }) => !file.includes('/'));
  if (!isSameData(folderProblems(root), ofFolders)) return undefined;
  const servers = new Map<string, ServerEntry>();
  for (const [name, entry] of previous.servers) {
    const next = isWhole(entry, withProblems) ? retypedEntry(entry, retyped) : undefined;
    if (!next) return undefined;
    servers.set(name, next);
  }
  const files = replaced<WorkspaceFile>(previous.files, retyped, (checked) => checked.asWorkspaceFile([]));
  return { revision: previous.revision + 1, files, servers, problems: previous.problems };
}

/** Undefined where anything else differs, or a file's problems may depend on what is around it. */
function retypedPrompts(
  root: string,
  before: readonly DefinitionFile[],
  definitions: readonly DefinitionFile[],
): readonly Retyped[] | undefined {
  if (before.length !== definitions.length) return undefined;
  const retyped: Retyped[] = [];
  for (let index = 0; index < definitions.length; index++) {
    const [one, other] = [before[index], definitions[index]];
    if (one === other) continue;
    if (!one || !other || one.file !== other.file || !isSound(one) || !isSound(other)) return undefined;
    if (one.prompt?.name !== other.prompt?.name) return undefined;
    retyped.push({ before: checkFile(root, one, [one]), after: checkFile(root, other, [other]) });
  }
  return retyped.length > 0 ? retyped : undefined;
}

function isSound({ prompt, problems, media, searches }: DefinitionFile): boolean {
  return prompt !== undefined && problems.length === 0 && media.length === 0 && searches === undefined;
}

/** Whether all of its list is served. */
function isWhole({ file, entries }: ServerEntry, withProblems: ReadonlySet<string>): boolean {
  return file === undefined ? entries.every(({ served }) => served) : !withProblems.has(file);
}

/** Undefined where the list may not hold the prompts themselves wherever it names them. */
function retypedEntry(entry: ServerEntry, retyped: readonly Retyped[]): ServerEntry | undefined {
  const { entries, resolved } = entry;
  if (resolved.tools.some(({ content }) => content.kind === 'prompt')) return undefined;
  const listed = retyped.filter(({ before }) => entries.includes(before.listed));
  const served = retyped.filter(({ before }) => before.prompt && resolved.prompts.includes(before.prompt));
  if (served.length !== listed.length) return undefined;
  if (listed.length === 0) return entry;
  const prompts = replaced(resolved.prompts, listed, ({ prompt }) => prompt);
  return {
    ...entry,
    entries: replaced<ListedPrompt>(entries, listed, (checked) => checked.listed),
    resolved: isSameData(prompts, resolved.prompts) ? resolved : { ...resolved, prompts },
  };
}

/** A copy with what was made of each file before in the place of what is made of it now. */
function replaced<Item>(
  items: readonly Item[],
  retyped: readonly Retyped[],
  of: (checked: CheckedFile) => Item | undefined,
): Item[] {
  const copy = [...items];
  for (const { before, after } of retyped) {
    const [one, other] = [of(before), of(after)];
    if (one !== undefined && other !== undefined) copy[copy.indexOf(one)] = other;
  }
  return copy;
}
