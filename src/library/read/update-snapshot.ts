/**
 * Updates a snapshot after typing, which changes the content of a few valid prompts and nothing else. Each key then costs
 * the same in a workspace of ten prompts and of thousands.
 */
import { isSameData } from '../../base/json.ts';
import type { LibrarySnapshot, ListedPrompt, ServerEntry, WorkspaceFile } from '../types.ts';
import { type CheckedFile, checkFile } from './definition/checked-file.ts';
import type { DefinitionFile } from './definition/definition-file.ts';
import { isOfFolder, unreadFolders } from './folder-problems.ts';

interface ChangedPrompt {
  readonly before: CheckedFile;
  readonly after: CheckedFile;
}

/**
 * The same snapshot of `definitions` that a full one would be.
 * @param root the workspace's real path
 * @param previous the snapshot of `before`
 * @returns undefined if more may have changed than the content of valid prompts
 */
export function updateSnapshot(
  root: string,
  previous: LibrarySnapshot,
  before: readonly DefinitionFile[],
  definitions: readonly DefinitionFile[],
): LibrarySnapshot | undefined {
  const changes = changedPrompts(root, before, definitions);
  if (!changes) return undefined;
  const withProblems = new Set(previous.problems.map(({ file }) => file));
  if (changes.some(({ before: { definition } }) => withProblems.has(definition.file))) return undefined;
  // An entry that is not read, such as a file of an unknown kind, has come or gone: this was not typing.
  if (!isSameData(unreadFolders(root), previous.problems.filter(isOfFolder))) return undefined;
  const servers = new Map<string, ServerEntry>();
  for (const [name, entry] of previous.servers) {
    const next = isWhole(entry, withProblems) ? updateEntry(entry, changes) : undefined;
    if (!next) return undefined;
    servers.set(name, next);
  }
  const files = replaceChanged<WorkspaceFile>(previous.files, changes, (checkedFile) =>
    checkedFile.asWorkspaceFile([]),
  );
  return { revision: previous.revision + 1, files, servers, problems: previous.problems };
}

/** Undefined if anything else differs, or a file's problems may depend on other files. */
function changedPrompts(
  root: string,
  before: readonly DefinitionFile[],
  definitions: readonly DefinitionFile[],
): readonly ChangedPrompt[] | undefined {
  if (before.length !== definitions.length) return undefined;
  const changes: ChangedPrompt[] = [];
  for (let index = 0; index < definitions.length; index++) {
    const [oldFile, newFile] = [before[index], definitions[index]];
    if (oldFile === newFile) continue;
    if (!oldFile || !newFile || oldFile.file !== newFile.file || !isSound(oldFile) || !isSound(newFile))
      return undefined;
    if (oldFile.prompt?.name !== newFile.prompt?.name) return undefined;
    changes.push({ before: checkFile(root, oldFile, [oldFile]), after: checkFile(root, newFile, [newFile]) });
  }
  return changes.length > 0 ? changes : undefined;
}

function isSound({ prompt, problems, media, searches }: DefinitionFile): boolean {
  return prompt !== undefined && problems.length === 0 && media.length === 0 && searches === undefined;
}

/** Whether every entry of its list is served. */
function isWhole({ file, entries }: ServerEntry, withProblems: ReadonlySet<string>): boolean {
  return file === undefined ? entries.every(({ isServed }) => isServed) : !withProblems.has(file);
}

/** Undefined if the server may use the prompts in another way than as entries of its list. */
function updateEntry(entry: ServerEntry, changes: readonly ChangedPrompt[]): ServerEntry | undefined {
  const { entries, resolvedServer } = entry;
  if (resolvedServer.tools.some(({ content }) => content.kind === 'prompt')) return undefined;
  const listedChanges = changes.filter(({ before }) => entries.includes(before.listed));
  const servedChanges = changes.filter(({ before }) => before.prompt && resolvedServer.prompts.includes(before.prompt));
  if (servedChanges.length !== listedChanges.length) return undefined;
  if (listedChanges.length === 0) return entry;
  const prompts = replaceChanged(resolvedServer.prompts, listedChanges, ({ prompt }) => prompt);
  return {
    ...entry,
    entries: replaceChanged<ListedPrompt>(entries, listedChanges, (checkedFile) => checkedFile.listed),
    resolvedServer: isSameData(prompts, resolvedServer.prompts) ? resolvedServer : { ...resolvedServer, prompts },
  };
}

/** A copy of `items` with the items of the changed prompts replaced. */
function replaceChanged<Item>(
  items: readonly Item[],
  changes: readonly ChangedPrompt[],
  itemOf: (checkedFile: CheckedFile) => Item | undefined,
): Item[] {
  const copy = [...items];
  for (const { before, after } of changes) {
    const [oldItem, newItem] = [itemOf(before), itemOf(after)];
    if (oldItem !== undefined && newItem !== undefined) copy[copy.indexOf(oldItem)] = newItem;
  }
  return copy;
}
