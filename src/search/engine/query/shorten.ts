/** Shortens a passage to a beginning that ends at a natural break. */
import type { Passage } from '../types.ts';
import { cutCode, cutSentences, cutText } from './cut.ts';

/** The length of the text. UTF-16 units. */
export function lengthOf({ blocks }: Passage): number {
  return blocks.reduce((sum, { text }) => sum + text.length, Math.max(0, blocks.length - 1));
}

interface Fit {
  /** About how much of the passage fits, from 0 to 1. */
  readonly share: number;
  /** In UTF-16 units. */
  readonly minLength: number;
  /** Whether it may end within a sentence, if the first sentence does not fit. */
  readonly mayEndAtWord: boolean;
}

/** The longest beginning of a passage that fits, with an ellipsis; undefined if it is shorter than `minLength`. */
export function findLongestBeginning(
  passage: Passage,
  { share, minLength, mayEndAtWord }: Fit,
  fits: (beginning: Passage) => boolean,
): Passage | undefined {
  const cutAt = mayEndAtWord ? cutText : cutSentences;
  const totalLength = lengthOf(passage);
  let low = 0;
  let high = totalLength;
  let longest: Passage | undefined;
  let longestLength = 0;
  let tooLong = Number.POSITIVE_INFINITY;
  let middle = Math.min(totalLength, Math.ceil(totalLength * share));
  // A longer beginning has no fewer tokens, so halving finds the longest. Many places share the natural break before them,
  // and each break is tried once.
  while (low < high) {
    const shortenedText = withEllipsis(cutToStart(passage, middle, cutAt));
    const length = lengthOf(shortenedText);
    if (length <= longestLength || (length < tooLong && fits(shortenedText))) {
      if (length > longestLength) [longest, longestLength] = [shortenedText, length];
      low = middle;
    } else {
      tooLong = Math.min(tooLong, length);
      high = middle - 1;
    }
    middle = (low + high + 1) >> 1;
  }
  return longest && longestLength >= minLength ? longest : undefined;
}

/** The beginning of a passage, at most `maxLength` UTF-16 units, cut at a natural break. */
function cutToStart(passage: Passage, maxLength: number, cut: typeof cutText): Passage {
  const blocks: Passage['blocks'][number][] = [];
  let room = maxLength;
  for (const block of passage.blocks) {
    if (block.text.length <= room) {
      blocks.push(block);
      room -= block.text.length;
      continue;
    }
    const text = block.kind === 'code' ? cutCode(block.text, room) : cut(block.text, room);
    if (text.trim() !== '') blocks.push({ ...block, text });
    break;
  }
  // Drop headings with nothing below them.
  while (/^#{2,6}( [^\n]*)?$/.test(blocks.at(-1)?.text ?? '')) blocks.pop();
  return { ...passage, blocks };
}

function withEllipsis(passage: Passage): Passage {
  return { ...passage, blocks: [...passage.blocks, { kind: 'text', text: '…' }] };
}
