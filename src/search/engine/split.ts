/**
 * A page as passages. A passage is the largest section that fits: a short page is one, a long one falls into its
 * sections, and a section that is too long into its subsections or, last, at the end of a paragraph. A section too short
 * to say much is joined with its neighbour.
 */
import { pieces } from './cut.ts';
import type { Block, Page, Passage, PlacedBlock } from './types.ts';

/** Most of a passage, unless a program in it is longer. UTF-16 units: about 400 tokens. */
const longestPassage = 1_600;
/** A program up to this length is kept whole. UTF-16 units. */
const longestProgram = 4_000;
/** Less than this says too little to be found and shown alone. UTF-16 units. */
const shortestPassage = 300;

/** A heading beyond this is text that was marked as one: it would stand in every passage below it. UTF-16 units. */
export const longestHeading = 500;

type Content = Block & { readonly kind: 'text' | 'code' };

interface Section {
  readonly heading: string;
  readonly level: number;
  readonly line: number | undefined;
  readonly own: (Content & { readonly line?: number })[];
  readonly inner: Section[];
}

/** What becomes one passage unless it is joined with the next. */
interface Unit {
  readonly headings: readonly string[];
  readonly blocks: readonly Content[];
  readonly size: number;
  readonly line: number | undefined;
  /** Its own heading as text, for when it is joined under a common one. */
  readonly headingBlock: Content | undefined;
}

/** The passages of a page in reading order. An empty page with a title is one passage, so that it can be found. */
export function splitPage(page: Page): Passage[] {
  const units = joinShort(unitsOf(sectionsOf(page), []));
  const { title, location } = page;
  if (units.length === 0) return title === '' ? [] : [{ title, location, headings: [], blocks: [] }];
  return units.map(({ headings, blocks, line }) => ({ title, location, headings, blocks, line }));
}

/** The page as a tree: the root holds what comes before the first heading. */
function sectionsOf(page: Page): Section {
  const root: Section = { heading: '', level: 0, line: page.blocks[0]?.line, own: [], inner: [] };
  const open = [root];
  for (const block of page.blocks.map(longHeadingAsText)) {
    if (block.kind === 'heading') {
      while (open.length > 1 && (open.at(-1) as Section).level >= block.level) open.pop();
      const section = { heading: block.text, level: block.level, line: block.line, own: [], inner: [] };
      (open.at(-1) as Section).inner.push(section);
      open.push(section);
    } else (open.at(-1) as Section).own.push(...inPieces(block));
  }
  return root;
}

function longHeadingAsText(block: PlacedBlock): PlacedBlock {
  if (block.kind !== 'heading' || block.text.length <= longestHeading) return block;
  const { level: _, ...rest } = block;
  return { ...rest, kind: 'text' };
}

function inPieces(block: PlacedBlock & { kind: 'text' | 'code' }): (Content & { line?: number })[] {
  const most = block.kind === 'code' ? longestProgram : longestPassage;
  if (block.text.length <= most) return [block];
  return pieces(block, most).map((text) => ({ ...block, text }));
}

function unitsOf(section: Section, path: readonly string[]): Unit[] {
  const headings = section.heading === '' ? path : [...path, section.heading];
  const whole = flatten(section);
  const size = sizeOf(whole);
  const headingBlock = headingAsText(section);
  if (size <= longestPassage)
    return whole.length === 0 && headings.length === 0
      ? []
      : [{ headings, blocks: whole, size, line: section.line, headingBlock }];
  return [
    ...paragraphs(section.own).map((blocks, index) => ({
      headings,
      blocks,
      size: sizeOf(blocks),
      line: index === 0 ? section.line : blocks[0]?.line,
      headingBlock: index === 0 ? headingBlock : undefined,
    })),
    ...joinShort(section.inner.flatMap((inner) => unitsOf(inner, headings))),
  ];
}

/** A section and what is in it, headings as text. */
function flatten(section: Section): Content[] {
  return [
    ...section.own,
    ...section.inner.flatMap((inner) => {
      const heading = headingAsText(inner);
      return heading ? [heading, ...flatten(inner)] : flatten(inner);
    }),
  ];
}

function headingAsText({ heading, level }: Section): Content | undefined {
  return heading === '' ? undefined : { kind: 'text', text: `${'#'.repeat(Math.max(2, level))} ${heading}` };
}

function sizeOf(blocks: readonly Content[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length + 2, 0);
}

/** Blocks in groups that fit. The sentence that introduces a program goes with it. */
function paragraphs<B extends Content>(blocks: readonly B[]): B[][] {
  const groups: B[][] = [];
  let group: B[] = [];
  let size = 0;
  for (const block of blocks) {
    if (group.length > 0 && size + block.text.length > longestPassage) {
      const last = group.at(-1) as B;
      const introduces = block.kind === 'code' && last.kind === 'text' && last.text.length <= shortestPassage;
      const carried = introduces && group.length > 1 ? [group.pop() as B] : [];
      groups.push(group);
      group = carried;
      size = sizeOf(carried);
    }
    group.push(block);
    size += block.text.length + 2;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

/** Joins a unit that is too short with the one after it, or the last with the one before, under their common headings. */
function joinShort(units: readonly Unit[]): Unit[] {
  const joined: Unit[] = [];
  for (const unit of units) {
    const last = joined.at(-1);
    const isShort = last !== undefined && (last.size < shortestPassage || unit.size < shortestPassage);
    if (last && isShort && last.size + unit.size <= longestPassage) joined[joined.length - 1] = join(last, unit);
    else joined.push(unit);
  }
  return joined;
}

function join(first: Unit, second: Unit): Unit {
  let common = 0;
  while (common < first.headings.length && first.headings[common] === second.headings[common]) common++;
  const headings = first.headings.slice(0, common);
  // The heading of a unit that keeps it as its own path is not repeated in its text.
  const show = (unit: Unit) =>
    unit.headingBlock && unit.headings.length > common ? [unit.headingBlock, ...unit.blocks] : unit.blocks;
  const blocks = [...show(first), ...show(second)];
  return { headings, blocks, size: sizeOf(blocks), line: first.line, headingBlock: undefined };
}
