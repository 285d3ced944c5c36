import { useEffect, useState } from 'react';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import { type SavedState, selectSaved } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';

/** A save that takes longer shows: each pause in typing would otherwise change the title twice. */
const slowSaveMs = 1_000;

/**
 * Shows the open page and unsaved text in the title of the tab or window, and in what the system draws around it. A
 * component by itself, as it renders again at every keystroke.
 */
export function WindowTitle(): null {
  const saved = useWorkbench(selectSaved);
  const theme = useWorkbench((state) => state.theme);
  const name = useWorkbench(selectPageName);
  const isEdited = useUnsaved(saved);
  useEffect(() => {
    document.title = `${isEdited ? '● ' : ''}${name === '' ? '' : `${name} – `}Prompt Workbench`;
  }, [isEdited, name]);
  useEffect(() => {
    window.workbench?.report({ theme: theme === 'contrast' ? 'system' : theme, isEdited });
  }, [isEdited, theme]);
  return null;
}

function useUnsaved(saved: SavedState): boolean {
  const [isSlow, setSlow] = useState(false);
  const isSaving = saved === 'saving';
  useEffect(() => {
    setSlow(false);
    if (!isSaving) return;
    const timer = setTimeout(() => setSlow(true), slowSaveMs);
    return () => clearTimeout(timer);
  }, [isSaving]);
  return saved === 'failed' || saved === 'conflict' || saved === 'disconnected' || (isSaving && isSlow);
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
