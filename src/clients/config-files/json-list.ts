/** JSON files whose root is a list of entries, each with its own name. Strict JSON: a program writes them. */
import type { Node } from 'jsonc-parser';
import type { Splice } from '../../base/text/splice.ts';
import type { Entry } from '../applications/application.ts';
import { refusal } from '../connect/refused-file.ts';
import { byteOrderMark, type Configuration, indentAt, lineBreakOf, restLine } from './configuration.ts';
import { layoutOf, multiLine, oneLine } from './json-layout.ts';
import { parseNodes } from './json-nodes.ts';

export class JsonListConfiguration implements Configuration {
  readonly text: string;
  readonly #nameKey: string;
  readonly #root: Node | undefined;

  /** @throws RefusedFile with line and column */
  constructor(text: string, nameKey: string) {
    this.text = text;
    this.#nameKey = nameKey;
    this.#root = parseNodes(text, [], { comments: false, trailingCommas: false });
    if (this.#root && this.#root.type !== 'array')
      throw refusal(text, this.#root.offset, 'is not a JSON list', 'Put its content between [ and ].');
  }

  get isEmpty(): boolean {
    return this.#root === undefined;
  }

  get hasSection(): boolean {
    return this.#root !== undefined;
  }

  entries() {
    return this.#items.flatMap((item) => {
      const value: unknown = JSON.parse(this.#textOf(item));
      const name = this.#nameOf(value);
      return name === undefined ? [] : [{ name, value }];
    });
  }

  find(name: string) {
    const item = this.#item(name);
    return item && { name, value: JSON.parse(this.#textOf(item)) as unknown, ...rangeOf(item) };
  }

  set(name: string, value: Entry): Splice[] {
    const { text } = this;
    const style = layoutOf(text);
    if (!this.#root) {
      const eol = lineBreakOf(text);
      const insert = `[${eol}  ${multiLine(value, '  ', { eol, unit: '  ' })}${eol}]${eol}`;
      return [{ start: byteOrderMark(text).length, end: text.length, insert }];
    }
    const item = this.#item(name);
    if (item) {
      const isOnOneLine = !/[\r\n]/.test(this.#textOf(item));
      const insert = isOnOneLine ? oneLine(value, false) : multiLine(value, indentAt(text, item.offset), style);
      return [{ ...rangeOf(item), insert }];
    }
    const last = this.#items.at(-1);
    if (!last) {
      const { start, end } = rangeOf(this.#root);
      const insert = `${style.eol}${style.unit}${multiLine(value, style.unit, style)}${style.eol}`;
      return [{ start: start + 1, end: end - 1, insert }];
    }
    const at = last.offset + last.length;
    const gap = text.slice(text.slice(0, last.offset).trimEnd().length, last.offset);
    const insert = /[\r\n]/.test(gap)
      ? `,${style.eol}${indentAt(text, last.offset)}${multiLine(value, indentAt(text, last.offset), style)}`
      : `, ${oneLine(value, false)}`;
    return [{ start: at, end: at, insert }];
  }

  restore(name: string, rawText: string): Splice[] {
    const item = this.#item(name);
    return item ? [{ ...rangeOf(item), insert: rawText }] : [];
  }

  /** Removes the item, the white space before it, and one comma. The list itself stays. */
  remove(name: string): Splice[] {
    const { text } = this;
    const item = this.#item(name);
    if (!item || !this.#root) return [];
    const index = this.#items.indexOf(item);
    const next = this.#items[index + 1];
    const { start, end } = rangeOf(item);
    if (index > 0) return [{ start: text.lastIndexOf(',', start), end, insert: '' }];
    if (next) return [{ start, end: next.offset, insert: '' }];
    const list = rangeOf(this.#root);
    return [{ start: list.start + 1, end: list.end - 1, insert: '' }];
  }

  rest(name: string): string[] {
    const ownNode = this.#item(name);
    return this.#items.filter((item) => item !== ownNode).map((item) => restLine([], this.#textOf(item)));
  }

  get #items(): readonly Node[] {
    return this.#root?.children ?? [];
  }

  #textOf(itemNode: Node): string {
    const { start, end } = rangeOf(itemNode);
    return this.text.slice(start, end);
  }

  #nameOf(value: unknown): string | undefined {
    const name = typeof value === 'object' && value !== null && (value as Record<string, unknown>)[this.#nameKey];
    return typeof name === 'string' ? name : undefined;
  }

  /** @throws RefusedFile if two items have the name */
  #item(name: string): Node | undefined {
    const [first, second] = this.#items.filter((item) => this.#nameOf(JSON.parse(this.#textOf(item))) === name);
    if (second) throw refusal(this.text, second.offset, `has ${JSON.stringify(name)} twice`, 'Remove one of the two.');
    return first;
  }
}

function rangeOf({ offset, length }: Node): { start: number; end: number } {
  return { start: offset, end: offset + length };
}
