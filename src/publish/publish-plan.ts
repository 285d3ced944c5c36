/** Plans what publishing commits: chosen definitions, and the files that belong to them. */
import { WorkbenchError } from '../base/errors.ts';
import { isJsonObject } from '../base/json.ts';
import { nearestName } from '../base/text/near-names.ts';
import { wordList } from '../base/text/word-list.ts';
import { parseDefinitionPath } from '../files/workspace-paths.ts';
import { servedFolders } from '../git/commit-files.ts';
import type { RepositoryPlace } from '../git/repository.ts';
import { type ChangedFile, listChangedFiles, type RepositoryState, readRepositoryState } from '../git/state.ts';
import type { Library } from '../library/types.ts';
import { type ChangedDefinition, listChangedDefinitions } from './changed-definitions.ts';
import { proposeMessage } from './commit-message.ts';

/** What belongs to the workspace; publishing never touches anything else in its folder. */
const ownPaths = [...servedFolders, 'snapshots', 'skills', 'workbench.yaml'];

export interface PublishPlan {
  readonly state: RepositoryState;
  readonly definitions: readonly ChangedDefinition[];
  /**
   * The files of the definitions and what belongs to them: media, snapshots of tests, settings. Their paths are relative to the
   * workspace.
   */
  readonly files: readonly ChangedFile[];
  /** Those of `files` that are no definitions. */
  readonly otherPaths: readonly string[];
  /** A proposed commit message; empty if there is nothing to commit. */
  readonly message: string;
  /** Sentences about what a person may have overlooked. */
  readonly notes: readonly string[];
}

/**
 * Plans a commit.
 * @param chosenNames catalogue names or files; empty for everything that has changed
 * @throws WorkbenchError `not-found` for a name without a change, `invalid-input` for one that means several definitions
 */
export async function planPublishing(
  library: Library,
  place: RepositoryPlace,
  chosenNames: readonly string[] = [],
): Promise<PublishPlan> {
  const [state, changedFiles] = await Promise.all([readRepositoryState(place.dir), listFilesToPublish(place)]);
  const allDefinitions = await listChangedDefinitions(library, place, state.head);
  const chosenDefinitions = chosenNames.length === 0 ? allDefinitions : selectChosen(allDefinitions, chosenNames);
  const changedPaths = new Set(changedFiles.map(({ path }) => path));
  const isKnownToGit = (definition: ChangedDefinition) => pathsOf(definition).some((path) => changedPaths.has(path));
  const definitions = chosenDefinitions.filter(isKnownToGit);
  // A file that HEAD has is not ignored: it is marked as unchanged, or a link.
  const ignoredNotes = chosenDefinitions.flatMap((definition) =>
    definition.change !== 'added' || isKnownToGit(definition) ? [] : ignoredNote(definition),
  );
  if (chosenNames.length > 0 && ignoredNotes[0] !== undefined)
    throw new WorkbenchError('invalid-input', ignoredNotes[0]);
  const definitionPaths = new Set(definitions.flatMap(pathsOf));
  const files =
    chosenNames.length === 0
      ? // git may report a definition in which only the line endings differ.
        changedFiles.filter(({ path }) => definitionPaths.has(path) || parseDefinitionPath(path) === undefined)
      : await filesOf(library, definitions, changedFiles);
  const otherPaths = files.flatMap(({ path }) => (definitionPaths.has(path) ? [] : [path]));
  return {
    state,
    definitions,
    files,
    otherPaths,
    message: files.length === 0 ? '' : proposeMessage(definitions, otherPaths),
    notes: [
      ...ignoredNotes,
      ...errorNotes(library, definitions),
      ...unlistedNotes(library, definitions, allDefinitions),
    ],
  };
}

/** Lists the files of the workspace that differ from the commit, by their paths in the workspace. */
async function listFilesToPublish({ dir, prefix }: RepositoryPlace): Promise<readonly ChangedFile[]> {
  const changedFiles = await listChangedFiles(dir, ownPaths);
  return changedFiles.flatMap(({ path, isUntracked }) =>
    path.startsWith(prefix) ? [{ path: path.slice(prefix.length), isUntracked }] : [],
  );
}

function selectChosen(
  allDefinitions: readonly ChangedDefinition[],
  names: readonly string[],
): readonly ChangedDefinition[] {
  const chosenDefinitions = names.map((text) => {
    const byFile = allDefinitions.filter(({ file }) => file === text);
    const matches = byFile.length > 0 ? byFile : allDefinitions.filter(({ name }) => name === text);
    // A server often has the name of a prompt; prompts go first.
    const prompts = matches.filter(({ kind }) => kind === 'prompt');
    const [first, ...otherMatches] = prompts.length > 0 ? prompts : matches;
    if (first && otherMatches.length === 0) return first;
    if (first)
      throw new WorkbenchError(
        'invalid-input',
        `"${text}" means ${wordList(matches.map(({ file }) => file))}: name the file.`,
      );
    const suggestion = nearestName(
      text,
      allDefinitions.map(({ name }) => name),
    );
    const advice =
      suggestion === undefined ? 'prompt-workbench diff HEAD lists what has changed' : `did you mean "${suggestion}"?`;
    throw new WorkbenchError('not-found', `"${text}" has no change to publish: ${advice.replace(/([^?])$/, '$1.')}`);
  });
  return allDefinitions.filter((change) => chosenDefinitions.includes(change));
}

function pathsOf({ file, formerFile }: ChangedDefinition): readonly string[] {
  return formerFile === undefined ? [file] : [file, formerFile];
}

/** The definitions' files, their media and tables of samples, and the snapshots of their tests. */
async function filesOf(
  library: Library,
  definitions: readonly ChangedDefinition[],
  changedFiles: readonly ChangedFile[],
): Promise<readonly ChangedFile[]> {
  const paths = new Set(definitions.flatMap(pathsOf));
  const names = new Set(definitions.map(({ name }) => name));
  for (const { file, change } of definitions) {
    if (change === 'removed') continue;
    for (const fileName of filesNamedIn((await library.open(file, [])).value)) {
      paths.add(`media/${fileName}`);
      paths.add(`samples/${fileName}`);
    }
  }
  return changedFiles.filter(({ path }) => {
    const [folder, , name = ''] = path.split('/');
    return paths.has(path) || (folder === 'snapshots' && names.has(name));
  });
}

function filesNamedIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(filesNamedIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'File' && typeof inner === 'string' ? [inner] : filesNamedIn(inner),
  );
}

function ignoredNote({ file }: ChangedDefinition): string {
  return `git ignores ${file}, so it is not published: change .gitignore if it should be.`;
}

function errorNotes(library: Library, definitions: readonly ChangedDefinition[]): readonly string[] {
  const { files } = library.snapshot();
  return definitions.flatMap(({ file }) => {
    const problem = files
      .find((workspaceFile) => workspaceFile.file === file)
      ?.problems.find(({ severity }) => severity === 'error');
    return problem ? [`${file} has an error, so clients will not get it: ${problem.message}`] : [];
  });
}

/** New prompts and tools that no server lists once this is published. */
function unlistedNotes(
  library: Library,
  definitions: readonly ChangedDefinition[],
  allDefinitions: readonly ChangedDefinition[],
): readonly string[] {
  const { servers } = library.snapshot();
  const otherFiles = new Set(allDefinitions.filter((change) => !definitions.includes(change)).map(({ file }) => file));
  return definitions.flatMap(({ kind, name, change }) => {
    if (change !== 'added' || (kind !== 'prompt' && kind !== 'tool')) return [];
    const listing = [...servers.values()].flatMap(({ file, entries, tools }) => {
      const list = kind === 'prompt' ? entries : tools;
      return file !== undefined && list.some(({ catalogueName }) => catalogueName === name) ? [file] : [];
    });
    if (listing.length === 0 || listing.some((file) => !otherFiles.has(file))) return [];
    return [`No published server lists ${name} yet: publish ${wordList(listing, 'or')} too.`];
  });
}
