import { useEffect } from 'react';
import type { Bridge } from '../../../src/contract/bridge-transport.ts';
import { looksLikeWolframServer } from '../../../src/model/looks-like-wolfram.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchStore } from '../../store/StoreProvider.tsx';
import type { WorkbenchStore } from '../../store/store.ts';
import { readDroppedFiles } from './read-files.ts';

/**
 * Opens the import for files and folders dropped outside the page of a prompt (which takes them as blocks; in the desktop
 * app, a workspace folder opens), and for
 * Wolfram Language pasted outside a text field.
 */
export function useDroppedImports(): void {
  const store = useWorkbenchStore();
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

    document.addEventListener(
      'dragover',
      (event) => {
        if (event.defaultPrevented || !hasFiles(event)) return;
        event.preventDefault();
        if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      },
      { signal },
    );
    document.addEventListener(
      'drop',
      (event) => {
        if (event.defaultPrevented || !hasFiles(event) || !event.dataTransfer) return;
        event.preventDefault();
        inBackground(openDropped(event.dataTransfer, store));
      },
      { signal },
    );
    document.addEventListener(
      'paste',
      (event) => {
        if (isTyping(event.target) || store.state.getState().import.status === 'open') return;
        const text = event.clipboardData?.getData('text/plain') ?? '';
        if (!looksLikeWolframServer(text)) return;
        event.preventDefault();
        // Otherwise the page of a prompt adds the text as a block.
        event.stopImmediatePropagation();
        store.actions.openImport({ kind: 'text', text });
      },
      { capture: true, signal },
    );
    return () => listening.abort();
  }, [store]);
}

/** In the desktop app, a workspace folder opens; everything else is imported. */
async function openDropped(droppedData: DataTransfer, { actions }: WorkbenchStore): Promise<void> {
  const [item, ...rest] = droppedData.items;
  const folder = item?.webkitGetAsEntry();
  // Read now: the items are gone after the event.
  const dir = item && window.workbench && folder?.isDirectory ? pathOf(item, window.workbench) : '';
  const files = readDroppedFiles(droppedData);
  const isWorkspace = dir !== '' && rest.length === 0 && (await hasFolder(folder, 'servers'));
  if (isWorkspace) await actions.openWorkspace(dir, false);
  else actions.openImport({ kind: 'files', files: await files });
}

function pathOf(transferItem: DataTransferItem, bridge: Bridge): string {
  const file = transferItem.getAsFile();
  return file ? bridge.pathOf(file) : '';
}

function hasFolder(entry: FileSystemEntry | null | undefined, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (!entry?.isDirectory) return resolve(false);
    (entry as FileSystemDirectoryEntry).getDirectory(
      name,
      {},
      () => resolve(true),
      () => resolve(false),
    );
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[contenteditable=true], input, textarea') !== null;
}
