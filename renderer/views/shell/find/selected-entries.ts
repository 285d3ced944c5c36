/** What is selected: an entry of a server, an unlisted prompt or tool, a source, a skill. */
import type { ListName, PromptSummary, ServerSummary, ToolSummary } from '../../../../src/contract/contract.ts';
import { findPrompt, findServer, findSkill, findTool } from '../../../store/selectors.ts';
import type { SourceSummary } from '../../../store/state/searches.ts';
import type { WorkbenchState } from '../../../store/state.ts';

export interface Entry {
  readonly server: ServerSummary;
  readonly list: ListName;
  readonly item: PromptSummary | ToolSummary;
  readonly index: number;
}

/** The selected prompt or tool with its position in an editable list. */
export function selectEntry(state: WorkbenchState): Entry | undefined {
  const list = state.selection?.kind === 'tool' ? 'tools' : 'prompts';
  const { server, item } = selectItem(state) ?? {};
  if (server?.file === undefined || !item) return undefined;
  const entries: readonly { readonly key: string }[] = server[list];
  return { server, list, item, index: entries.findIndex(({ key }) => key === item.key) };
}

/** The selected prompt or tool, listed or not. */
export function selectItem(
  state: WorkbenchState,
): { server?: ServerSummary; item: PromptSummary | ToolSummary } | undefined {
  const { selection } = state;
  const tool = findTool(state, selection);
  if (tool) return { ...tool, item: tool.tool };
  const prompt = findPrompt(state, selection);
  return prompt && { ...prompt, item: prompt.prompt };
}

/** The selected prompt or tool that no server lists, with its file. */
export function selectUnlisted(state: WorkbenchState): { item: PromptSummary | ToolSummary; file: string } | undefined {
  const { kind } = state.selection ?? {};
  const file = kind === 'unlisted' || kind === 'unlisted-tool' ? ownFile(state) : undefined;
  const item = selectItem(state)?.item;
  return file === undefined || !item ? undefined : { item, file };
}

/** The selected server, built in or not. */
export function selectedServer(state: WorkbenchState): ServerSummary | undefined {
  return state.selection?.kind === 'server' ? findServer(state, state.selection.server) : undefined;
}

/** The file of the selected prompt or tool, unless it is inside a server's file. */
export function ownFile(state: WorkbenchState): string | undefined {
  const { location } = selectItem(state)?.item ?? {};
  return location?.at.length === 0 ? location.file : undefined;
}

export interface SourceEntry {
  readonly source: SourceSummary;
  /** Its place among the workspace's sources. */
  readonly index: number;
  readonly count: number;
}

/** The selected source, unless it is built in. */
export function selectOwnSource({ selection, sources }: WorkbenchState): SourceEntry | undefined {
  if (selection?.kind !== 'source') return undefined;
  const ownSources = sources.list.filter(({ builtin }) => !builtin);
  const index = ownSources.findIndex(({ name }) => name === selection.source);
  const source = ownSources[index];
  return source && { source, index, count: ownSources.length };
}

/** The selected skill without a prompt. */
export function selectSkill(state: WorkbenchState) {
  return state.selection?.kind === 'file' ? findSkill(state, state.selection.file) : undefined;
}
