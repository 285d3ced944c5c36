import { useEffect } from 'react';
import { looksLikeWolframServer } from '../../../src/model/looks-like-wolfram.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { droppedFiles } from './read-files.ts';

/**
 * Opens the import for files and folders dropped outside the page of a prompt (which takes them as blocks), and for
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
        inBackground(
          droppedFiles(event.dataTransfer).then((files) => store.actions.openImport({ kind: 'files', files })),
        );
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

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[contenteditable=true], input, textarea') !== null;
}
