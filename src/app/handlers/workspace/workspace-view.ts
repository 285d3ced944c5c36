/** Converts the library's snapshot to the view for windows. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { isSameData } from '../../../base/json.ts';
import type { PromptSummary, ServerSummary, WorkspaceView } from '../../../contract/contract.ts';
import type { Library, LibrarySnapshot, ServerEntry, WorkspaceFile } from '../../../library/types.ts';
import type { FormerNames } from '../../../state/former-names.ts';
import { distinctKeys, type PromptList, promptFields, promptList } from '../preview/prompt-list.ts';
import { problemView, unlistedEntry, unlistedFiles } from './entry-view.ts';
import { listedTool, unlistedTools } from './tool-view.ts';

/** The Streamable HTTP address of a server; undefined if it is not served over HTTP. */
export type EndpointOf = (server: string) => string | undefined;

/** The content of a view, without its revision and fingerprint. */
export type WorkspaceContent = Omit<WorkspaceView, 'revision' | 'fingerprint'>;

/**
 * Reads the view of the newest snapshot and caches it until the next change. The fingerprint changes only with the content,
 * and is unique across starts.
 */
export function createWorkspaceReader(
  library: Library,
  endpointOf: EndpointOf,
  formerNames?: Pick<FormerNames, 'formerNames'>,
): () => WorkspaceView {
  const start = randomUUID();
  const lists = new Map<string, PromptList>();
  let lastRead: { snapshot: LibrarySnapshot; content: WorkspaceContent; fingerprint: string } | undefined;
  return () => {
    const snapshot = library.snapshot();
    if (lastRead?.snapshot !== snapshot) {
      const namesOf = (server: string) => formerNames?.formerNames(server, (name) => snapshot.servers.has(name)) ?? [];
      const readContent = workspaceContent(library.dir, snapshot, endpointOf, lists, namesOf);
      const content: WorkspaceContent = existsSync(library.dir) ? readContent : { ...readContent, isGone: true };
      const isSame = lastRead !== undefined && isSameData(lastRead.content, content);
      lastRead = {
        snapshot,
        content,
        fingerprint: isSame && lastRead ? lastRead.fingerprint : `${start}/${snapshot.revision}`,
      };
    }
    return { revision: snapshot.revision, fingerprint: lastRead.fingerprint, ...lastRead.content };
  };
}

/**
 * Converts a snapshot: names, arguments and problems, without the text of prompts.
 * @param lists the prompt lists of the previous call, by server name; this function updates the map
 */
export function workspaceContent(
  dir: string,
  snapshot: LibrarySnapshot,
  endpointOf: EndpointOf,
  lists = new Map<string, PromptList>(),
  formerNamesOf: (server: string) => readonly string[] = () => [],
): WorkspaceContent {
  return {
    dir,
    servers: [...snapshot.servers].map(([name, entry]) => {
      const formerNames = entry.builtin ? [] : formerNamesOf(name);
      const summary = serverSummary(name, entry, snapshot, endpointOf, lists);
      return formerNames.length > 0 ? { ...summary, formerNames: [...formerNames] } : summary;
    }),
    unlistedPrompts: unlistedPrompts(snapshot),
    unlistedTools: unlistedTools(snapshot),
    skills: writtenSkills(snapshot),
    problems: snapshot.problems.map(problemView),
  };
}

function serverSummary(
  name: string,
  entry: ServerEntry,
  snapshot: LibrarySnapshot,
  endpointOf: EndpointOf,
  lists: Map<string, PromptList>,
): ServerSummary {
  const { resolvedServer, builtin, file } = entry;
  const endpoint = endpointOf(name);
  const list = promptList(entry.entries, lists.get(name));
  lists.set(name, list);
  const distinctTools = distinctKeys();
  return {
    name,
    ...(resolvedServer.title === undefined ? {} : { title: resolvedServer.title }),
    version: resolvedServer.version,
    ...(resolvedServer.instructions === undefined ? {} : { instructions: resolvedServer.instructions }),
    builtin,
    ...(file === undefined ? {} : { file }),
    ...(endpoint === undefined ? {} : { endpoint }),
    tools: entry.tools.map((tool, index) => listedTool(tool, index, distinctTools)),
    promptsAsTools: resolvedServer.tools.some(({ origin }) => origin.kind === 'prompt'),
    prompts: list.summaries,
    problems: file === undefined ? [] : snapshot.problems.filter((problem) => problem.file === file).map(problemView),
  };
}

function writtenSkills({ files, servers }: LibrarySnapshot): WorkspaceView['skills'] {
  return files.flatMap(({ kind, name, file, writtenSkill }) => {
    if (kind !== 'skill') return [];
    const listing = [...servers].flatMap(([server, { skills }]) => {
      const skill = skills.find(({ catalogueName }) => catalogueName === name);
      return skill ? [{ server, isServed: skill.isServed }] : [];
    });
    const listedBy = listing.map(({ server }) => server);
    const servedBy = listing.flatMap(({ server, isServed }) => (isServed ? [server] : []));
    return [{ name, file, ...(writtenSkill && { description: writtenSkill.description }), listedBy, servedBy }];
  });
}

/** Cached by file object, which stays the same while the text is unchanged. */
const unlistedSummaries = new WeakMap<WorkspaceFile, PromptSummary>();

function unlistedPrompts(snapshot: LibrarySnapshot): PromptSummary[] {
  const summaryOf = (file: WorkspaceFile) => ({ ...unlistedEntry(file), ...promptFields(file.prompt) });
  return unlistedFiles(snapshot, 'prompt').map((file) => getOrCreate(unlistedSummaries, file, () => summaryOf(file)));
}
