import { useEffect, useState } from 'react';
import { type SavedState, selectSaved } from '../../store/definition/save-state.ts';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { useAvailableCommands } from './find/app-menu.ts';

/** A save that takes longer shows: each pause in typing would otherwise change the title twice. */
const slowSaveMs = 1_000;

/**
 * Shows the open page and unsaved text in the title of the tab or window, and in what the system draws around it. A
 * component by itself, as it renders again at every keystroke.
 */
export function WindowTitle(): null {
  const saveState = useWorkbench(selectSaved);
  const theme = useWorkbench((state) => state.theme);
  const name = useWorkbench(selectPageName);
  const isEdited = useUnsaved(saveState);
  const folder = useWorkbench(selectFolderName);
  const available = useAvailableCommands();
  useEffect(() => {
    const parts = [name, folder, 'Prompt Workbench'].filter((part) => part !== '');
    document.title = `${isEdited ? '● ' : ''}${parts.join(' – ')}`;
  }, [isEdited, name, folder]);
  useEffect(() => {
    window.workbench?.report({ theme: theme === 'contrast' ? 'system' : theme, isEdited, available });
  }, [isEdited, theme, available]);
  return null;
}

function useUnsaved(savedState: SavedState): boolean {
  const [isSlow, setSlow] = useState(false);
  const isSaving = savedState === 'saving';
  useEffect(() => {
    if (!isSaving) return;
    let isShown = false;
    const timer = setTimeout(() => {
      isShown = true;
      setSlow(true);
    }, slowSaveMs);
    return () => {
      clearTimeout(timer);
      // Otherwise the window would draw twice more at every keystroke.
      if (isShown) setSlow(false);
    };
  }, [isSaving]);
  return savedState === 'failed' || savedState === 'conflict' || savedState === 'disconnected' || (isSaving && isSlow);
}

/** The name of the workspace's folder, which tells the windows of the desktop app apart; empty in a browser. */
function selectFolderName({ workspace }: WorkbenchState): string {
  if (!window.workbench || workspace.status !== 'ready') return '';
  return workspace.view.dir.split(/[\\/]/).at(-1) ?? '';
}

/** The name of the open page; empty if it has none. */
function selectPageName({ selection }: WorkbenchState): string {
  switch (selection?.kind) {
    case 'server':
      return selection.server;
    case 'source':
      return selection.source;
    case 'file':
      return selection.file;
    case 'prompt':
    case 'tool':
    case 'unlisted':
    case 'unlisted-tool':
      return selection.key;
    default:
      return '';
  }
}
