/** Commands for the selected prompt, tool or server. */

import type { ListName, PromptSummary, ServerSummary, ToolSummary } from '../../../../src/contract/contract.ts';
import { inBackground } from '../../../in-background.ts';
import { findPrompt, findServer, findTool, selectServer } from '../../../store/selectors.ts';
import type { WolframQuestion } from '../../../store/state/dialogs.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import type { WorkbenchActions, WorkbenchStore } from '../../../store/store.ts';

/** What a command does. */
export interface Behaviour {
  /** Whether there is anything to do; without it, always. */
  readonly when?: (state: WorkbenchState) => boolean;
  readonly run: (store: WorkbenchStore) => void;
}

interface Entry {
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
function selectItem(state: WorkbenchState): { server?: ServerSummary; item: PromptSummary | ToolSummary } | undefined {
  const { selection } = state;
  const tool = findTool(state, selection);
  if (tool) return { ...tool, item: tool.tool };
  const prompt = findPrompt(state, selection);
  return prompt && { ...prompt, item: prompt.prompt };
}

function selectedServer(state: WorkbenchState): ServerSummary | undefined {
  return state.selection?.kind === 'server' ? findServer(state, state.selection.server) : undefined;
}

/** The file of the selected prompt or tool, if no server lists it. */
function unlistedFile(state: WorkbenchState): string | undefined {
  const isUnlisted = state.selection?.kind === 'unlisted' || state.selection?.kind === 'unlisted-tool';
  return isUnlisted ? selectItem(state)?.item.location?.file : undefined;
}

/** The selected prompt of any server, including built-in ones. */
function wolframPrompt(state: WorkbenchState): WolframQuestion | undefined {
  const { server, prompt } = findPrompt(state, state.selection) ?? {};
  if (!server || !prompt) return undefined;
  return { kind: 'prompt', server: server.name, index: server.prompts.findIndex(({ key }) => key === prompt.key) };
}

function onEntry(
  run: (actions: WorkbenchActions, entry: Entry) => unknown,
  when: (entry: Entry) => boolean = () => true,
): Behaviour {
  return {
    when: (state) => {
      const entry = selectEntry(state);
      return entry !== undefined && when(entry);
    },
    run: ({ state, actions }: WorkbenchStore) => {
      const entry = selectEntry(state.getState());
      if (entry) inBackground(Promise.resolve(run(actions, entry)));
    },
  };
}

export const selectionCommands = {
  duplicate: onEntry((actions, { server, index, list }) => actions.duplicateEntry(server.name, index, list)),
  rename: onEntry(
    (actions) => actions.openOverlay('rename'),
    ({ item }) => !item.builtin && item.location !== undefined,
  ),
  'move-up': onEntry(
    (actions, { server, index, list }) => actions.moveEntry(server.name, index, index - 1, list),
    ({ index }) => index > 0,
  ),
  'move-down': onEntry(
    (actions, { server, index, list }) => actions.moveEntry(server.name, index, index + 1, list),
    ({ server, index, list }) => index < server[list].length - 1,
  ),
  'local-copy': onEntry(
    (actions, { server, index, list }) => actions.localiseEntry(server.name, index, undefined, list),
    ({ item }) => item.catalogueName !== undefined,
  ),
  remove: onEntry((actions, { server, index, list }) => actions.removeEntry(server.name, index, list)),
  'copy-wolfram': {
    when: (state) => wolframPrompt(state) !== undefined,
    run: ({ state, actions }) => {
      const question = wolframPrompt(state.getState());
      if (question) inBackground(actions.openWolfram(question));
    },
  },
  'copy-server-wolfram': {
    when: (state) => selectServer(state) !== undefined,
    run: ({ state, actions }) => {
      const server = selectServer(state.getState());
      if (server) inBackground(actions.openWolfram({ kind: 'server', server: server.name }));
    },
  },
  'delete-prompt': {
    when: (state) => unlistedFile(state) !== undefined,
    run: ({ state, actions }) => {
      const file = unlistedFile(state.getState());
      if (file !== undefined) inBackground(actions.deleteCatalogue(file));
    },
  },
  'copy-server': {
    when: (state) => selectedServer(state)?.builtin === true,
    run: ({ state, actions }) => {
      const server = selectedServer(state.getState());
      if (server) inBackground(actions.copyServer(server.name));
    },
  },
  'delete-server': {
    when: (state) => selectedServer(state)?.file !== undefined,
    run: ({ state, actions }) => {
      const file = selectedServer(state.getState())?.file;
      if (file !== undefined) inBackground(actions.deleteServer(file));
    },
  },
} as const satisfies Readonly<Record<string, Behaviour>>;
