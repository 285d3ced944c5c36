/** What can be done with the prompt or server that is looked at. */
import type { PromptSummary, ServerSummary } from '../../../src/contract/contract.ts';
import type { WolframQuestion } from '../../store/import.ts';
import { findPrompt, findServer, selectServer } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import type { WorkbenchActions, WorkbenchStore } from '../../store/store.ts';
import type { Behaviour } from './run-commands.ts';

interface Entry {
  readonly server: ServerSummary;
  readonly prompt: PromptSummary;
  readonly index: number;
}

/** The selected prompt with its place in a list that can be changed. */
export function selectEntry(state: WorkbenchState): Entry | undefined {
  const found = findPrompt(state, state.selection);
  const { server, prompt } = found ?? {};
  return server?.file !== undefined && prompt
    ? { server, prompt, index: server.prompts.findIndex(({ key }) => key === prompt.key) }
    : undefined;
}

function selectedServer(state: WorkbenchState): ServerSummary | undefined {
  return state.selection?.kind === 'server' ? findServer(state, state.selection.server) : undefined;
}

/** The file of the selected prompt, where no server lists it. */
function unlistedFile(state: WorkbenchState): string | undefined {
  return state.selection?.kind === 'unlisted' ? findPrompt(state, state.selection)?.prompt.location?.file : undefined;
}

/** The selected prompt, in whichever server's list, built in or not. */
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
      if (entry) void run(actions, entry);
    },
  };
}

export const selectionCommands = {
  duplicate: onEntry((actions, { server, index }) => actions.duplicateEntry(server.name, index)),
  rename: onEntry(
    (actions) => actions.openOverlay('rename'),
    ({ prompt }) => !prompt.builtin && prompt.location !== undefined,
  ),
  'move-up': onEntry(
    (actions, { server, index }) => actions.moveEntry(server.name, index, index - 1),
    ({ index }) => index > 0,
  ),
  'move-down': onEntry(
    (actions, { server, index }) => actions.moveEntry(server.name, index, index + 1),
    ({ server, index }) => index < server.prompts.length - 1,
  ),
  'local-copy': onEntry(
    (actions, { server, index }) => actions.localiseEntry(server.name, index),
    ({ prompt }) => prompt.catalogueName !== undefined,
  ),
  remove: onEntry((actions, { server, index }) => actions.removeEntry(server.name, index)),
  'copy-wolfram': {
    when: (state) => wolframPrompt(state) !== undefined,
    run: ({ state, actions }) => {
      const question = wolframPrompt(state.getState());
      if (question) void actions.openWolfram(question);
    },
  },
  'copy-server-wolfram': {
    when: (state) => selectServer(state) !== undefined,
    run: ({ state, actions }) => {
      const server = selectServer(state.getState());
      if (server) void actions.openWolfram({ kind: 'server', server: server.name });
    },
  },
  'delete-prompt': {
    when: (state) => unlistedFile(state) !== undefined,
    run: ({ state, actions }) => {
      const file = unlistedFile(state.getState());
      if (file !== undefined) void actions.deleteCatalogue(file);
    },
  },
  'copy-server': {
    when: (state) => selectedServer(state)?.builtin === true,
    run: ({ state, actions }) => {
      const server = selectedServer(state.getState());
      if (server) void actions.copyServer(server.name);
    },
  },
  'delete-server': {
    when: (state) => selectedServer(state)?.file !== undefined,
    run: ({ state, actions }) => {
      const file = selectedServer(state.getState())?.file;
      if (file !== undefined) void actions.deleteServer(file);
    },
  },
} as const satisfies Readonly<Record<string, Behaviour>>;
