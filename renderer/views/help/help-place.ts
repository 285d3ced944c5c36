/** The section of the help about the part of the window that has the focus. */
import type { KeyPath } from '../../../src/base/json.ts';
import { openView } from '../../store/definition/drafts.ts';
import { selectServerTab } from '../../store/servers/server-page.ts';
import type { WorkbenchState } from '../../store/state.ts';

/** The focused element, as far as the help depends on it. */
export interface FocusedElement {
  /** The pane around it; undefined outside the panes. */
  readonly pane: string | undefined;
  /** The path of its field, from the file's root. */
  readonly at: KeyPath;
}

/** Keys of a prompt whose part of the form has a section in the help. */
const formSections: Readonly<Record<string, string>> = {
  Arguments: 'window.md#add-rename-and-remove-an-argument',
};

/** Undefined for the start page. */
export function helpPlace(state: WorkbenchState, { pane, at }: FocusedElement): string | undefined {
  if (pane === undefined) return undefined;
  const { selection, shell } = state;
  if (pane === 'dock') return shell.dock.tab === 'problems' ? 'format.md#problems' : undefined;
  switch (selection?.kind) {
    case 'server':
      return selectServerTab(state, selection.server) === 'clients' ? 'clients.md' : 'format.md#a-server';
    case 'source':
      return 'format.md#a-source';
    case 'tool':
    case 'unlisted-tool':
      return 'format.md#a-tool';
    case 'inspected':
      return 'inspect.md';
    case 'file':
      return 'format.md#problems';
    case 'prompt':
    case 'unlisted': {
      if (state.editorView === 'yaml') return 'format.md#a-prompt';
      if (state.editorView === 'history') return 'window.md#history-and-backups';
      const ownDepth = openView(state)?.at.length ?? 0;
      return formSections[String(at[ownDepth])] ?? 'window.md#write-a-prompt-in-the-form';
    }
    default:
      return undefined;
  }
}
