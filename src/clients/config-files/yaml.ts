/** YAML configuration files: entries are the pairs of a map, or the items of a list with a name. */
import { isCollection, isMap, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Entry, Place } from '../applications/application.ts';
import { RefusedFile, refusal } from '../connect/refused-file.ts';
import {
  type Configuration,
  type Layout,
  lineEnd,
  lineStart,
  lineStop,
  type ReadConfiguration,
  type Splice,
} from './configuration.ts';
import {
  contentEnd,
  dataOf,
  endsWithBlockText,
  keyOf,
  pairOf,
  parseYaml,
  restOfYaml,
  type YamlPair,
} from './yaml-nodes.ts';
import { flowText, mapText, pairText } from './yaml-text.ts';

/** YAML 1.2, one document per file. */
export const readYaml: ReadConfiguration = (text, place) => new YamlConfiguration(text, place);

/** An entry with its own text; `item` is the pair of a map or the item of a list. */
interface Item {
  readonly item: YamlPair | Node;
  readonly name: string;
  readonly value: Node | null;
  readonly start: number;
  readonly end: number;
}

class YamlConfiguration implements Configuration {
  readonly text: string;
  readonly #place: Place;
  readonly #key: string;
  readonly #root: YAMLMap | undefined;
  readonly #pair: YamlPair | undefined;
  readonly #section: YAMLMap | YAMLSeq | undefined;
  readonly #toData: (node: Node | null) => unknown;

  constructor(text: string, place: Place) {
    this.text = text;
    this.#place = place;
    const [key, deeper] = place.path;
    if (key === undefined || deeper !== undefined)
      throw new RefusedFile('A nested section in YAML is not written here.');
    this.#key = key;
    const document = parseYaml(text);
    this.#toData = (node) => (node && document ? dataOf(node, document) : null);
    const root = document?.contents ?? undefined;
    if (root && !isMap(root) && !(isScalar(root) && root.value === null && root.source === '')) {
      throw refusal(text, startOf(root), 'is not a YAML map', 'Write its content as "key: value" lines.');
    }
    this.#root = isMap(root) ? root : undefined;
    this.#pair = this.#root && pairOf(this.#root, key);
    this.#section = this.#readSection();
  }

  get isEmpty(): boolean {
    return this.#root === undefined;
  }

  get hasSection(): boolean {
    return this.#pair !== undefined;
  }

  entries() {
    return this.#items().map((item) => ({ name: item.name, value: this.#valueOf(item) }));
  }

  find(name: string) {
    const item = this.#item(name);
    return item && { name, value: this.#valueOf(item), start: item.start, end: item.end };
  }

  set(name: string, value: Entry, newFile: Entry = {}): Splice[] {
    const { text } = this;
    const layout = layoutOf(text);
    const present = this.#item(name);
    if (present) {
      const written = this.#section?.flow
        ? this.#flow(name, value)
        : this.#block(name, value, indentOf(text, present.start), layout);
      return [{ start: present.start, end: present.end, text: written }];
    }
    const section = this.#section;
    if (section?.flow) return [intoFlow(text, section, this.#flow(name, value))];
    if (section) {
      const last = this.#items().at(-1);
      const indent = last ? indentOf(text, last.start) : layout.unit;
      return [behind(text, section, indent + this.#block(name, value, indent, layout), layout.eol)];
    }
    const inside = layout.unit + this.#block(name, value, layout.unit, layout);
    if (this.#pair) {
      const at = lineStop(text, endOfKey(this.#pair));
      return [{ start: at, end: at, text: layout.eol + inside }];
    }
    const whole = `${this.#key}:${layout.eol}${inside}`;
    if (!this.#root) return [atEnd(text, [...head(newFile, layout), whole].join(layout.eol), layout.eol)];
    if (this.#root.flow) {
      const list = this.#place.nameKey === undefined ? { [name]: value } : [{ [this.#place.nameKey]: name, ...value }];
      return [intoFlow(text, this.#root, `${JSON.stringify(this.#key)}: ${flowText(list)}`)];
    }
    return [behind(text, this.#root, whole, layout.eol)];
  }

  restore(name: string, raw: string): Splice[] {
    const item = this.#item(name);
    if (!item) throw new RefusedFile(`There is no entry ${JSON.stringify(name)} to put back.`);
    return [{ start: item.start, end: item.end, text: raw }];
  }

  remove(name: string, dropSection: boolean): Splice[] {
    const item = this.#item(name);
    const [section, pair] = [this.#section, this.#pair];
    if (!item || !section || !pair) return [];
    if (section.flow) return [outOfFlow(this.#items(), item.start)];
    const lines = wholeLines(this.text, item.start, item.end);
    if (this.#items().length > 1) return [lines];
    if (dropSection) return [wholeLines(this.text, startOf(pair.key), item.end)];
    const colon = this.text.indexOf(':', endOfKey(pair)) + 1;
    return [{ start: colon, end: colon, text: this.#place.nameKey === undefined ? ' {}' : ' []' }, lines];
  }

  rest(name: string): string[] {
    return this.#root ? restOfYaml(this.#root, [], this.#place.path, this.#item(name)?.item) : [];
  }

  #readSection(): YAMLMap | YAMLSeq | undefined {
    const value = this.#pair?.value;
    if (!this.#pair || !value || (isScalar(value) && value.value === null && value.source === '')) return undefined;
    const isList = this.#place.nameKey !== undefined;
    if (isList ? isSeq(value) : isMap(value)) return value as YAMLMap | YAMLSeq;
    const what = `has "${this.#key}" that is not a ${isList ? 'list' : 'map'}`;
    throw refusal(this.text, startOf(this.#pair.key), what, 'Make it one, or remove it.');
  }

  #items(): Item[] {
    const { nameKey } = this.#place;
    const items = (this.#section?.items ?? []) as (YamlPair | Node)[];
    return items.map((item) => {
      if (nameKey === undefined) {
        const pair = item as YamlPair;
        const end = Math.max(endOfKey(pair), pair.value ? this.#endOf(pair.value) : 0);
        return { item, name: keyOf(pair) ?? '', value: pair.value, start: startOf(pair.key), end };
      }
      const node = item as Node;
      const name = isMap(node) ? node.get(nameKey) : undefined;
      const start = this.#section?.flow ? startOf(node) : dashOf(this.text, startOf(node));
      return { item, name: typeof name === 'string' ? name : '', value: node, start, end: this.#endOf(node) };
    });
  }

  /** The last line break of a block scalar also ends the line: the entry's text excludes it. */
  #endOf(node: Node): number {
    const end = contentEnd(node);
    const lineBreak = endsWithBlockText(node) ? /(\r\n|\n|\r)$/.exec(this.text.slice(0, end)) : null;
    return end - (lineBreak?.[0].length ?? 0);
  }

  #item(name: string): Item | undefined {
    const [first, second] = this.#items().filter((item) => item.name === name);
    if (second) throw refusal(this.text, second.start, `has "${name}" twice`, 'Remove one of the two.');
    return first;
  }

  #valueOf({ value }: Item): unknown {
    const data = this.#toData(value);
    const { nameKey } = this.#place;
    if (nameKey === undefined || typeof data !== 'object' || data === null) return data;
    return Object.fromEntries(Object.entries(data).filter(([key]) => key !== nameKey));
  }

  #block(name: string, value: Entry, indent: string, layout: Layout): string {
    const { nameKey } = this.#place;
    if (nameKey === undefined) return pairText(name, value, indent, layout);
    return `- ${mapText({ [nameKey]: name, ...value }, `${indent}  `, layout)}`;
  }

  #flow(name: string, value: Entry): string {
    const { nameKey } = this.#place;
    return nameKey === undefined
      ? `${JSON.stringify(name)}: ${flowText(value)}`
      : flowText({ [nameKey]: name, ...value });
  }
}

function layoutOf(text: string): Layout {
  return { eol: lineEnd(text), unit: /[\r\n]( +)[^ \r\n#]/.exec(text)?.[1] ?? '  ' };
}

function startOf(node: Node): number {
  if (!node.range) throw new RefusedFile('The file has a value without a place in it.');
  return node.range[0];
}

function endOfKey({ key }: YamlPair): number {
  return key.range?.[1] ?? startOf(key);
}

/** The text before an item on its line: white space, else the item is not edited. */
function indentOf(text: string, start: number): string {
  const before = text.slice(lineStart(text, start), start).replace(/^\uFEFF/, '');
  if (/^ *$/.test(before)) return before;
  throw refusal(text, start, 'has an entry that does not begin its line', 'Put it on a line of its own.');
}

/** The dash of a list's item. */
function dashOf(text: string, start: number): number {
  const dash = /- +$/.exec(text.slice(lineStart(text, start), start));
  if (dash) return start - dash[0].length;
  throw refusal(text, start, 'has a list item that does not follow its dash', 'Put both on one line.');
}

/** Inserts the lines of a block after the last line of a collection. */
function behind(text: string, collection: YAMLMap | YAMLSeq, block: string, eol: string): Splice {
  const end = contentEnd(collection);
  if (endsWithBlockText(collection) && /[\r\n]$/.test(text.slice(0, end)))
    return { start: end, end, text: block + eol };
  const at = lineStop(text, end);
  return { start: at, end: at, text: eol + block };
}

function atEnd(text: string, block: string, eol: string): Splice {
  const gap = text === '' || text === '\uFEFF' || /[\r\n]$/.test(text) ? '' : eol;
  return { start: text.length, end: text.length, text: `${gap}${block}${eol}` };
}

function head(newFile: Entry, layout: Layout): string[] {
  return Object.keys(newFile).length === 0 ? [] : [mapText(newFile, '', layout)];
}

function intoFlow(text: string, collection: YAMLMap | YAMLSeq, item: string): Splice {
  const last = collection.items.at(-1) as YamlPair | Node | undefined;
  const value = last && (isPair(last) ? (last.value ?? last.key) : last);
  if (value) return { start: contentEnd(value), end: contentEnd(value), text: `, ${item}` };
  const start = startOf(collection) + 1;
  const end = start + (/^\s*/.exec(text.slice(start))?.[0] ?? '').length;
  return { start, end, text: item };
}

/** Removes the item at an offset, with one comma. */
function outOfFlow(items: readonly Item[], start: number): Splice {
  const index = items.findIndex((item) => item.start === start);
  const end = items[index]?.end ?? start;
  const [previous, next] = [items[index - 1], items[index + 1]];
  if (previous) return { start: previous.end, end, text: '' };
  return { start, end: next?.start ?? end, text: '' };
}

/** Removes whole lines between two offsets, with the line break; a comment after the last value stays. */
function wholeLines(text: string, start: number, end: number): Splice {
  const from = lineStart(text, start);
  const to = lineStop(text, end);
  if (text.slice(end, to).trim() !== '') return { start: from, end, text: '' };
  const lineBreak = /^(\r\n|\n|\r)/.exec(text.slice(to))?.[0] ?? '';
  if (lineBreak !== '') return { start: from, end: to + lineBreak.length, text: '' };
  // Keep the missing line break at the end of the file.
  const before = /(\r\n|\n|\r)$/.exec(text.slice(0, from))?.[0] ?? '';
  return { start: from - before.length, end: to, text: '' };
}

function isPair(item: YamlPair | Node): item is YamlPair {
  return !isCollection(item) && 'key' in item && 'value' in item && !isScalar(item);
}
