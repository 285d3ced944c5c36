/** Values derived from the state. */

import type { KeyPath } from '../../src/base/json.ts';
import { isWithin } from '../../src/base/json.ts';
import type {
  Edit,
  ListName,
  Location,
  ProblemView,
  PromptSummary,
  ServerSummary,
  ToolSummary,
} from '../../src/contract/contract.ts';
import { type Json, pathKey, valueAt, withValue } from './definition/json.ts';
import { joinProblems } from './definition/problems-within.ts';
import { findSource, problemsOfSources } from './sources/source-selectors.ts';
import type { Selection } from './state/workspace.ts';
import type { WorkbenchState } from './state.ts';

/** The servers of the workspace and the built-in ones; empty until the workspace is read. */
export function selectServers(state: WorkbenchState): readonly ServerSummary[] {
  return state.workspace.status === 'ready' ? state.workspace.view.servers : emptyList;
}

/** Problems in the workspace's files, including the missing folders of sources. */
export function selectProblems({ workspace, sources }: WorkbenchState): readonly ProblemView[] {
  return workspace.status === 'ready' ? joinProblems(workspace.view.problems, problemsOfSources(sources)) : emptyList;
}

/** The problems of the open file. */
export function selectOpenProblems({ definition, sources }: WorkbenchState): readonly ProblemView[] {
  if (definition.status !== 'open') return emptyList;
  const { file, problems } = definition.view;
  return joinProblems(problems, sources.list.find((source) => source.file === file)?.problems ?? emptyList);
}

/** A prompt with the server that lists it. */
export interface SelectedPrompt {
  /** Absent for a prompt that no server lists. */
  readonly server?: ServerSummary;
  readonly prompt: PromptSummary;
}

const emptyList: readonly never[] = [];
const noEntries = { unlistedPrompts: emptyList, unlistedTools: emptyList };

export function findServer(state: WorkbenchState, name: string | undefined): ServerSummary | undefined {
  return selectServers(state).find((server) => server.name === name);
}

/** The tool of a selection, with the server that lists it, if any. */
export function findTool(state: WorkbenchState, selection: Selection | undefined) {
  if (selection?.kind === 'tool') {
    const server = findServer(state, selection.server);
    const tool = server?.tools.find(({ key }) => key === selection.key);
    return server && tool ? { server, tool } : undefined;
  }
  if (selection?.kind !== 'unlisted-tool' || state.workspace.status !== 'ready') return undefined;
  const tool = state.workspace.view.unlistedTools.find(({ key }) => key === selection.key);
  return tool ? { tool } : undefined;
}

/** The prompt that a server lists under an MCP name. */
export function findPromptNamed(state: WorkbenchState, server: string, name: string | undefined) {
  return findServer(state, server)?.prompts.find((prompt) => prompt.name === name);
}

/** The selected server, or the server of the selected prompt or tool. */
export function selectServer(state: WorkbenchState): ServerSummary | undefined {
  return state.selection && 'server' in state.selection ? findServer(state, state.selection.server) : undefined;
}

/**
 * The server that a new prompt or tool goes into: the selected one or the first that lists the selected skill, else the
 * one that was selected last, else the first of the workspace.
 */
export function selectOwnServer(state: WorkbenchState): ServerSummary | undefined {
  const { selection, recentPages } = state;
  const ownServers = selectServers(state).filter(({ file }) => file !== undefined);
  const skill = selection?.kind === 'file' ? findSkill(state, selection.file) : undefined;
  const selectedServers = [selection, ...recentPages].flatMap((page) =>
    page && 'server' in page ? [page.server] : [],
  );
  for (const serverName of [...(skill?.listedBy ?? []), ...selectedServers]) {
    const server = ownServers.find(({ name }) => name === serverName);
    if (server) return server;
  }
  return ownServers[0];
}

/** The prompt of a selection; undefined for another kind or a removed prompt. */
export function findPrompt(state: WorkbenchState, selection: Selection | undefined): SelectedPrompt | undefined {
  if (selection?.kind === 'prompt') {
    const server = findServer(state, selection.server);
    const prompt = server?.prompts.find(({ key }) => key === selection.key);
    return server && prompt ? { server, prompt } : undefined;
  }
  if (selection?.kind === 'unlisted' && state.workspace.status === 'ready') {
    const prompt = state.workspace.view.unlistedPrompts.find(({ key }) => key === selection.key);
    return prompt ? { prompt } : undefined;
  }
  return undefined;
}

/** Catalogue names of the workspace's prompts or tools, listed or not. The core also knows the built-in ones. */
export function selectCatalogueNames(state: WorkbenchState, list: ListName): readonly string[] {
  const { unlistedPrompts, unlistedTools } = state.workspace.status === 'ready' ? state.workspace.view : noEntries;
  const entries = [
    ...selectServers(state).flatMap((server): readonly (PromptSummary | ToolSummary)[] => server[list]),
    ...(list === 'tools' ? unlistedTools : unlistedPrompts),
  ];
  return [...new Set(entries.flatMap(({ catalogueName }) => catalogueName ?? []))];
}

/** The file and path of a selection's definition; undefined for built-in ones. */
export function locationOf(state: WorkbenchState, selection: Selection | undefined): Location | undefined {
  switch (selection?.kind) {
    case undefined:
    case 'inspected':
      return undefined;
    case 'file':
      return { file: selection.file, at: [...(selection.at ?? [])] };
    case 'server': {
      const file = findServer(state, selection.server)?.file;
      return file === undefined ? undefined : { file, at: [] };
    }
    case 'source': {
      const file = findSource(state, selection.source)?.file;
      return file === undefined ? undefined : { file, at: [] };
    }
    case 'tool':
    case 'unlisted-tool':
      return findTool(state, selection)?.tool.location;
    case 'prompt':
    case 'unlisted':
      return findPrompt(state, selection)?.prompt.location;
  }
}

/** The skill without a prompt in a file; its page has a form. */
export function findSkill({ workspace }: Pick<WorkbenchState, 'workspace'>, file: string) {
  return workspace.status === 'ready' ? workspace.view.skills.find((skill) => skill.file === file) : undefined;
}

/** The catalogue names of the skills in other files. */
export function selectOtherSkills({ workspace }: Pick<WorkbenchState, 'workspace'>, file: string): readonly string[] {
  return workspace.status === 'ready'
    ? workspace.view.skills.flatMap((skill) => (skill.file === file ? [] : [skill.name]))
    : [];
}

/** The server whose skills the selection shows, and the MCP name of its prompt or the name of its skill. */
export function selectSkillPlace(state: WorkbenchState) {
  const { selection } = state;
  const server = selectServer(state);
  if (server) return { server: server.name, shown: findPrompt(state, selection)?.prompt.name };
  const skill = selection?.kind === 'file' ? findSkill(state, selection.file) : undefined;
  const [first] = skill?.servedBy ?? [];
  return skill && first !== undefined ? { server: first, shown: skill.name } : undefined;
}

/** The selection for a path in a file: its prompt, tool, source, server, or the file itself. */
export function selectionFor(state: WorkbenchState, file: string, at: KeyPath): Selection {
  const leadsTo = (location: Location | undefined) => location?.file === file && isWithin(location.at, at);
  for (const server of selectServers(state)) {
    const prompt = server.prompts.find(({ location }) => leadsTo(location));
    if (prompt) return { kind: 'prompt', server: server.name, key: prompt.key };
    const tool = server.tools.find(({ location }) => leadsTo(location));
    if (tool) return { kind: 'tool', server: server.name, key: tool.key };
  }
  const unlistedSelection =
    state.workspace.status === 'ready' &&
    state.workspace.view.unlistedPrompts.find(({ location }) => leadsTo(location));
  if (unlistedSelection) return { kind: 'unlisted', key: unlistedSelection.key };
  const tool =
    state.workspace.status === 'ready' && state.workspace.view.unlistedTools.find(({ location }) => leadsTo(location));
  if (tool) return { kind: 'unlisted-tool', key: tool.key };
  const source = state.sources.list.find((candidate) => candidate.file === file);
  if (source) return { kind: 'source', source: source.name };
  const server = selectServers(state).find((candidate) => candidate.file === file);
  return server ? { kind: 'server', server: server.name } : { kind: 'file', file };
}

export interface PreviewedPrompt {
  readonly server: string;
  readonly prompt: PromptSummary;
  /** Its arguments and samples are shown: the last readable ones while the definition is invalid. */
  readonly form: PromptSummary;
  /** An error prevents serving it. */
  readonly isBroken: boolean;
}

/** The previewed prompt. While an edit makes its definition invalid, its last arguments, samples and values stay. */
export function selectPreviewed(state: WorkbenchState): PreviewedPrompt | undefined {
  const selectedPrompt = findPrompt(state, state.selection);
  const place = selectedPrompt?.prompt.location ?? locationOf(state, state.selection);
  const listedPrompt =
    state.lastListed && samePlace(place, state.lastListed.prompt.location) ? state.lastListed : undefined;
  if (!selectedPrompt?.server) {
    const isGone = !listedPrompt || state.selection?.kind !== 'file';
    return isGone
      ? undefined
      : { server: listedPrompt.server, prompt: listedPrompt.prompt, form: listedPrompt.prompt, isBroken: true };
  }
  const { prompt, server } = selectedPrompt;
  const isReadable = prompt.isServed || prompt.arguments.length > 0 || prompt.samples.length > 0;
  const form = isReadable ? prompt : (listedPrompt?.prompt ?? prompt);
  return { server: server.name, prompt, form, isBroken: !prompt.isServed };
}

/** Whether both are defined and name the same path of the same file. */
export function samePlace(
  a: { readonly file: string; readonly at: KeyPath } | undefined,
  b: { readonly file: string; readonly at: KeyPath } | undefined,
): boolean {
  return a !== undefined && b !== undefined && a.file === b.file && pathKey(a.at) === pathKey(b.at);
}

/** The key of the previewed prompt in remembered values, unique in its workspace. */
export function promptId(state: WorkbenchState): string | undefined {
  const previewedPrompt = selectPreviewed(state);
  return previewedPrompt && `${previewedPrompt.server}/${previewedPrompt.prompt.key}`;
}

/** The keys of the previewed prompt in every server that lists it: a value that is typed once is there in each. */
export function sharedPromptIds(state: WorkbenchState): readonly string[] {
  const previewedPrompt = selectPreviewed(state);
  if (!previewedPrompt) return [];
  const { location, builtin, catalogueName } = previewedPrompt.prompt;
  const isSame = (prompt: PromptSummary) =>
    samePlace(prompt.location, location) ||
    (builtin && prompt.builtin && catalogueName !== undefined && prompt.catalogueName === catalogueName);
  const ids = selectServers(state).flatMap(({ name, prompts }) =>
    prompts.filter(isSame).map(({ key }) => `${name}/${key}`),
  );
  return [...new Set([`${previewedPrompt.server}/${previewedPrompt.prompt.key}`, ...ids])];
}

const noValues: Readonly<Record<string, string>> = {};

/** The values in the form of the previewed prompt, by argument. */
export function selectValues(state: WorkbenchState): Readonly<Record<string, string>> {
  return state.values[promptId(state) ?? ''] ?? noValues;
}

/** Required arguments without a value. */
export function selectMissing(state: WorkbenchState): readonly string[] {
  const values = selectValues(state);
  return (selectPreviewed(state)?.form.arguments ?? emptyList)
    .filter(({ name, required }) => required && !values[name])
    .map(({ name }) => name);
}

/** The value of the open definition at a full path: the unsaved one, else the one on disk. */
export function valueIn(state: WorkbenchState, at: KeyPath): Json | undefined {
  if (state.definition.status !== 'open') return undefined;
  const { view } = state.definition;
  let nearest: Edit | undefined;
  // Hundreds of fields call this at every key press, with few edits pending: comparing paths beats building keys.
  for (const edit of Object.values(state.drafts[view.file]?.edits ?? emptyList)) {
    const isAround = isWithin(view.at, edit.at) && isWithin(edit.at, at);
    if (isAround && edit.at.length >= (nearest?.at.length ?? 0)) nearest = edit;
  }
  if (nearest) return valueAt(nearest.after, at.slice(nearest.at.length));
  return valueAt(view.value, at.slice(view.at.length));
}

/**
 * The value at a path of the open definition with the unsaved edits inside it, which `valueIn` leaves out. A new object at
 * each call: for actions, not for selectors.
 */
export function editedValueIn(state: WorkbenchState, at: KeyPath): Json | undefined {
  if (state.definition.status !== 'open') return undefined;
  const inner = Object.values(state.drafts[state.definition.view.file]?.edits ?? emptyList).filter(
    (edit) => edit.at.length > at.length && isWithin(at, edit.at),
  );
  return inner.reduce((value, edit) => withValue(value, edit.at.slice(at.length), edit.after), valueIn(state, at));
}

/** The text of the open file with unsaved edits; empty if no file is open. */
export function selectFileText(state: WorkbenchState): string {
  if (state.definition.status !== 'open') return '';
  const { view } = state.definition;
  return state.drafts[view.file]?.yaml?.text ?? view.text;
}

/** The page of a prompt or tool that no server lists, by its file. */
export function unlistedIn({ workspace }: WorkbenchState, file: string): Selection | undefined {
  if (workspace.status !== 'ready') return undefined;
  const { unlistedPrompts, unlistedTools } = workspace.view;
  const isHere = (item: { readonly location?: { readonly file: string } }) => item.location?.file === file;
  const [prompt, tool] = [unlistedPrompts.find(isHere), unlistedTools.find(isHere)];
  if (prompt) return { kind: 'unlisted', key: prompt.key };
  return tool && { kind: 'unlisted-tool', key: tool.key };
}
