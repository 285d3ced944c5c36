/** Joins neighbouring passages of a page, so that the model reads their title and headings once. */
import type { Passage } from '../types.ts';

/** Whether one follows the other on their page. */
export function areNeighbours(left: Passage, right: Passage): boolean {
  if (left.order === undefined || right.order === undefined || left.location !== right.location) return false;
  return Math.abs(left.order - right.order) === 1;
}

/**
 * Has every block of the passages once and in order, below the headings that they have in common. A heading that begins
 * between them becomes text.
 * @param passages at least one, neighbours of a page in its order
 */
export function joinPassages(passages: readonly [Passage, ...Passage[]]): Passage {
  const [first] = passages;
  const headings = passages.reduce(
    (sharedHeadings, passage) => commonPath(sharedHeadings, passage.headings),
    first.headings,
  );
  let path = headings;
  const blocks = passages.flatMap((passage) => {
    const sharedDepth = commonPath(path, passage.headings).length;
    path = passage.headings;
    return [
      ...path.slice(sharedDepth).map((heading, index) => headingText(heading, sharedDepth + index)),
      ...passage.blocks,
    ];
  });
  return { ...first, headings, blocks };
}

function commonPath(left: readonly string[], right: readonly string[]): readonly string[] {
  const end = left.findIndex((heading, index) => heading !== right[index]);
  return end === -1 ? left : left.slice(0, end);
}

/** @param depth the number of headings around it; the title of the page has level 1 */
function headingText(heading: string, depth: number): Passage['blocks'][number] {
  return { kind: 'text', text: `${'#'.repeat(Math.min(6, depth + 2))} ${heading}` };
}
