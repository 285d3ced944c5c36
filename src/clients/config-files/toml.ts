/** TOML configuration files: an entry is a table with a header, or an inline table. */
import type { AST } from 'toml-eslint-parser';
import type { Splice } from '../../base/text/splice.ts';
import type { Entry, Place } from '../applications/application.ts';
import { RefusedFile, refusal } from '../connect/refused-file.ts';
import {
  byteOrderMark,
  type Configuration,
  lineBreakOf,
  lineStart,
  lineStop,
  type ReadConfiguration,
} from './configuration.ts';
import { beginsWith, dataOf, pairsIn, pairsOf, parseToml, restOf, type TomlPair, tablesOf } from './toml-nodes.ts';

/** TOML 1.0, for applications that read it. */
export const readToml: ReadConfiguration = (text, place) => new TomlConfiguration(text, place);

/** The form of an entry: consecutive tables with headers, or one pair. */
type EntryForm =
  | { readonly kind: 'tables'; readonly start: number; readonly end: number }
  | { readonly kind: 'pair'; readonly pair: AST.TOMLKeyValue };

class TomlConfiguration implements Configuration {
  readonly text: string;
  readonly #path: readonly string[];
  readonly #root: AST.TOMLTopLevelTable;
  readonly #section: Record<string, unknown> | undefined;

  constructor(text: string, { path, nameKey }: Place) {
    this.text = text;
    this.#path = path;
    if (nameKey !== undefined) throw new RefusedFile('TOML files cannot have a list of entries.');
    this.#root = parseToml(text);
    this.#section = this.#readSection();
  }

  get isEmpty(): boolean {
    return this.#root.body.length === 0;
  }

  get hasSection(): boolean {
    return this.#section !== undefined;
  }

  entries() {
    return Object.entries(this.#section ?? {}).map(([name, value]) => ({ name, value }));
  }

  find(name: string) {
    const form = this.#formOf(name);
    if (!form) return undefined;
    const value = isOwnKey(this.#section, name) ? this.#section[name] : undefined;
    if (form.kind === 'tables') return { name, value, start: form.start, end: form.end };
    const [start, end] = form.pair.range;
    return { name, value, start, end };
  }

  set(name: string, value: Entry, newFile: Entry = {}): Splice[] {
    const { text } = this;
    const eol = lineBreakOf(text);
    const form = this.#formOf(name);
    const table = tableText([...this.#path, name], value, eol);
    if (form?.kind === 'tables') return [{ start: form.start, end: form.end, insert: table }];
    if (form) {
      const [start, end] = form.pair.value.range;
      return [{ start, end, insert: valueText(value) }];
    }
    const inline = this.#inlineSection();
    if (inline) return [intoInline(text, inline, `${keyText(name)} = ${valueText(value)}`)];
    if (text.replace('\uFEFF', '').trim() === '') {
      const head = Object.entries(newFile).map(([key, child]) => `${keyText(key)} = ${valueText(child)}${eol}`);
      return [{ start: byteOrderMark(text).length, end: text.length, insert: `${head.join('')}${table}${eol}` }];
    }
    const at = this.#behindLast();
    return [{ start: at, end: at, insert: `${eol}${eol}${table}` }];
  }

  restore(name: string, rawText: string): Splice[] {
    const entry = this.find(name);
    if (!entry) throw new RefusedFile(`There is no entry ${JSON.stringify(name)} to restore.`);
    return [{ start: entry.start, end: entry.end, insert: rawText }];
  }

  remove(name: string): Splice[] {
    const form = this.#formOf(name);
    if (!form) return [];
    if (form.kind === 'tables') return [withBlankLines(this.text, form.start, form.end)];
    const { pair } = form;
    return [pair.parent.type === 'TOMLInlineTable' ? outOfInline(pair.parent, pair) : wholeLine(this.text, pair)];
  }

  rest(name: string): string[] {
    return restOf(this.text, this.#root, this.#path, [...this.#path, name]);
  }

  #readSection(): Record<string, unknown> | undefined {
    let value: unknown = dataOf(this.#root);
    for (const key of this.#path) value = isOwnKey(value, key) ? value[key] : undefined;
    if (value === undefined) return undefined;
    const isTable = typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
    if (isTable) return value as Record<string, unknown>;
    const [at] = [...tablesOf(this.#root).map((node) => ({ node, path: node.resolvedKey })), ...pairsOf(this.#root)]
      .filter(({ path }) => beginsWith(path, this.#path))
      .map(({ node }) => node.range[0]);
    throw refusal(
      this.text,
      at ?? 0,
      `has the key "${this.#path.join('.')}", which is not a table`,
      'Make it one, or remove it.',
    );
  }

  #formOf(name: string): EntryForm | undefined {
    const entry = [...this.#path, name];
    const tables = tablesOf(this.#root).filter(({ resolvedKey }) => beginsWith(resolvedKey, entry));
    const inline = this.#inlineSection();
    const loosePairs = [...pairsOf(this.#root), ...(inline ? pairsIn(inline.body, this.#path) : [])].filter(
      ({ node, path }) => beginsWith(path, entry) && !tables.some((table) => table.body.includes(node)),
    );
    const [first] = tables;
    const last = tables.at(-1);
    if (first && last && loosePairs.length === 0) {
      this.#assertContiguous(name, tables);
      return { kind: 'tables', start: first.range[0], end: last.range[1] };
    }
    const [onlyPair, second] = loosePairs;
    if (!onlyPair) return undefined;
    if (first || second || onlyPair.path.length > entry.length)
      throw this.#scatteredEntry(name, (second ?? onlyPair).node.range[0]);
    return { kind: 'pair', pair: onlyPair.node };
  }

  #assertContiguous(name: string, tables: readonly AST.TOMLTable[]): void {
    const allTables = tablesOf(this.#root);
    const places = tables.map((table) => allTables.indexOf(table));
    const stray = tables.find(
      ({ kind }, index) => kind === 'array' || (index > 0 && places[index] !== (places[index - 1] ?? 0) + 1),
    );
    if (stray) throw this.#scatteredEntry(name, stray.range[0]);
  }

  #scatteredEntry(name: string, offset: number): RefusedFile {
    const what = `has the entry "${name}" in several parts`;
    return refusal(this.text, offset, what, 'Write it as one table, or remove it.');
  }

  /** `section = { … }`, the whole section on one line. */
  #inlineSection(): AST.TOMLInlineTable | undefined {
    const isSection = ({ path }: TomlPair) => path.length === this.#path.length && beginsWith(path, this.#path);
    const value = pairsOf(this.#root).find(isSection)?.node.value;
    return value?.type === 'TOMLInlineTable' ? value : undefined;
  }

  /** The end of the last line of the last entry with a header, else of the file's last line that is not blank. */
  #behindLast(): number {
    const last = tablesOf(this.#root)
      .filter(({ resolvedKey }) => beginsWith(resolvedKey, this.#path))
      .at(-1);
    return last ? lineStop(this.text, last.range[1]) : this.text.trimEnd().length;
  }
}

function isOwnKey(value: unknown, key: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

function intoInline(text: string, table: AST.TOMLInlineTable, pair: string): Splice {
  const last = table.body.at(-1);
  if (last) return { start: last.range[1], end: last.range[1], insert: `, ${pair}` };
  const [start, end] = [table.range[0] + 1, table.range[1] - 1];
  // TOML 1.0 allows only white space inside empty braces, no comments.
  return { start, end, insert: text.slice(start, end) === '' ? ` ${pair} ` : `${text.slice(start, end)}${pair} ` };
}

function outOfInline(table: AST.TOMLInlineTable, pair: AST.TOMLKeyValue): Splice {
  const index = table.body.indexOf(pair);
  const [previous, next] = [table.body[index - 1], table.body[index + 1]];
  if (previous) return { start: previous.range[1], end: pair.range[1], insert: '' };
  if (next) return { start: pair.range[0], end: next.range[0], insert: '' };
  return { start: table.range[0] + 1, end: table.range[1] - 1, insert: '' };
}

/** Removes the entry with the line break and the blank line before it, or after it at the start of a file. */
function withBlankLines(text: string, start: number, end: number): Splice {
  const before = /(\r?\n[ \t]*){0,2}$/.exec(text.slice(0, start))?.[0] ?? '';
  if (before !== '') return { start: start - before.length, end, insert: '' };
  const blankLines = /^[ \t]*(\r?\n){0,2}/.exec(text.slice(end))?.[0] ?? '';
  return { start, end: end + blankLines.length, insert: '' };
}

/** Removes the pair, and its line if it has no other content. */
function wholeLine(text: string, { range: [start, end] }: AST.TOMLKeyValue): Splice {
  const [lineFrom, lineTo] = [lineStart(text, start), lineStop(text, end)];
  const isAlone = text.slice(lineFrom, start).trim() === '' && text.slice(end, lineTo).trim() === '';
  if (!isAlone) return { start, end, insert: '' };
  const lineBreak = /^\r?\n/.exec(text.slice(lineTo))?.[0] ?? '';
  return { start: lineFrom, end: lineTo + lineBreak.length, insert: '' };
}

/** `[path.name]` with one line per value; inner tables are inline, so that the entry is contiguous. */
function tableText(path: readonly string[], value: Entry, eol: string): string {
  const lines = Object.entries(value).map(([key, child]) => `${keyText(key)} = ${valueText(child)}`);
  return [`[${path.map(keyText).join('.')}]`, ...lines].join(eol);
}

/** A key, bare if TOML allows it. */
function keyText(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : stringText(key);
}

/** A value on one line. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return stringText(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const pairs = Object.entries(value).map(([key, child]) => `${keyText(key)} = ${valueText(child)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** A basic string: JSON's escapes are valid in TOML, but JSON does not escape DEL. */
function stringText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007F');
}
