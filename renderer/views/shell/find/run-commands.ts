/** The behaviour of the commands, and when they are available. */

import type { KeyPath } from '../../../../src/base/json.ts';
import type { CommandId } from '../../../../src/model/commands.ts';
import { inBackground } from '../../../in-background.ts';
import { selectCanRedo, selectCanUndo } from '../../../store/definition/next-steps.ts';
import { selectOwnServer, selectPreviewed, selectServer, selectSkillPlace } from '../../../store/selectors.ts';
import type { Overlay } from '../../../store/state/window.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import type { WorkbenchStore } from '../../../store/store.ts';
import { selectTags } from '../../../store/workspace/tags.ts';
import { type FocusedElement, helpPlace } from '../../help/help-place.ts';
import { afterClosing, focusNotices, focusPane, otherPane } from '../focus.ts';
import { addsTest, jumpToText, pressInAnswer, pressInForm, takeStep } from '../jump.ts';
import { type Behaviour, selectionCommands } from './selection-commands.ts';

const isReady = ({ workspace }: WorkbenchState) => workspace.status === 'ready';
const isOpen = ({ definition }: WorkbenchState) => definition.status === 'open';
/** Whether the page is a prompt or tool of the workspace. */
const hasText = (state: WorkbenchState) =>
  isOpen(state) && ['prompt', 'unlisted', 'tool', 'unlisted-tool'].includes(state.selection?.kind ?? '');
const hasPreview = (state: WorkbenchState) => selectPreviewed(state) !== undefined;
const hasNotices = () => document.querySelector('[data-notices] [role]') !== null;

const overlay = (name: Overlay): Behaviour => ({ when: isReady, run: ({ actions }) => actions.openOverlay(name) });

/** The behaviour of each command in `src/model/commands.ts`. */
const behaviours: Readonly<Record<CommandId, Behaviour>> = {
  palette: { run: ({ actions }) => actions.openOverlay('palette') },
  commands: { run: ({ actions }) => actions.openOverlay('commands') },
  find: overlay('find'),
  filter: {
    run: (store) => {
      store.actions.showPane('list');
      focusPane('list', 'input');
    },
  },
  'new-prompt': overlay('new-prompt'),
  'new-server': overlay('new-server'),
  'new-source': overlay('new-source'),
  'new-skill': overlay('new-skill'),
  'new-tool': {
    when: (state) => selectOwnServer(state) !== undefined,
    run: ({ actions }) => actions.openOverlay('new-tool'),
  },
  open: {
    when: ({ selection }) => selection !== undefined,
    run: (store) => goTo(store, 'editor'),
  },
  'recently-deleted': overlay('recently-deleted'),
  publish: overlay('publish'),
  pull: overlay('pull'),
  ...selectionCommands,
  'focus-text': {
    when: hasText,
    run: (store) => inBackground(jumpToText(store)),
  },
  'add-argument': {
    when: hasText,
    run: (store) => inBackground(pressInForm(store, '[data-adds-argument]')),
  },
  form: { when: isOpen, run: ({ actions }) => inBackground(actions.showEditorView('form')) },
  source: { when: isOpen, run: ({ actions }) => inBackground(actions.showEditorView('yaml')) },
  history: { when: isOpen, run: ({ actions }) => inBackground(actions.showEditorView('history')) },
  tests: { when: hasPreview, run: (store) => showTests(store) },
  'add-test': { when: hasPreview, run: (store) => showTests(store, addsTest) },
  run: {
    when: hasPreview,
    run: ({ actions }) => {
      actions.showPane('preview');
      inBackground(actions.runPrompt());
    },
  },
  'compare-runs': { when: hasPreview, run: ({ actions }) => actions.openOverlay('compare-runs') },
  'check-reach': { when: hasPreview, run: ({ actions }) => actions.openOverlay('check-reach') },
  'run-results': { when: hasPreview, run: ({ actions }) => actions.openOverlay('run-results') },
  runners: overlay('runners'),
  connect: { when: isReady, run: ({ actions }) => inBackground(actions.openConnect()) },
  skills: {
    when: (state) => selectSkillPlace(state) !== undefined,
    run: ({ actions }) => actions.openOverlay('skills'),
  },
  'share-server': {
    when: (state) => selectServer(state) !== undefined,
    run: ({ actions }) => actions.openOverlay('share-server'),
  },
  'new-workspace': overlay('new-workspace'),
  'open-workspace': overlay('open-workspace'),
  'manage-trust': overlay('manage-trust'),
  inspect: overlay('inspect'),
  'add-team': overlay('add-team'),
  teams: overlay('teams'),
  'forget-inspected': {
    when: ({ selection }) => selection?.kind === 'inspected',
    run: ({ state, actions }) => {
      const { selection } = state.getState();
      if (selection?.kind === 'inspected') actions.forgetInspected(selection.id);
    },
  },
  import: { when: isReady, run: ({ actions }) => actions.openImport() },
  undo: { when: selectCanUndo, run: ({ actions }) => takeStep(actions.undo) },
  redo: { when: selectCanRedo, run: ({ actions }) => takeStep(actions.redo) },
  save: { run: ({ actions }) => inBackground(actions.flush()) },
  'go-list': { run: (store) => goTo(store, 'list') },
  'go-editor': { run: (store) => goTo(store, 'editor') },
  'go-preview': { run: (store) => goTo(store, 'preview') },
  back: { run: () => window.history.back() },
  forward: { run: () => window.history.forward() },
  'next-pane': { run: (store) => goTo(store, otherPane(store.state.getState(), 1)) },
  'previous-pane': { run: (store) => goTo(store, otherPane(store.state.getState(), -1)) },
  'toggle-list': { run: ({ actions }) => actions.togglePane('list') },
  'toggle-preview': { run: ({ actions }) => actions.togglePane('preview') },
  'group-by-tag': {
    when: (state) => !state.shell.isGroupedByTag && selectTags(state).length > 0,
    run: ({ actions }) => actions.groupByTag(true),
  },
  'ungroup-list': {
    when: ({ shell }) => shell.isGroupedByTag,
    run: ({ actions }) => actions.groupByTag(false),
  },
  problems: { run: ({ actions }) => actions.toggleDock('problems') },
  wire: { run: ({ actions }) => actions.toggleDock('wire') },
  'reset-layout': { run: ({ actions }) => actions.resetLayout() },
  'go-notices': { when: hasNotices, run: focusNotices },
  'dismiss-notices': {
    when: ({ notices }) => notices.length > 0,
    run: ({ actions }) => {
      actions.dismissAllNotices();
    },
  },
  sessions: {
    when: ({ sessions }) => sessions.status !== 'none',
    run: ({ actions }) => actions.openOverlay('sessions'),
  },
  'theme-system': { run: ({ actions }) => actions.setTheme('system') },
  'theme-light': { run: ({ actions }) => actions.setTheme('light') },
  'theme-dark': { run: ({ actions }) => actions.setTheme('dark') },
  'theme-contrast': { run: ({ actions }) => actions.setTheme('contrast') },
  help: { run: ({ state, actions }) => actions.openHelp(helpPlace(state.getState(), findFocus())) },
  'keyboard-map': { run: ({ actions }) => actions.openOverlay('keyboard-map') },
  tour: { when: isReady, run: ({ actions }) => showStart(actions) },
};

/** The part of the window that has the focus. */
function findFocus(): FocusedElement {
  const element = document.activeElement;
  const place = element?.closest<HTMLElement>('[data-at]')?.dataset.at;
  return {
    pane: element?.closest<HTMLElement>('[data-pane]')?.dataset.pane,
    at: place === undefined ? [] : (JSON.parse(place) as KeyPath),
  };
}

function showTests(store: WorkbenchStore, control?: string): void {
  inBackground(pressInAnswer(store, 'tests', control));
}

function showStart({ showPane, showStart: show }: WorkbenchStore['actions']): void {
  showPane('list');
  show(true);
}

function goTo({ actions }: WorkbenchStore, pane: 'list' | 'editor' | 'preview' | 'dock'): void {
  if (pane !== 'dock') actions.showPane(pane);
  focusPane(pane);
}

/** Whether a command is available now. */
export function isAvailable(id: CommandId, state: WorkbenchState): boolean {
  return behaviours[id].when?.(state) ?? true;
}

/** Closes the open overlay, then runs the command. */
export function runCommand(id: CommandId, store: WorkbenchStore): void {
  if (store.state.getState().shell.overlay === undefined) {
    behaviours[id].run(store);
    return;
  }
  store.actions.closeOverlay();
  afterClosing(() => behaviours[id].run(store));
}

/** Whether an open dialog blocks the command. A finder does not block another finder. */
export function isBehindDialog(group: string): boolean {
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')];
  return dialogs.some((dialog) => group !== 'Find' || !dialog.hasAttribute('data-finder'));
}
