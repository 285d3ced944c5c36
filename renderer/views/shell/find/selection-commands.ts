/** Commands for the selected prompt, tool, server, source or skill. */

import { inBackground } from '../../../in-background.ts';
import { findPrompt, findTool, selectServer } from '../../../store/selectors.ts';
import type { WolframQuestion } from '../../../store/state/dialogs.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import type { WorkbenchActions, WorkbenchStore } from '../../../store/store.ts';
import { selectFavourite } from '../../../store/workspace/favourites.ts';
import { jumpToField } from '../jump.ts';
import { neighbourRow } from '../list/neighbour-row.ts';
import {
  type Entry,
  ownFile,
  type SourceEntry,
  selectEntry,
  selectedServer,
  selectItem,
  selectOwnSource,
  selectSkill,
  selectUnlisted,
} from './selected-entries.ts';

/** What a command does. */
export interface Behaviour {
  /** Whether there is anything to do; without it, always. */
  readonly when?: (state: WorkbenchState) => boolean;
  readonly run: (store: WorkbenchStore) => void;
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
): Required<Behaviour> {
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

function onSource(
  run: (store: WorkbenchStore, entry: SourceEntry) => void,
  when: (entry: SourceEntry) => boolean = () => true,
): Required<Behaviour> {
  return {
    when: (state) => {
      const entry = selectOwnSource(state);
      return entry !== undefined && when(entry);
    },
    run: (store) => {
      const entry = selectOwnSource(store.state.getState());
      if (entry) run(store, entry);
    },
  };
}

function onUnlisted(run: (actions: WorkbenchActions, file: string) => unknown): Required<Behaviour> {
  return {
    when: (state) => selectUnlisted(state) !== undefined,
    run: ({ state, actions }) => {
      const file = selectUnlisted(state.getState())?.file;
      if (file !== undefined) inBackground(Promise.resolve(run(actions, file)));
    },
  };
}

type Skill = NonNullable<ReturnType<typeof selectSkill>>;

function onSkill(run: (store: WorkbenchStore, skill: Skill) => void): Required<Behaviour> {
  return {
    when: (state) => selectSkill(state) !== undefined,
    run: (store) => {
      const skill = selectSkill(store.state.getState());
      if (skill) run(store, skill);
    },
  };
}

/** A command for several kinds of selection. */
function either(left: Required<Behaviour>, right: Required<Behaviour>): Required<Behaviour> {
  return {
    when: (state) => left.when(state) || right.when(state),
    run: (store) => (left.when(store.state.getState()) ? left : right).run(store),
  };
}

const renameInDialog = onEntry(
  (actions) => actions.openOverlay('rename'),
  ({ item }) => !item.builtin && item.location !== undefined,
);

/** Renames in the page's own field while the focus is on the page, and in a dialog elsewhere. */
function preferPageField({ when, run }: Required<Behaviour>): Required<Behaviour> {
  return {
    when,
    run(store) {
      const { definition, editorView } = store.state.getState();
      const isInEditor = document.activeElement?.closest('[data-pane=editor]');
      if (!isInEditor || definition.status !== 'open' || editorView !== 'form') run(store);
      else {
        // What is typed before the field appears does not go into the text.
        document.querySelector<HTMLElement>('main [data-details] button')?.focus();
        inBackground(jumpToField(store, [...definition.view.at, 'Name']));
      }
    },
  };
}

export const selectionCommands = {
  duplicate: either(
    either(
      onEntry((actions, { server, index, list }) => actions.duplicateEntry(server.name, index, list)),
      onUnlisted((actions, file) => actions.duplicateFile(file)),
    ),
    either(
      either(
        onSource(({ actions }, { source }) => inBackground(actions.duplicateSource(source.name))),
        onSkill(({ actions }, { file }) => inBackground(actions.duplicateSkill(file))),
      ),
      {
        when: (state) => selectedServer(state)?.file !== undefined,
        run: ({ state, actions }) => {
          const file = selectedServer(state.getState())?.file;
          if (file !== undefined) inBackground(actions.duplicateServer(file));
        },
      },
    ),
  ),
  rename: either(
    preferPageField(
      either(
        renameInDialog,
        onUnlisted((actions) => actions.openOverlay('rename')),
      ),
    ),
    either(
      preferPageField(
        either(
          onSource(({ actions }) => actions.openOverlay('rename')),
          onSkill(({ actions }) => actions.openOverlay('rename')),
        ),
      ),
      preferPageField({
        when: (state) => selectedServer(state)?.file !== undefined,
        run: ({ actions }) => actions.openOverlay('rename'),
      }),
    ),
  ),
  'move-up': either(
    onEntry(
      (actions, { server, index, list }) => actions.moveEntry(server.name, index, index - 1, list),
      ({ index }) => index > 0,
    ),
    onSource(
      ({ actions }, { source, index }) => actions.moveSource(source.name, index - 1),
      ({ index }) => index > 0,
    ),
  ),
  'move-down': either(
    onEntry(
      (actions, { server, index, list }) => actions.moveEntry(server.name, index, index + 1, list),
      ({ server, index, list }) => index < server[list].length - 1,
    ),
    onSource(
      ({ actions }, { source, index }) => actions.moveSource(source.name, index + 1),
      ({ index, count }) => index < count - 1,
    ),
  ),
  'add-favourite': {
    when: (state) => selectFavourite(state) === false,
    run: ({ actions }) => actions.toggleFavourite(),
  },
  'remove-favourite': {
    when: (state) => selectFavourite(state) === true,
    run: ({ actions }) => actions.toggleFavourite(),
  },
  'delete-skill': onSkill(({ state, actions }, { name, file }) => {
    const next = neighbourRow(state.getState());
    inBackground(actions.requestDeletion({ kind: 'skill', name, file }, next));
  }),
  'delete-source': onSource(({ actions }, { source }) => inBackground(actions.requestSourceDeletion(source.name))),
  share: onEntry(
    (actions) => actions.openOverlay('share'),
    ({ item }) => (item.location?.at.length ?? 0) > 0,
  ),
  'local-copy': onEntry(
    (actions, { server, index, list }) => actions.localiseEntry(server.name, index, undefined, list),
    ({ item }) => item.catalogueName !== undefined,
  ),
  remove: {
    ...onEntry(() => {}),
    run: ({ state, actions }) => {
      const { server, item, list } = selectEntry(state.getState()) ?? {};
      if (!server || !item || !list) return;
      const next = neighbourRow(state.getState());
      inBackground(actions.requestDeletion({ kind: 'entry', server: server.name, list, key: item.key }, next));
    },
  },
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
    when: (state) => ownFile(state) !== undefined,
    run: ({ state, actions }) => {
      const file = ownFile(state.getState());
      const name = selectItem(state.getState())?.item.name ?? '';
      const kind = findTool(state.getState(), state.getState().selection) ? 'tool' : 'prompt';
      const next = neighbourRow(state.getState());
      if (file !== undefined) inBackground(actions.requestDeletion({ kind, name, file }, next));
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
      const { name = '', file } = selectedServer(state.getState()) ?? {};
      if (file !== undefined) inBackground(actions.requestDeletion({ kind: 'server', name, file }));
    },
  },
} as const satisfies Readonly<Record<string, Behaviour>>;
