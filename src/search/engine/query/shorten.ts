/** Shortens a passage to a beginning that ends at a natural break. */
import type { Passage } from '../types.ts';
import { cutCode, cutText } from './cut.ts';

/** The length of the text. UTF-16 units. */
export function lengthOf({ blocks }: Passage): number {
  return blocks.reduce((sum, { text }) => sum + text.length, Math.max(0, blocks.length - 1));
}

/**
 * The longest beginning of a passage that fits, with an ellipsis; undefined if it is shorter than `least`.
 * @param share about how much of the passage fits, from 0 to 1
 * @param least UTF-16 units
 */
export function longestFitting(
  passage: Passage,
  share: number,
  least: number,
  fits: (beginning: Passage) => boolean,
): Passage | undefined {
  const total = lengthOf(passage);
  let low = 0;
  let high = total;
  let longest: Passage | undefined;
  let longestLength = 0;
  let tooLong = Number.POSITIVE_INFINITY;
  let middle = Math.min(total, Math.ceil(total * share));
  // A longer beginning has no fewer tokens, so halving finds the longest. Many places share the natural break before them,
  // and each break is tried once.
  while (low < high) {
    const cut = withEllipsis(beginning(passage, middle));
    const length = lengthOf(cut);
    if (length <= longestLength || (length < tooLong && fits(cut))) {
      if (length > longestLength) [longest, longestLength] = [cut, length];
      low = middle;
    } else {
      tooLong = Math.min(tooLong, length);
      high = middle - 1;
    }
    middle = (low + high + 1) >> 1;
  }
  return longest && longestLength >= least ? longest : undefined;
}

/** The beginning of a passage, at most `most` UTF-16 units, cut at a natural break. */
function beginning(passage: Passage, most: number): Passage {
  const blocks: Passage['blocks'][number][] = [];
  let left = most;
  for (const block of passage.blocks) {
    if (block.text.length <= left) {
      blocks.push(block);
      left -= block.text.length;
      continue;
    }
    const text = block.kind === 'code' ? cutCode(block.text, left) : cutText(block.text, left);
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
