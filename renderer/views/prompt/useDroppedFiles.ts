import { useEffect, useState } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { inBackground } from '../../in-background.ts';
import type { BlockPlace } from '../../store/content/blocks.ts';
import type { DropPlace } from '../../store/content/dropped-files.ts';
import { pathKey } from '../../store/definition/json.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { stillHere } from '../shell/focus.ts';
import { showBlock } from './messages/focus.ts';

/**
 * Turns files that are dropped or pasted on the prompt's page into blocks, also over a code editor, which would insert
 * their bytes as text. Returns the drop position while files are dragged over the page.
 */
export function useDroppedFiles(at: KeyPath): DropPlace | undefined {
  const { addFiles, addText, refusesText } = useWorkbenchActions();
  const [over, setOver] = useState<DropPlace>();
  const key = pathKey(at);
  useEffect(() => {
    const place = JSON.parse(key) as KeyPath;
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };

    document.addEventListener(
      'dragover',
      (event) => {
        if (!takesDrop(event)) return setOver(undefined);
        claim(event);
        if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
        const { message } = placeUnder(event);
        setOver((current) =>
          current && current.message === message ? current : message === undefined ? {} : { message },
        );
      },
      options,
    );
    document.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(undefined), options);
    document.addEventListener(
      'drop',
      (event) => {
        setOver(undefined);
        if (!takesDrop(event)) return;
        claim(event);
        inBackground(addFiles(place, [...(event.dataTransfer?.files ?? [])], placeUnder(event)).then(showLater()));
      },
      options,
    );
    document.addEventListener(
      'paste',
      (event) => {
        if (!isOnPage(event.target) && event.target !== document.body) return;
        const text = event.clipboardData?.getData('text/plain') ?? '';
        const files = [...(event.clipboardData?.files ?? [])];
        const isTyping = event.target instanceof Element && event.target.closest(editable) !== null;
        // Programs that copy a table or a paragraph also offer a picture of it; the text is preferred.
        if (text === '' && files.length > 0) {
          claim(event);
          inBackground(addFiles(place, files, placeOf(event.target)).then(showLater()));
        } else if (text !== '' && refusesText(text)) claim(event);
        else if (text !== '' && !isTyping) inBackground(addText(place, text, placeOf(event.target)).then(showLater()));
      },
      options,
    );
    return () => listening.abort();
  }, [key, addFiles, addText, refusesText]);
  return over;
}

/** What shows the new block once it is written, unless the person has gone elsewhere by then. */
function showLater(): (place: BlockPlace | undefined) => Promise<void> {
  const isHere = stillHere();
  return async (place) => place && showBlock(place, isHere);
}

const editable = '[contenteditable=true], input, textarea';

/** Whether files are dragged over the page, outside the parts that take files themselves. */
function takesDrop({ dataTransfer, target }: DragEvent): boolean {
  const hasFiles = dataTransfer?.types.includes('Files') ?? false;
  return hasFiles && isOnPage(target) && target.closest('[data-takes-files]') === null;
}

/** The page is the editor pane, without the preview and the dialogs. */
function isOnPage(target: EventTarget | null): target is Element {
  return target instanceof Element && target.closest('main') !== null;
}

function claim(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** The position after the block that contains an element. */
function placeOf(target: EventTarget | null): DropPlace {
  const element = target instanceof Element ? target : undefined;
  const message = element?.closest<HTMLElement>('[data-message]')?.dataset.message;
  const block = element?.closest<HTMLElement>('[data-block]')?.dataset.block;
  if (message === undefined) return {};
  return { message: Number(message), ...(block === undefined ? {} : { block: Number(block) + 1 }) };
}

/** The drop position under the pointer: in the upper half of a block, before it. */
function placeUnder(event: DragEvent): DropPlace {
  const { message, block } = placeOf(event.target);
  if (message === undefined) return {};
  if (block === undefined || !(event.target instanceof Element)) return { message };
  const box = event.target.closest('[data-block]')?.getBoundingClientRect();
  const isBefore = box !== undefined && event.clientY < box.top + box.height / 2;
  return { message, block: isBefore ? block - 1 : block };
}
