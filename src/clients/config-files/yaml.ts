/** YAML configuration files: entries are the pairs of a map, or the items of a list with a name. */
import { type Document, isMap, isPair, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Splice } from '../../base/text/splice.ts';
import { bracketsOf, type Entry as Extent, entriesOf } from '../../yaml/entries.ts';
import { beginsLine, columnOf, lineEnd, lineStart, nextLine } from '../../yaml/lines.ts';
import type { Entry, Place } from '../applications/application.ts';
import { RefusedFile, refusal } from '../connect/refused-file.ts';
import { type Configuration, type Layout, lineBreakOf, type ReadConfiguration } from './configuration.ts';
import { aliasOutside, anchorsIn, dataOf, keyOf, parseYaml, restOfYaml, type YamlPair } from './yaml-nodes.ts';
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

/** The pair of the root that holds the section. */
interface SectionPair {
  readonly pair: YamlPair;
  readonly extent: Extent;
}

class YamlConfiguration implements Configuration {
  readonly text: string;
  readonly #place: Place;
  readonly #key: string;
  readonly #document: Document.Parsed;
  readonly #root: YAMLMap | undefined;
  readonly #sectionPair: SectionPair | undefined;
  readonly #section: YAMLMap | YAMLSeq | undefined;

  constructor(text: string, place: Place) {
    this.text = text;
    this.#place = place;
    const [key, innerKey] = place.path;
    if (key === undefined || innerKey !== undefined) throw new RefusedFile('YAML files cannot have a nested section.');
    this.#key = key;
    this.#document = parseYaml(text);
    const root = this.#document.contents;
    if (root && !isMap(root) && !isMissing(root)) {
      throw refusal(text, startOf(root), 'is not a YAML map', 'Write its content as "key: value" lines.');
    }
    this.#root = isMap(root) ? root : undefined;
    this.#sectionPair = this.#readPair();
    this.#section = this.#readSection();
  }

  get isEmpty(): boolean {
    return this.#root === undefined;
  }

  get hasSection(): boolean {
    return this.#sectionPair !== undefined;
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
    const presentItem = this.#item(name);
    this.#assertNotRepeated(presentItem);
    if (presentItem) {
      const { start, end } = presentItem;
      const insert = this.#section?.flow
        ? this.#flow(name, value)
        : this.#block(name, value, indentOf(text, start), layout);
      return [{ start, end, insert }];
    }
    const section = this.#section;
    if (section?.flow) return [intoFlow(text, section, this.#flow(name, value))];
    if (section) {
      const last = this.#items().at(-1);
      const indent = last ? indentOf(text, last.start) : layout.unit;
      return [behind(text, section, indent + this.#block(name, value, indent, layout), layout.eol)];
    }
    const inside = layout.unit + this.#block(name, value, layout.unit, layout);
    if (this.#sectionPair) {
      const { extent, pair } = this.#sectionPair;
      const at = lineEnd(text, extent.end);
      const lines = { start: at, end: at, insert: layout.eol + inside };
      const valueRange = isScalar(pair.value) ? pair.value.range : undefined;
      if (!valueRange || valueRange[0] === valueRange[1]) return [lines];
      const start = text.slice(0, valueRange[0]).trimEnd().length;
      return [{ start, end: valueRange[1], insert: '' }, lines];
    }
    const wholeSection = `${this.#key}:${layout.eol}${inside}`;
    if (!this.#root) return [atEnd(text, [...head(newFile, layout), wholeSection].join(layout.eol), layout.eol)];
    if (this.#root.flow) {
      const list = this.#place.nameKey === undefined ? { [name]: value } : [{ [this.#place.nameKey]: name, ...value }];
      return [intoFlow(text, this.#root, `${JSON.stringify(this.#key)}: ${flowText(list)}`)];
    }
    return [behind(text, this.#root, wholeSection, layout.eol)];
  }

  restore(name: string, rawText: string): Splice[] {
    const item = this.#item(name);
    if (!item) throw new RefusedFile(`There is no entry ${JSON.stringify(name)} to restore.`);
    this.#assertNotRepeated(item);
    return [{ start: item.start, end: item.end, insert: rawText }];
  }

  remove(name: string, dropsSection: boolean): Splice[] {
    const item = this.#item(name);
    const [section, pair] = [this.#section, this.#sectionPair];
    if (!item || !section || !pair) return [];
    this.#assertNotRepeated(item);
    if (section.flow) return [outOfFlow(this.#items(), item.start)];
    const lines = wholeLines(this.text, item.start, item.end);
    if (this.#items().length > 1) return [lines];
    const { start, end, valueLead = end } = pair.extent;
    if (dropsSection) return [wholeLines(this.text, start, item.end)];
    return [{ start: valueLead, end: valueLead, insert: this.#place.nameKey === undefined ? ' {}' : ' []' }, lines];
  }

  rest(name: string): string[] {
    return this.#root ? restOfYaml(this.#root, [], this.#place.path, this.#item(name)?.item) : [];
  }

  #readPair(): SectionPair | undefined {
    if (!this.#root) return undefined;
    const index = this.#root.items.findIndex((pair) => keyOf(pair as YamlPair) === this.#key);
    const extent = extentsOf(this.text, this.#root)[index];
    return extent && { pair: this.#root.items[index] as YamlPair, extent };
  }

  #readSection(): YAMLMap | YAMLSeq | undefined {
    const value = this.#sectionPair?.pair.value;
    if (!this.#sectionPair || !value || isNull(value)) return undefined;
    const isList = this.#place.nameKey !== undefined;
    if (isList ? isSeq(value) : isMap(value)) return value as YAMLMap | YAMLSeq;
    const what = `has the key "${this.#key}", which is not a ${isList ? 'list' : 'map'}`;
    throw refusal(this.text, this.#sectionPair.extent.start, what, 'Make it one, or remove it.');
  }

  #items(): Item[] {
    const section = this.#section;
    if (!section) return [];
    const items = section.items as (YamlPair | Node)[];
    return extentsOf(this.text, section).flatMap(({ start, end }, index) => {
      const item = items[index];
      return item ? [{ item, ...this.#read(item), start, end: end - lineBreakBefore(this.text, end) }] : [];
    });
  }

  #read(item: YamlPair | Node): Pick<Item, 'name' | 'value'> {
    const { nameKey } = this.#place;
    if (isPair(item)) return { name: keyOf(item) ?? '', value: item.value };
    const name = isMap(item) && nameKey !== undefined ? item.get(nameKey) : undefined;
    return { name: typeof name === 'string' ? name : '', value: item };
  }

  #item(name: string): Item | undefined {
    const [first, second] = this.#items().filter((item) => item.name === name);
    if (second) throw refusal(this.text, second.start, `has "${name}" twice`, 'Remove one of the two.');
    return first;
  }

  /** An alias elsewhere would change with the section or the entry, or lose its anchor. */
  #assertNotRepeated(item: Item | undefined): void {
    const [root, section] = [this.#root, this.#section];
    if (!root) return;
    const anchors = anchorsIn(item?.value ?? null);
    if (section?.anchor) anchors.add(section.anchor);
    const { start, end } = item ?? { start: 0, end: 0 };
    const alias = aliasOutside(root, anchors, { start, end });
    if (!alias) return;
    throw refusal(
      this.text,
      alias.at,
      `repeats the part that would change with the alias *${alias.source}`,
      'Write that part out there first.',
    );
  }

  #valueOf({ value }: Item): unknown {
    const data = value && dataOf(value, this.#document);
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
  return { eol: lineBreakOf(text), unit: /[\r\n]( +)[^ \r\n#]/.exec(text)?.[1] ?? '  ' };
}

function isNull(node: Node): boolean {
  return isScalar(node) && node.value === null;
}

/** Whether a value is not written, as after `key:`. */
function isMissing(node: Node): boolean {
  return isNull(node) && isScalar(node) && node.source === '';
}

function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

function extentsOf(text: string, collection: YAMLMap | YAMLSeq): readonly Extent[] {
  const extents = entriesOf(collection);
  if (extents) return extents;
  throw refusal(text, startOf(collection), 'has a list item with a colon', 'Write it between braces.');
}

/** The text before an item on its line: white space, else the item is not edited. */
function indentOf(text: string, start: number): string {
  if (beginsLine(text, start)) return ' '.repeat(columnOf(text, start));
  throw refusal(text, start, 'has an entry that does not start on its own line', 'Move it to a new line.');
}

/** Inserts the lines of a block after the last line of a collection. */
function behind(text: string, collection: YAMLMap | YAMLSeq, block: string, eol: string): Splice {
  const end = extentsOf(text, collection).at(-1)?.end ?? 0;
  if (text[end - 1] === '\n') return { start: end, end, insert: block + eol };
  const at = lineEnd(text, end);
  return { start: at, end: at, insert: eol + block };
}

function atEnd(text: string, block: string, eol: string): Splice {
  const gap = text === '' || text === '\uFEFF' || /[\r\n]$/.test(text) ? '' : eol;
  return { start: text.length, end: text.length, insert: `${gap}${block}${eol}` };
}

function head(newFile: Entry, layout: Layout): string[] {
  return Object.keys(newFile).length === 0 ? [] : [mapText(newFile, '', layout)];
}

function intoFlow(text: string, collection: YAMLMap | YAMLSeq, item: string): Splice {
  const last = extentsOf(text, collection).at(-1);
  if (last) return { start: last.end, end: last.end, insert: `, ${item}` };
  const start = bracketsOf(collection)?.openAt ?? 0;
  const end = start + (/^\s*/.exec(text.slice(start))?.[0] ?? '').length;
  return { start, end, insert: item };
}

/** Removes the item at an offset, with one comma. */
function outOfFlow(items: readonly Item[], start: number): Splice {
  const index = items.findIndex((item) => item.start === start);
  const end = items[index]?.end ?? start;
  const [previous, next] = [items[index - 1], items[index + 1]];
  if (previous) return { start: previous.end, end, insert: '' };
  return { start, end: next?.start ?? end, insert: '' };
}

/** Removes whole lines between two offsets, with the line break; a comment after the last value stays. */
function wholeLines(text: string, start: number, end: number): Splice {
  const from = lineStart(text, start);
  const to = lineEnd(text, end);
  if (text.slice(end, to).trim() !== '') return { start: from, end, insert: '' };
  if (to < text.length) return { start: from, end: nextLine(text, to), insert: '' };
  // Keep the missing line break at the end of the file.
  return { start: from - lineBreakBefore(text, from), end: to, insert: '' };
}

/** The length of the line break that ends at an offset. A block scalar ends with one, which its entry excludes. */
function lineBreakBefore(text: string, offset: number): number {
  return /(\r\n|\n)$/.exec(text.slice(Math.max(0, offset - 2), offset))?.[0].length ?? 0;
}
