/** JSON and JSONC configuration files: entries are members of one object. */
import type { Node } from 'jsonc-parser';
import type { Splice } from '../../base/text/splice.ts';
import type { Entry, Place } from '../applications/application.ts';
import { RefusedFile, refusal } from '../connect/refused-file.ts';
import {
  byteOrderMark,
  type Configuration,
  indentAt,
  lineBreakOf,
  notTooDeep,
  type ReadConfiguration,
} from './configuration.ts';
import { colonOf, interiorOf, layoutOf, multiLine, oneLine } from './json-layout.ts';
import { JsonListConfiguration } from './json-list.ts';
import {
  commaAfter,
  endOfCommentsOnLine,
  type JsonDialect,
  type Member,
  membersOf,
  onlyMember,
  parseNodes,
  restOfNode,
} from './json-nodes.ts';

/** Strict JSON (RFC 8259), for applications that read only this. The root may be a list of entries. */
export const readJson: ReadConfiguration = (text, place) =>
  notTooDeep(() =>
    place.nameKey !== undefined && place.path.length === 0
      ? new JsonListConfiguration(text, place.nameKey)
      : new JsonConfiguration(text, place, { comments: false, trailingCommas: false }),
  );

/** JSON with comments and trailing commas. */
export const readJsonc: ReadConfiguration = (text, place) =>
  notTooDeep(() => new JsonConfiguration(text, place, { comments: true, trailingCommas: true }));

/** JSON with comments, without trailing commas or a byte order mark. */
export const readCommentedJson: ReadConfiguration = (text, place) => {
  if (text.startsWith('\uFEFF'))
    throw refusal(text, 0, 'begins with a byte order mark, which the application cannot read', 'Remove it first.');
  return notTooDeep(() => new JsonConfiguration(text, place, { comments: true, trailingCommas: false }));
};

class JsonConfiguration implements Configuration {
  readonly text: string;
  readonly #place: Place;
  readonly #root: Node | undefined;
  /** The members along the path to the section, as far as they exist. */
  readonly #members: readonly Member[];

  constructor(text: string, place: Place, dialect: JsonDialect) {
    this.text = text;
    this.#place = place;
    this.#root = parseNodes(text, place.path, dialect);
    if (place.nameKey !== undefined) throw new RefusedFile('JSON files cannot have a list of entries.');
    this.#members = this.#root ? membersTo(text, this.#root, place.path) : [];
  }

  get isEmpty(): boolean {
    return this.#root === undefined;
  }

  get hasSection(): boolean {
    return this.#section !== undefined;
  }

  get depth(): number {
    return this.#members.length;
  }

  entries() {
    const members = this.#section ? membersOf(this.#section) : [];
    return members.map(({ key, value }) => ({
      name: key,
      get value() {
        return notTooDeep(() => dataOf(value));
      },
    }));
  }

  find(name: string) {
    const member = this.#member(name);
    return member && { name, value: notTooDeep(() => dataOf(member.value)), start: member.start, end: member.end };
  }

  set(name: string, value: Entry, newFile: Entry = {}): Splice[] {
    const { text } = this;
    const member = this.#member(name);
    if (!this.#root) return [newText(text, { ...newFile, ...nestValue([...this.#place.path, name], value) })];
    if (member) return [replacement(text, member, value)];
    const [key = name, ...innerKeys] = [...this.#place.path, name].slice(this.#members.length);
    return insertion(text, this.#members.at(-1)?.value ?? this.#root, key, nestValue(innerKeys, value));
  }

  restore(name: string, rawText: string): Splice[] {
    const member = this.#member(name);
    if (!member) throw new RefusedFile(`There is no entry ${JSON.stringify(name)} to restore.`);
    return [{ start: member.start, end: member.end, insert: rawText }];
  }

  remove(name: string, dropsSection: boolean, keptCount = this.#members.length - 1): Splice[] {
    const member = this.#member(name);
    const section = this.#section;
    if (!member || !section) return [];
    const isAlone = (object: Node, singleMember: Member) =>
      membersOf(object).length === 1 && !hasComment(this.text, object, singleMember);
    let [enclosingNode, inside, depth] = [section, member, this.#members.length];
    const lowestDepth = dropsSection ? keptCount : depth;
    while (depth > lowestDepth && isAlone(enclosingNode, inside)) {
      const container = this.#members[depth - 1];
      if (!container) break;
      inside = container;
      enclosingNode = this.#members[depth - 2]?.value ?? this.#root ?? section;
      depth -= 1;
    }
    return removeMember(this.text, enclosingNode, inside);
  }

  rest(name: string): string[] {
    return this.#root ? restOfNode(this.text, this.#root, this.#place.path, this.#member(name)?.value) : [];
  }

  get #section(): Node | undefined {
    return this.#members.length === this.#place.path.length ? (this.#members.at(-1)?.value ?? this.#root) : undefined;
  }

  #member(name: string): Member | undefined {
    return this.#section && onlyMember(this.text, this.#section, name);
  }
}

function membersTo(text: string, root: Node, path: readonly string[]): Member[] {
  if (root.type !== 'object')
    throw refusal(text, root.offset, 'is not a JSON object', 'Put its content between { and }.');
  const way: Member[] = [];
  for (const key of path) {
    const member = onlyMember(text, way.at(-1)?.value ?? root, key);
    if (!member) break;
    if (member.value.type !== 'object')
      throw refusal(
        text,
        member.value.offset,
        `has the key "${key}", which is not an object`,
        'Make it one, or remove it.',
      );
    way.push(member);
  }
  return way;
}

/** The data as `JSON.parse` reads it, for comparison with the written entry. */
function dataOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(dataOf);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(membersOf(node).map(({ key, value }) => [key, dataOf(value)]));
}

function nestValue(path: readonly string[], value: Entry): Entry {
  return path.reduceRight<Entry>((inner, key) => ({ [key]: inner }), value);
}

/** The content of a text that is blank or has only comments, which stay before it. */
function newText(text: string, content: Entry): Splice {
  const eol = lineBreakOf(text);
  const fileText = `${multiLine(content, '', { eol, unit: '  ' })}${eol}`;
  const hasComments = text.trim() !== '' && text.trim() !== '\uFEFF';
  if (!hasComments) return { start: byteOrderMark(text).length, end: text.length, insert: fileText };
  return { start: text.length, end: text.length, insert: /[\r\n]$/.test(text) ? fileText : eol + fileText };
}

function replacement(text: string, member: Member, value: Entry): Splice {
  const oldText = text.slice(member.value.offset, member.end);
  const isOnOneLine = !/[\r\n]/.test(oldText) && oldText.startsWith('{') && membersOf(member.value).length > 0;
  const insert = isOnOneLine
    ? oneLine(value, colonOf(text, membersOf(member.value)[0]) === ':')
    : multiLine(value, indentAt(text, member.start), layoutOf(text));
  return { start: member.value.offset, end: member.end, insert };
}

function insertion(text: string, object: Node, key: string, value: Entry): Splice[] {
  const last = membersOf(object).at(-1);
  return last ? insertionBehind(text, object, last, key, value) : [insertionIntoEmpty(text, object, key, value)];
}

/** Inserts after the last member and the comments on its line, in the style of that member. */
function insertionBehind(text: string, object: Node, last: Member, key: string, value: Entry): Splice[] {
  const { eol } = layoutOf(text);
  const trailing = commaAfter(text, last.end);
  const { end: at, isLineComment } = endOfCommentsOnLine(text, trailing === undefined ? last.end : trailing + 1);
  const gap = text.slice(text.slice(0, last.start).trimEnd().length, last.start);
  const colon = colonOf(text, last);
  const name = JSON.stringify(key);
  const close = trailing === undefined ? '' : ',';
  let member: string;
  if (isLineComment || /[\r\n]/.test(gap)) {
    const indent = indentAt(text, last.start);
    member = `${eol}${indent}${name}${colon}${multiLine(value, indent, layoutOf(text))}${close}`;
  } else {
    const space = membersOf(object).length > 1 ? gap : colon.slice(1);
    member = `${space}${name}${colon}${oneLine(value, colon === ':')}${close}`;
  }
  if (trailing !== undefined) return [{ start: at, end: at, insert: member }];
  if (at === last.end) return [{ start: at, end: at, insert: `,${member}` }];
  return [
    { start: last.end, end: last.end, insert: ',' },
    { start: at, end: at, insert: member },
  ];
}

function insertionIntoEmpty(text: string, object: Node, key: string, value: Entry): Splice {
  const style = layoutOf(text);
  const name = JSON.stringify(key);
  const end = object.offset + object.length - 1;
  // Comments stay before the entry.
  const start = object.offset + 1 + interiorOf(text, object).trimEnd().length;
  const isRoot = object.parent === undefined;
  if (!isRoot && !/[\r\n]/.test(text.trim())) return { start, end, insert: `${name}:${oneLine(value, true)}` };
  const outerIndent = indentAt(text, object.offset);
  const inner = outerIndent + style.unit;
  return {
    start,
    end,
    insert: `${style.eol}${inner}${name}: ${multiLine(value, inner, style)}${style.eol}${outerIndent}`,
  };
}

/** Removes the member, the white space before it, and one comma; comments stay. */
function removeMember(text: string, object: Node, member: Member): Splice[] {
  const members = membersOf(object);
  const index = members.findIndex(({ start }) => start === member.start);
  const previous = members[index - 1];
  const start = text.slice(0, member.start).trimEnd().length;
  const comma = commaAfter(text, member.end);
  if (!previous && comma === undefined && !hasComment(text, object, member)) {
    return [{ start: object.offset + 1, end: object.offset + object.length - 1, insert: '' }];
  }
  if (comma !== undefined) {
    const next = members[index + 1];
    // The next member takes the position of a removed first one.
    return !previous && next && isBlankText(text.slice(comma + 1, next.start))
      ? [...apart(text, member.start, member.end, comma, next.start)]
      : [...apart(text, start, member.end, comma, comma + 1)];
  }
  const before = previous && commaAfter(text, previous.end);
  if (before === undefined) return [{ start, end: member.end, insert: '' }];
  return before + 1 >= start
    ? [{ start: before, end: member.end, insert: '' }]
    : [
        { start: before, end: before + 1, insert: '' },
        { start, end: member.end, insert: '' },
      ];
}

/** Removes the member and its comma: one splice, or two if a comment is between them. */
function apart(text: string, start: number, end: number, comma: number, stop: number): Splice[] {
  return isBlankText(text.slice(end, comma))
    ? [{ start, end: stop, insert: '' }]
    : [
        { start, end, insert: '' },
        { start: comma, end: stop, insert: '' },
      ];
}

function hasComment(text: string, object: Node, member: Member): boolean {
  const [open, close] = [object.offset + 1, object.offset + object.length - 1];
  const surroundingText = text.slice(open, member.start) + text.slice(member.end, close);
  return !/^[\s,]*$/.test(surroundingText);
}

function isBlankText(text: string): boolean {
  return /^\s*$/.test(text);
}
