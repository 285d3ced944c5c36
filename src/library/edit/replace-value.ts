/** Replaces the value of an entry of a list or map. */
import { type CST, isScalar } from 'yaml';
import type { Splice } from '../../base/text/splice.ts';
import { bodyStart, bracketsOf, type Entry, type EntryList } from '../../yaml/entries.ts';
import { beginsLine, columnOf, lineEnd, lineStart, nextLine } from '../../yaml/lines.ts';
import { canBePlain, type ScalarStyle } from '../../yaml/strings.ts';
import type { Addition } from './changes.ts';
import { type Rendering, type RenderOptions, render, type Spot } from './render.ts';

/** Undefined for a key after `?` without a colon, the only form without a place for a value. */
export function replaceValue(
  listing: EntryList,
  entry: Entry,
  { at, value }: Addition,
  options: RenderOptions,
): readonly Splice[] | undefined {
  const { text } = listing;
  const isInFlow = bracketsOf(listing.collection) !== undefined;
  const spot = spotOf(listing, entry, typeof at.at(-1) === 'string' ? 'key' : 'item', options);
  const rendering = render(value, at, spot, withStyleOf(entry, isInFlow, options));
  const { lineBreak } = options.style;
  if (isInFlow) return [inBrackets(entry, rendering, lineBreak)];
  const { valueLead: lead, value: oldValue } = entry;
  if (lead === undefined) return undefined;
  const site: Site = { text, lead, lineBreak };
  if (!oldValue) return replaceAfterLead(site, { start: lead, end: lead }, rendering);
  const isBeside = !text.slice(lead, oldValue.start).includes('\n');
  if (!isBeside) return replaceOnOwnLine(site, oldValue, rendering);
  const { token, start, end } = oldValue;
  if (token.type === 'block-scalar') return replaceBlockScalar(site, token, end, rendering);
  if (token.type === 'block-map' || token.type === 'block-seq')
    return [{ start, end, insert: joinLines(rendering, lineBreak) + missingBreak(text, end, lineBreak) }];
  return replaceAfterLead(site, { start: rendering.head === '' ? lead : start, end }, rendering);
}

/** The place of the new value: after `lead`, the end of the entry's dash or colon and any anchor or tag. */
interface Site {
  readonly text: string;
  readonly lead: number;
  readonly lineBreak: string;
}

/** Offsets of the replaced text. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

/**
 * The new value keeps the style of the old one, except quotes that the old text required: they stay only if the new text
 * requires quotes too. Otherwise text saved while a person types would keep quotes that the person never chose.
 */
function withStyleOf(entry: Entry, isInFlow: boolean, options: RenderOptions): RenderOptions {
  const prefer = entry.value && styleOfToken(entry.value.token);
  const oldValue = isScalar(entry.node) ? entry.node.value : undefined;
  const isForced = typeof oldValue === 'string' && !canBePlain(oldValue, isInFlow);
  if (!isForced || (prefer !== 'single' && prefer !== 'double')) return { ...options, prefer };
  return { ...options, prefer: 'plain', style: { ...options.style, quote: prefer } };
}

function spotOf({ text, collection }: EntryList, entry: Entry, kind: 'key' | 'item', { style }: RenderOptions): Spot {
  const column = columnOf(text, entry.start);
  if (!bracketsOf(collection)) return { kind, column };
  return style.isJson && beginsLine(text, entry.start) ? { kind: 'flow', column } : { kind: 'flow' };
}

function styleOfToken(token: CST.Token): ScalarStyle | undefined {
  switch (token.type) {
    case 'single-quoted-scalar':
      return 'single';
    case 'double-quoted-scalar':
      return 'double';
    case 'block-scalar':
      return 'literal';
    case 'scalar':
      return 'plain';
    default:
      return undefined;
  }
}

function inBrackets(entry: Entry, rendering: Rendering, lineBreak: string): Splice {
  const text = joinLines(rendering, lineBreak);
  if (entry.value) return { start: entry.value.start, end: entry.value.end, insert: text };
  const start = entry.valueLead ?? entry.end;
  return { start, end: start, insert: entry.valueLead === undefined ? `: ${text}` : ` ${text}` };
}

/** The head replaces the value on the lead's line. The body goes below that line, which keeps its comment. */
function replaceAfterLead(site: Site, { start, end }: Extent, { head, body }: Rendering): Splice[] {
  const needsSpace = head !== '' && site.text[start - 1] !== ' ';
  const besideKey = { start, end, insert: needsSpace ? ` ${head}` : head };
  if (body.length === 0) return [besideKey];
  const below = nextLine(site.text, end);
  return [besideKey, { start: below, end: below, insert: bodyText(site, below, body) }];
}

/** Whole lines to insert at a line start, or at the end of a text without a final line break. */
function bodyText({ text, lineBreak }: Site, offset: number, body: readonly string[]): string {
  if (body.length === 0) return '';
  const isLineStart = offset === 0 || text[offset - 1] === '\n';
  return isLineStart ? body.map((line) => line + lineBreak).join('') : lineBreak + body.join(lineBreak);
}

/** The header line keeps its comment; the text lines below it are replaced. */
function replaceBlockScalar(site: Site, token: CST.BlockScalar, end: number, { head, body }: Rendering): Splice[] {
  const header = token.props.find((part) => part.type === 'block-scalar-header');
  const headerEnd = token.offset + (header && 'source' in header ? header.source.length : 0);
  const start = bodyStart(token);
  return [
    { start: head === '' ? site.lead : token.offset, end: headerEnd, insert: head },
    { start, end, insert: bodyText(site, start, body) },
  ];
}

/** The old value is on the lines below its key or dash, possibly with comments in between. */
function replaceOnOwnLine(site: Site, value: Extent, rendering: Rendering): Splice[] {
  const { text, lead, lineBreak } = site;
  const { head, body } = rendering;
  const start = lineStart(text, value.start);
  const after = missingBreak(text, value.end, lineBreak);
  if (head === '') return [{ start, end: value.end, insert: body.join(lineBreak) + after }];
  const hasComment = text.slice(lead, value.start).includes('#');
  if (!hasComment) return [{ start: lead, end: value.end, insert: ` ${joinLines(rendering, lineBreak)}${after}` }];
  const isWholeLine = text[value.end - 1] === '\n' || text.slice(value.end, lineEnd(text, value.end)).trim() === '';
  const end = isWholeLine && text[value.end - 1] !== '\n' ? nextLine(text, value.end) : value.end;
  return [
    { start: lead, end: lead, insert: ` ${head}` },
    { start, end, insert: bodyText(site, start, body) },
  ];
}

function joinLines({ head, body }: Rendering, lineBreak: string): string {
  return [head, ...body].join(lineBreak);
}

/** A block scalar's range includes its last line break, so its replacement must end with one. */
function missingBreak(text: string, end: number, lineBreak: string): string {
  return text[end - 1] === '\n' ? lineBreak : '';
}
