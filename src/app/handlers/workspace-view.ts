/** The snapshot as windows see it. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isSameData } from '../../base/json.ts';
import { kept } from '../../base/kept.ts';
import type { PromptSummary, ServerSummary, WorkspaceView } from '../../contract/contract.ts';
import type { Library, LibrarySnapshot, ListedPrompt, ServerEntry, WorkspaceFile } from '../../library/types.ts';
import type { PromptDefinition } from '../../model/definitions.ts';
import { withClashes } from './name-clashes.ts';
import { problemView } from './problem-view.ts';
import { listedTool, unlistedTools } from './tool-view.ts';

/** The Streamable HTTP address of a server, while there is one. */
export type EndpointOf = (server: string) => string | undefined;

/** What a window is shown of one snapshot, without what tells it apart from others. */
export type WorkspaceContent = Omit<WorkspaceView, 'revision' | 'fingerprint'>;

/**
 * Reads the view of the newest snapshot; it is kept, because many ask after one change. The fingerprint is a new one only
 * where the content is, and never one of an earlier start.
 */
export function createWorkspaceReader(library: Library, endpointOf: EndpointOf): () => WorkspaceView {
  const start = randomUUID();
  let read: { snapshot: LibrarySnapshot; content: WorkspaceContent; fingerprint: string } | undefined;
  return () => {
    const snapshot = library.snapshot();
    if (read?.snapshot !== snapshot) {
      const found = workspaceContent(library.dir, snapshot, endpointOf);
      const content: WorkspaceContent = existsSync(library.dir) ? found : { ...found, isGone: true };
      const isSame = read !== undefined && isSameData(read.content, content);
      read = { snapshot, content, fingerprint: isSame && read ? read.fingerprint : `${start}/${snapshot.revision}` };
    }
    return { revision: snapshot.revision, fingerprint: read.fingerprint, ...read.content };
  };
}

/** The snapshot as the renderer sees it: names, arguments and problems, without any text of a prompt. */
export function workspaceContent(dir: string, snapshot: LibrarySnapshot, endpointOf: EndpointOf): WorkspaceContent {
  return {
    dir,
    servers: [...snapshot.servers].map(([name, entry]) => serverSummary(name, entry, snapshot, endpointOf)),
    unlisted: unlistedPrompts(snapshot),
    unlistedTools: unlistedTools(snapshot),
    problems: snapshot.problems.map(problemView),
  };
}

function serverSummary(
  name: string,
  entry: ServerEntry,
  snapshot: LibrarySnapshot,
  endpointOf: EndpointOf,
): ServerSummary {
  const { resolved, builtin, file } = entry;
  const endpoint = endpointOf(name);
  const newKey = distinctKeys();
  const distinctTools = distinctKeys();
  return {
    name,
    ...(resolved.title === undefined ? {} : { title: resolved.title }),
    version: resolved.version,
    ...(resolved.instructions === undefined ? {} : { instructions: resolved.instructions }),
    builtin,
    ...(file === undefined ? {} : { file }),
    ...(endpoint === undefined ? {} : { endpoint }),
    tools: entry.tools.map((listed, index) => listedTool(listed, index, distinctTools)),
    promptsAsTools: resolved.tools.some(({ origin }) => origin.kind === 'prompt'),
    prompts: withClashes(
      entry.entries.map((listed, index) => listedSummary(listed, index, newKey)),
      (index) => entry.entries[index]?.prompt !== undefined,
    ),
    problems: file === undefined ? [] : snapshot.problems.filter((one) => one.file === file).map(problemView),
  };
}

/** By what they sum up, which stays the same object while its file is unchanged. */
const summaries = new WeakMap<ListedPrompt, PromptSummary>();
const unlistedSummaries = new WeakMap<WorkspaceFile, PromptSummary>();

function listedSummary(listed: ListedPrompt, index: number, newKey: (name: string) => string): PromptSummary {
  const { prompt, catalogueName, location } = listed;
  const name = prompt?.name ?? catalogueName ?? `Prompt ${index + 1}`;
  // By place where there is no catalogue name: a key must outlive every letter typed into the name.
  const key = newKey(catalogueName ?? location?.at.join('.') ?? name);
  const known = summaries.get(listed);
  if (known?.key === key && known.name === name) return known;
  const made = summaryOf(listed, key, name);
  summaries.set(listed, made);
  return made;
}

function summaryOf(listed: ListedPrompt, key: string, name: string): PromptSummary {
  const { prompt, catalogueName, location } = listed;
  return {
    key,
    name,
    ...(catalogueName === undefined ? {} : { catalogueName }),
    ...promptFields(prompt),
    ...(location === undefined ? {} : { location: { file: location.file, at: [...location.at] } }),
    builtin: listed.builtin,
    served: listed.served,
    problems: listed.problems.map(problemView),
  };
}

function unlistedPrompts(snapshot: LibrarySnapshot): PromptSummary[] {
  const listed = new Set<string | undefined>();
  for (const server of snapshot.servers.values()) {
    for (const entry of server.entries) listed.add(entry.catalogueName);
  }
  return snapshot.files
    .filter((file) => file.kind === 'prompt' && !listed.has(file.name))
    .map((file) => kept(unlistedSummaries, file, () => unlistedSummary(file)));
}

function unlistedSummary(file: WorkspaceFile): PromptSummary {
  return {
    key: file.file,
    name: file.prompt?.name ?? file.name,
    catalogueName: file.name,
    ...promptFields(file.prompt),
    location: { file: file.file, at: [] },
    builtin: false,
    served: file.prompt !== undefined,
    problems: file.problems.map(problemView),
  };
}

function promptFields(
  prompt: PromptDefinition | undefined,
): Pick<PromptSummary, 'title' | 'description' | 'arguments' | 'samples'> {
  return {
    ...(prompt?.title === undefined ? {} : { title: prompt.title }),
    ...(prompt?.description === undefined ? {} : { description: prompt.description }),
    arguments: (prompt?.arguments ?? []).map(({ complete: _, ...argument }) => argument),
    samples: (prompt?.samples ?? []).map(({ name, arguments: values }) => ({ name, arguments: { ...values } })),
  };
}

/** Gives equal names different keys (`Greet`, `Greet (2)`), the same ones as long as their order stays. */
function distinctKeys(): (name: string) => string {
  const seen = new Map<string, number>();
  return (name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
}
