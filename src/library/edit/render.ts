/** Renders plain data as YAML or JSON text in a file's style. */
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import {
  canBeLiteral,
  canBePlain,
  canBeSingleQuoted,
  quoteDouble,
  quoteSingle,
  type ScalarStyle,
  writeLiteral,
} from '../../yaml/strings.ts';
import { type FileStyle, spellKey } from './style.ts';

/** The text after a key or dash (`head`), and the whole lines below it (`body`). */
export interface Rendering {
  readonly head: string;
  readonly body: readonly string[];
}

/** The place of a value. `column` is the column of the entry's key or dash. */
export type Spot =
  | { readonly kind: 'key'; readonly column: number }
  | { readonly kind: 'item'; readonly column: number }
  /** Inside brackets. `column` is the entry's column when each entry has its own line, else undefined. */
  | { readonly kind: 'flow'; readonly column?: number };

export interface RenderOptions {
  readonly style: FileStyle;
  /** The scalar style of the replaced value. */
  readonly prefer?: ScalarStyle | undefined;
  /** Whether block literals are allowed: they are most readable, but some places cannot hold every text as one. */
  readonly allowsLiterals: boolean;
}

/** Renders a value for its spot. `at` is its canonical path, which determines the spelling of its keys. */
export function render(value: unknown, at: KeyPath, spot: Spot, options: RenderOptions): Rendering {
  if (spot.kind === 'flow') return renderFlow(value, at, spot.column, options);
  if (typeof value === 'string') return renderString(value, spot.column, options);
  // The style of the old value applies to the new value itself, not to the values inside it.
  const inner = { ...options, prefer: undefined };
  if (Array.isArray(value) && value.length > 0) {
    const column = spot.kind === 'item' ? spot.column + 2 : spot.column + options.style.listStep;
    return belowOrBeside(listLines(value, at, column, inner), spot);
  }
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    const column = spot.kind === 'item' ? spot.column + 2 : spot.column + options.style.step;
    return belowOrBeside(mapLines(value, at, column, inner), spot);
  }
  return { head: inFlow(value, at, options), body: [] };
}

/** The lines of a map whose keys begin at `column`. */
export function mapLines(map: JsonObject, at: KeyPath, column: number, options: RenderOptions): readonly string[] {
  return Object.entries(map).flatMap(([key, value]) => {
    return entryLines(value, [...at, key], column, options);
  });
}

function listLines(list: readonly unknown[], at: KeyPath, column: number, options: RenderOptions): readonly string[] {
  return list.flatMap((item, index) => entryLines(item, [...at, index], column, options));
}

/** The lines of one entry of a block collection whose dash or key is at `column`. */
export function entryLines(value: unknown, at: KeyPath, column: number, options: RenderOptions): readonly string[] {
  const step = at.at(-1);
  const isKey = typeof step === 'string';
  const lead = isKey ? `${renderKey(step, at.slice(0, -1), false, options.style)}:` : '-';
  const { head, body } = render(value, at, { kind: isKey ? 'key' : 'item', column }, options);
  return [`${' '.repeat(column)}${lead}${head === '' ? '' : ` ${head}`}`, ...body];
}

/** A collection begins on the line below its key, or on the same line as its dash. */
function belowOrBeside(lines: readonly string[], spot: Spot): Rendering {
  if (spot.kind !== 'item') return { head: '', body: lines };
  return { head: (lines[0] ?? '').trimStart(), body: lines.slice(1) };
}

function renderString(value: string, column: number, { style, prefer, allowsLiterals }: RenderOptions): Rendering {
  const isLong = value.includes('\n') || prefer === 'literal';
  if (allowsLiterals && isLong && canBeLiteral(value))
    return writeLiteral(value, ' '.repeat(column + style.step), style.step);
  return { head: oneLine(value, prefer, false, style), body: [] };
}

/** Quoted text stays quoted; plain text stays plain if YAML allows it. */
function oneLine(value: string, prefer: ScalarStyle | undefined, isInFlow: boolean, style: FileStyle): string {
  const isQuoted = prefer === 'single' || prefer === 'double';
  if (!isQuoted && canBePlain(value, isInFlow)) return value;
  const quote = isQuoted ? prefer : style.quote;
  return quote === 'single' && canBeSingleQuoted(value) ? quoteSingle(value) : quoteDouble(value);
}

/** Renders a key; `quote` is the quote style of the key that it replaces. */
export function renderKey(key: string, parent: KeyPath, isInFlow: boolean, style: FileStyle, quote = ''): string {
  const spelling = spellKey(style, parent, key);
  if (style.isJson) return JSON.stringify(spelling);
  if (quote === "'" && canBeSingleQuoted(spelling)) return quoteSingle(spelling);
  if (quote === '"') return quoteDouble(spelling);
  return canBePlain(spelling, isInFlow) ? spelling : quoteDouble(spelling);
}

function renderFlow(value: unknown, at: KeyPath, column: number | undefined, options: RenderOptions): Rendering {
  const { style } = options;
  const isEmpty = typeof value !== 'object' || value === null || Object.keys(value).length === 0;
  if (column === undefined || isEmpty) return { head: inFlow(value, at, options), body: [] };
  const inner = column + style.step;
  const lead = ' '.repeat(inner);
  const parts = entriesOf(value).map(([step, item]) => {
    const { head, body } = renderFlow(item, [...at, step], inner, { ...options, prefer: undefined });
    return [`${lead}${flowLead(step, at, style)}${head}`, ...body];
  });
  const lines = parts.flatMap((part, index) => {
    const last = part.length - 1;
    return part.map((line, row) => (row === last && index < parts.length - 1 ? `${line},` : line));
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return { head: `${open}`, body: [...lines, `${' '.repeat(column)}${close}`] };
}

/** On one line. */
function inFlow(value: unknown, at: KeyPath, options: RenderOptions): string {
  const { style, prefer } = options;
  if (typeof value === 'string') return style.isJson ? quoteDouble(value) : oneLine(value, prefer, true, style);
  if (typeof value === 'number') return style.numbers.get(value) ?? String(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = { ...options, prefer: undefined };
  const parts = entriesOf(value).map(([step, item]) => {
    return `${flowLead(step, at, style)}${inFlow(item, [...at, step], inner)}`;
  });
  if (Array.isArray(value)) return `[${parts.join(', ')}]`;
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

function flowLead(step: string | number, parent: KeyPath, style: FileStyle): string {
  return typeof step === 'number' ? '' : `${renderKey(step, parent, true, style)}: `;
}

/** One entry of a flow collection; `column` as in `Spot`. */
export function flowEntry(value: unknown, at: KeyPath, column: number | undefined, options: RenderOptions): Rendering {
  const { head, body } = renderFlow(value, at, column, options);
  return { head: `${flowLead(at.at(-1) ?? 0, at.slice(0, -1), options.style)}${head}`, body };
}

function entriesOf(value: object): readonly (readonly [string | number, unknown])[] {
  return Array.isArray(value) ? value.map((item, index) => [index, item] as const) : Object.entries(value);
}
