/** Another value for an entry of a list or map. */
import { type CST, isScalar } from 'yaml';
import type { Splice } from '../../base/splice.ts';
import type { Addition } from './changes.ts';
import { bodyStart, bracketsOf, type Entry, type Listed } from './geometry.ts';
import { beginsLine, columnOf, lineEnd, lineStart, nextLine } from './lines.ts';
import { type Rendered, type RenderOptions, render, type Spot } from './render.ts';
import { canBePlain, type ScalarStyle } from './strings.ts';

/** Undefined for the one form that has no place for a value: a key after `?` without a colon. */
export function replaceValue(
  listed: Listed,
  entry: Entry,
  { at, value }: Addition,
  options: RenderOptions,
): readonly Splice[] | undefined {
  const { text } = listed;
  const isInFlow = bracketsOf(listed.collection) !== undefined;
  const spot = spotOf(listed, entry, typeof at.at(-1) === 'string' ? 'key' : 'item', options);
  const rendered = render(value, at, spot, inMannerOf(entry, isInFlow, options));
  const { lineBreak } = options.style;
  if (isInFlow) return [inBrackets(entry, rendered, lineBreak)];
  const { valueLead: lead, value: old } = entry;
  if (lead === undefined) return undefined;
  const site: Site = { text, lead, lineBreak };
  if (!old) return besideLead(site, { start: lead, end: lead }, rendered);
  const isBeside = !text.slice(lead, old.start).includes('\n');
  if (!isBeside) return onOwnLine(site, old, rendered);
  const { token, start, end } = old;
  if (token.type === 'block-scalar') return overBlockScalar(site, token, end, rendered);
  if (token.type === 'block-map' || token.type === 'block-seq')
    return [{ start, end, insert: joined(rendered, lineBreak) + lostBreak(text, end, lineBreak) }];
  return besideLead(site, { start: rendered.head === '' ? lead : start, end }, rendered);
}

/** Where the new value goes: behind `lead`, the end of the entry's dash or colon and what else stands before the value. */
interface Site {
  readonly text: string;
  readonly lead: number;
  readonly lineBreak: string;
}

/** Offsets of what is replaced. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

/**
 * The new value is written as the old one was. But quotes that the old text could not do without are no choice of the
 * author's: they stay only where the new text needs some, or text that is saved while it is typed would keep them.
 */
function inMannerOf(entry: Entry, isInFlow: boolean, options: RenderOptions): RenderOptions {
  const prefer = entry.value && styleOfToken(entry.value.token);
  const old = isScalar(entry.node) ? entry.node.value : undefined;
  const isForced = typeof old === 'string' && !canBePlain(old, isInFlow);
  if (!isForced || (prefer !== 'single' && prefer !== 'double')) return { ...options, prefer };
  return { ...options, prefer: 'plain', style: { ...options.style, quote: prefer } };
}

function spotOf({ text, collection }: Listed, entry: Entry, kind: 'key' | 'item', { style }: RenderOptions): Spot {
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

function inBrackets(entry: Entry, rendered: Rendered, lineBreak: string): Splice {
  const text = joined(rendered, lineBreak);
  if (entry.value) return { start: entry.value.start, end: entry.value.end, insert: text };
  const start = entry.valueLead ?? entry.end;
  return { start, end: start, insert: entry.valueLead === undefined ? `: ${text}` : ` ${text}` };
}

/** The head replaces what is in the lead's line; the body goes below that line, whose comment stays in it. */
function besideLead(site: Site, { start, end }: Extent, { head, body }: Rendered): Splice[] {
  const needsSpace = head !== '' && site.text[start - 1] !== ' ';
  const beside = { start, end, insert: needsSpace ? ` ${head}` : head };
  if (body.length === 0) return [beside];
  const below = nextLine(site.text, end);
  return [beside, { start: below, end: below, insert: bodyText(site, below, body) }];
}

/** Whole lines for a place where a line begins, or for the end of a text whose last line has no line break. */
function bodyText({ text, lineBreak }: Site, offset: number, body: readonly string[]): string {
  if (body.length === 0) return '';
  const isLineStart = offset === 0 || text[offset - 1] === '\n';
  return isLineStart ? body.map((line) => line + lineBreak).join('') : lineBreak + body.join(lineBreak);
}

/** The header's line keeps its comment; the lines of the text below it are replaced. */
function overBlockScalar(site: Site, token: CST.BlockScalar, end: number, { head, body }: Rendered): Splice[] {
  const header = token.props.find((part) => part.type === 'block-scalar-header');
  const headerEnd = token.offset + (header && 'source' in header ? header.source.length : 0);
  const start = bodyStart(token);
  return [
    { start: head === '' ? site.lead : token.offset, end: headerEnd, insert: head },
    { start, end, insert: bodyText(site, start, body) },
  ];
}

/** The old value stands on lines below its key or dash, perhaps with comments between. */
function onOwnLine(site: Site, value: Extent, rendered: Rendered): Splice[] {
  const { text, lead, lineBreak } = site;
  const { head, body } = rendered;
  const start = lineStart(text, value.start);
  const after = lostBreak(text, value.end, lineBreak);
  if (head === '') return [{ start, end: value.end, insert: body.join(lineBreak) + after }];
  const hasComment = text.slice(lead, value.start).includes('#');
  if (!hasComment) return [{ start: lead, end: value.end, insert: ` ${joined(rendered, lineBreak)}${after}` }];
  const isWholeLine = text[value.end - 1] === '\n' || text.slice(value.end, lineEnd(text, value.end)).trim() === '';
  const end = isWholeLine && text[value.end - 1] !== '\n' ? nextLine(text, value.end) : value.end;
  return [
    { start: lead, end: lead, insert: ` ${head}` },
    { start, end, insert: bodyText(site, start, body) },
  ];
}

function joined({ head, body }: Rendered, lineBreak: string): string {
  return [head, ...body].join(lineBreak);
}

/** A block scalar's range takes its last line break with it: what comes in its place must give it back. */
function lostBreak(text: string, end: number, lineBreak: string): string {
  return text[end - 1] === '\n' ? lineBreak : '';
}
