/** Joins neighbouring passages of a page, so that the model reads their title and headings once. */
import type { Passage } from '../types.ts';

/** Whether one follows the other on their page. */
export function areNeighbours(one: Passage, other: Passage): boolean {
  if (one.order === undefined || other.order === undefined || one.location !== other.location) return false;
  return Math.abs(one.order - other.order) === 1;
}

/**
 * Has every block of the passages once and in order, below the headings that they have in common. A heading that begins
 * between them becomes text.
 * @param passages at least one, neighbours of a page in its order
 */
export function joinPassages(passages: readonly [Passage, ...Passage[]]): Passage {
  const [first] = passages;
  const headings = passages.reduce((common, passage) => commonPath(common, passage.headings), first.headings);
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

function commonPath(one: readonly string[], other: readonly string[]): readonly string[] {
  const end = one.findIndex((heading, index) => heading !== other[index]);
  return end === -1 ? one : one.slice(0, end);
}

/** @param depth the number of headings around it; the title of the page has level 1 */
function headingText(heading: string, depth: number): Passage['blocks'][number] {
  return { kind: 'text', text: `${'#'.repeat(Math.min(6, depth + 2))} ${heading}` };
}
