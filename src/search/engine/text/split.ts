/**
 * Splits pages into passages. A passage is the largest section that fits: a short page is one passage, a long page is split
 * into sections, and a long section into subsections or paragraphs. A very short section is joined with its neighbour.
 */
import { pieces } from '../query/cut.ts';
import type { Block, Page, Passage, PlacedBlock } from '../types.ts';

/** A passage is longer only if a program in it is. UTF-16 units: about 400 tokens. */
const maxPassageLength = 1_600;
/** Programs up to this length are not split. UTF-16 units. */
const maxProgramLength = 4_000;
/** Shorter sections are joined with a neighbour. UTF-16 units. */
const minPassageLength = 300;

/** A longer heading counts as text, as headings are repeated in every passage below them. UTF-16 units. */
export const maxHeadingLength = 500;

type Content = Block & { readonly kind: 'text' | 'code' };

interface Place {
  readonly line?: number;
  readonly anchor?: string;
}

interface Section {
  readonly heading: string;
  readonly level: number;
  readonly line: number | undefined;
  readonly anchor: string | undefined;
  readonly ownBlocks: (Content & Place)[];
  readonly inner: Section[];
}

/** Becomes one passage unless it is joined with the next. */
interface Unit {
  readonly headings: readonly string[];
  readonly blocks: readonly Content[];
  readonly size: number;
  readonly line: number | undefined;
  readonly anchor: string | undefined;
  /** Its heading as text, for joining it with a neighbour. */
  readonly headingBlock: Content | undefined;
}

/** The passages of a page in reading order. An empty page with a title is one passage, so that searches find it. */
export function splitPage(page: Page): Passage[] {
  const units = joinShort(unitsOf(sectionsOf(page), []));
  const { title, location } = page;
  if (units.length === 0) return title === '' ? [] : [{ title, location, headings: [], blocks: [], order: 0 }];
  return units.map(({ headings, blocks, line, anchor }, order) => ({
    title,
    location,
    headings,
    blocks,
    line,
    anchor,
    order,
  }));
}

/** The page as a tree. The root holds the blocks before the first heading. */
function sectionsOf(page: Page): Section {
  const root: Section = {
    heading: '',
    level: 0,
    line: page.blocks[0]?.line,
    anchor: page.blocks[0]?.anchor,
    ownBlocks: [],
    inner: [],
  };
  const open = [root];
  for (const block of page.blocks.map(longHeadingAsText)) {
    if (block.kind === 'heading') {
      while (open.length > 1 && (open.at(-1) as Section).level >= block.level) open.pop();
      const { text: heading, level, line, anchor } = block;
      const section = { heading, level, line, anchor, ownBlocks: [], inner: [] };
      (open.at(-1) as Section).inner.push(section);
      open.push(section);
    } else (open.at(-1) as Section).ownBlocks.push(...inPieces(block));
  }
  return root;
}

function longHeadingAsText(block: PlacedBlock): PlacedBlock {
  if (block.kind !== 'heading' || block.text.length <= maxHeadingLength) return block;
  const { level: _, ...rest } = block;
  return { ...rest, kind: 'text' };
}

function inPieces(block: PlacedBlock & { kind: 'text' | 'code' }): (Content & Place)[] {
  const maxLength = block.kind === 'code' ? maxProgramLength : maxPassageLength;
  if (block.text.length <= maxLength) return [block];
  return pieces(block, maxLength).map((text) => ({ ...block, text }));
}

function unitsOf(section: Section, path: readonly string[]): Unit[] {
  const headings = section.heading === '' ? path : [...path, section.heading];
  const contents = flatten(section);
  const size = sizeOf(contents);
  const headingBlock = headingAsText(section);
  if (size <= maxPassageLength)
    return contents.length === 0 && headings.length === 0
      ? []
      : [{ headings, blocks: contents, size, line: section.line, anchor: section.anchor, headingBlock }];
  return [
    ...paragraphs(section.ownBlocks).map((blocks, index) => ({
      headings,
      blocks,
      size: sizeOf(blocks),
      line: index === 0 ? section.line : blocks[0]?.line,
      anchor: index === 0 ? section.anchor : (blocks[0]?.anchor ?? section.anchor),
      headingBlock: index === 0 ? headingBlock : undefined,
    })),
    ...joinShort(section.inner.flatMap((inner) => unitsOf(inner, headings))),
  ];
}

/** The blocks of a section and its subsections, with headings as text. */
function flatten(section: Section): Content[] {
  return [
    ...section.ownBlocks,
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

/** Groups blocks that fit into one passage. A sentence that introduces a program stays with it. */
function paragraphs<B extends Content>(blocks: readonly B[]): B[][] {
  const groups: B[][] = [];
  let group: B[] = [];
  let size = 0;
  for (const block of blocks) {
    if (group.length > 0 && size + block.text.length > maxPassageLength) {
      const last = group.at(-1) as B;
      const introduces = block.kind === 'code' && last.kind === 'text' && last.text.length <= minPassageLength;
      const lastUnits = introduces && group.length > 1 ? [group.pop() as B] : [];
      groups.push(group);
      group = lastUnits;
      size = sizeOf(lastUnits);
    }
    group.push(block);
    size += block.text.length + 2;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

/** Joins a short unit with the next one, or the last with the previous one, under their common headings. */
function joinShort(units: readonly Unit[]): Unit[] {
  const joinedUnits: Unit[] = [];
  for (const unit of units) {
    const last = joinedUnits.at(-1);
    const isShort = last !== undefined && (last.size < minPassageLength || unit.size < minPassageLength);
    if (last && isShort && last.size + unit.size <= maxPassageLength)
      joinedUnits[joinedUnits.length - 1] = join(last, unit);
    else joinedUnits.push(unit);
  }
  return joinedUnits;
}

function join(first: Unit, second: Unit): Unit {
  let commonCount = 0;
  while (commonCount < first.headings.length && first.headings[commonCount] === second.headings[commonCount])
    commonCount++;
  const headings = first.headings.slice(0, commonCount);
  // Headings that remain in the path are not repeated in the text.
  const show = (unit: Unit) =>
    unit.headingBlock && unit.headings.length > commonCount ? [unit.headingBlock, ...unit.blocks] : unit.blocks;
  const blocks = [...show(first), ...show(second)];
  return { headings, blocks, size: sizeOf(blocks), line: first.line, anchor: first.anchor, headingBlock: undefined };
}
