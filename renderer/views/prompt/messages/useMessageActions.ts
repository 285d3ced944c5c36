import { useRef } from 'react';
import type { KeyPath } from '../../../../src/base/json.ts';
import { inBackground } from '../../../in-background.ts';
import {
  type BlockPlace,
  blocksIn,
  isEmptyText,
  type NewBlockType,
  newBlock,
  newMessage,
  type Role,
  withBlockMoved,
  withBlocks,
  withoutBlock,
} from '../../../store/content/blocks.ts';
import { selectFirstSource, selectIsTemplate } from '../../../store/content/content-actions.ts';
import { isObject, type Json } from '../../../store/definition/json.ts';
import { useWorkbenchActions, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { stillHere } from '../../shell/focus.ts';
import { createAndJump } from '../../shell/held-keys.ts';
import { strings } from '../strings.ts';
import { focusField, focusGrip, showBlock } from './focus.ts';

/** `1` for a message, `1:0` for its first block: the form of positions on handles and drop targets. */
export function placeName({ message, block }: { message: number; block?: number }): string {
  return block === undefined ? String(message) : `${message}:${block}`;
}

export function placeOf(name: string): BlockPlace {
  const [message = 0, block = 0] = name.split(':').map(Number);
  return { message, block };
}

/** Actions on whole messages and blocks. Each announces the new position and moves the focus there. */
export function useMessageActions(at: KeyPath, announce: (sentence: string) => void) {
  const store = useWorkbenchStore();
  const { state } = store;
  const { restructure, restructureWithNotice, moveItem, blockForFile } = useWorkbenchActions();
  const nudges = useRef<{ queue: Promise<void>; place: BlockPlace } | undefined>(undefined);

  const messages = () => listOf(valueIn(state.getState(), at));
  const contentAt = (message: number) => [...at, message, 'Content'];
  const content = (message: number) => valueIn(state.getState(), contentAt(message));
  const count = (message: number) => blocksIn(content(message)).length;

  /** Resolves with whether the message moved. */
  async function moveMessage(from: number, to: number): Promise<boolean> {
    const isHere = stillHere();
    if (from === to || !(await moveItem(at, from, to))) return false;
    announce(strings.messageMoved(to + 1, messages().length));
    focusGrip(placeName({ message: to }), isHere);
    return true;
  }

  /** `to` counts the blocks before the move. Resolves with the new position. */
  async function moveBlock(from: BlockPlace, to: BlockPlace): Promise<BlockPlace> {
    const isHere = stillHere();
    const isSame = from.message === to.message;
    const block = isSame && from.block < to.block ? to.block - 1 : to.block;
    if (isSame && block === from.block) return from;
    const isEmptied = !isSame && count(from.message) === 1;
    const isBlank = !isSame && count(to.message) === 1 && isEmptyText(blocksIn(content(to.message))[0]);
    if (isSame) {
      if (!(await moveItem(contentAt(from.message), from.block, block))) return from;
    } else if (!(await restructure(at, (before) => withBlockMoved(listOf(before), from, to)))) return from;
    const message = isEmptied && from.message < to.message ? to.message - 1 : to.message;
    const place = { message, block: isBlank ? 0 : block };
    announce(strings.blockMoved(place.block + 1, place.message + 1));
    focusGrip(placeName(place), isHere);
    return place;
  }

  /** Moves a block one step, at the edge of a message into the next one. */
  async function stepBlock(from: BlockPlace, step: 1 | -1): Promise<BlockPlace> {
    const { message, block } = from;
    if (step === -1 && block > 0) return moveBlock(from, { message, block: block - 1 });
    if (step === 1 && block < count(message) - 1) return moveBlock(from, { message, block: block + 2 });
    const next = message + step;
    if (next >= 0 && next < messages().length)
      return moveBlock(from, { message: next, block: step === 1 ? 0 : count(next) });
    announce(step === 1 ? strings.isLastBlock : strings.isFirstBlock);
    return from;
  }

  async function stepMessage({ message }: BlockPlace, step: 1 | -1): Promise<BlockPlace> {
    const to = message + step;
    if (to < 0 || to >= messages().length) {
      announce(step === 1 ? strings.isLastMessage : strings.isFirstMessage);
      return { message, block: 0 };
    }
    return { message: (await moveMessage(message, to)) ? to : message, block: 0 };
  }

  /** Keys that repeat faster than the file is written keep moving the same element. */
  function nudge(from: BlockPlace, step: (from: BlockPlace) => Promise<BlockPlace>): void {
    const under = nudges.current;
    const start = under?.queue ?? Promise.resolve();
    const run = { place: from, queue: Promise.resolve() };
    run.queue = start.then(async () => {
      run.place = await step(under ? under.place : from);
      if (nudges.current === run) nudges.current = undefined;
    });
    nudges.current = run;
  }

  return {
    moveMessage,
    moveBlock: (from: BlockPlace, to: BlockPlace) => inBackground(moveBlock(from, to)),
    nudgeMessage: (message: number, step: 1 | -1) => nudge({ message, block: 0 }, (from) => stepMessage(from, step)),
    nudgeBlock: (place: BlockPlace, step: 1 | -1) => nudge(place, (from) => stepBlock(from, step)),
    async addMessage(role: Role): Promise<void> {
      const message = messages().length;
      await createAndJump(
        store,
        () => restructure(at, (before) => [...listOf(before), newMessage(role, selectIsTemplate(state.getState()))]),
        (_, isHere) => focusField(placeName({ message, block: 0 }), isHere),
      );
    },
    async duplicateMessage(message: number): Promise<void> {
      const isHere = stillHere();
      await restructure(at, (before) => repeatItem(listOf(before), message));
      announce(`Duplicated message ${message + 1}.`);
      focusGrip(placeName({ message: message + 1 }), isHere);
    },
    async removeMessage(message: number): Promise<void> {
      const isHere = stillHere();
      await restructureWithNotice(`Removed message ${message + 1}`, at, (before) =>
        listOf(before).toSpliced(message, 1),
      );
      focusGrip(placeName({ message: Math.max(0, Math.min(message, messages().length - 1)) }), isHere);
    },
    async addBlock(message: number, type: NewBlockType): Promise<void> {
      const now = state.getState();
      const block = newBlock(type, selectIsTemplate(now), selectFirstSource(now));
      const added = (before: Json | undefined) => withBlocks(before, blocksIn(before).length, [block]);
      // Known before the change: if it fails, the last block is another one, which must not get the keys.
      const place = placeName({ message, block: blocksIn(added(content(message))).length - 1 });
      await createAndJump(
        store,
        () => restructure(contentAt(message), added),
        (_, isHere) => focusField(place, isHere),
      );
    },
    async addFile(message: number, file: File): Promise<void> {
      const isHere = stillHere();
      const block = await blockForFile(file);
      if (block === undefined) return;
      await restructure(contentAt(message), (before) => withBlocks(before, blocksIn(before).length, [block]));
      await showBlock({ message, block: count(message) - 1 }, isHere);
    },
    async duplicateBlock({ message, block }: BlockPlace): Promise<void> {
      const isHere = stillHere();
      await restructure(contentAt(message), (before) => repeatItem(blocksIn(before), block));
      focusGrip(placeName({ message, block: block + 1 }), isHere);
    },
    async removeBlock({ message, block }: BlockPlace, name: string): Promise<void> {
      const isHere = stillHere();
      await restructureWithNotice(`Removed ${name}`, contentAt(message), (before) => withoutBlock(before, block));
      focusGrip(placeName({ message, block: Math.max(0, Math.min(block, count(message) - 1)) }), isHere);
    },
  };
}

export type MessageActions = ReturnType<typeof useMessageActions>;

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function repeatItem(list: readonly Json[], index: number): Json[] {
  const item = list[index];
  return item === undefined ? [...list] : list.toSpliced(index, 0, isObject(item) ? { ...item } : item);
}
