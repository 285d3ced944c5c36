import { useEffect } from 'react';
import { looksLikeWolframServer } from '../../../src/model/looks-like-wolfram.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { droppedFiles } from './read-files.ts';

/**
 * Files and folders that are dropped beside the page of a prompt, which takes them as blocks, open the import; so does
 * Wolfram Language that is pasted where nobody is typing.
 */
export function useGivenImports(): void {
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
        // The page of a prompt would add the text as a block.
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
