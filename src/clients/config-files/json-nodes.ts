/** JSON and JSONC text as nodes with positions. Nothing here writes. */
import {
  createScanner,
  type JSONPath,
  type Node,
  type ParseError,
  type ParseOptions,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import { RefusedFile, refusal } from '../connect/refused-file.ts';
import { leadsTo, restLine } from './configuration.ts';

/** `SyntaxKind` of the scanner, a const enum, which isolated modules cannot import. */
const kinds = { comma: 5, lineComment: 12, blockComment: 13, lineBreak: 14, blank: 15, end: 17 } as const;

/** What an application reads beyond JSON. */
export interface JsonDialect {
  readonly comments: boolean;
  readonly trailingCommas: boolean;
}

/** One `"key": value` of an object. Offsets count UTF-16 code units from the start of the text. */
export interface Member {
  readonly key: string;
  readonly start: number;
  readonly keyEnd: number;
  readonly value: Node;
  readonly end: number;
}

/**
 * The root of a text; undefined if it has only white space (and comments, if allowed). A leading byte order mark is
 * allowed. Objects and arrays beside the section have no children, and those in it get theirs when they are read: some files
 * hold megabytes of other data, or tens of thousands of entries.
 * @throws RefusedFile with line and column
 */
export function parseNodes(
  text: string,
  section: readonly string[],
  { comments, trailingCommas }: JsonDialect,
): Node | undefined {
  // A space instead of the byte order mark preserves all offsets.
  const body = text.replace(/^\uFEFF/, ' ');
  if (isBlank(body, comments)) return undefined;
  const errors: ParseError[] = [];
  const options = { disallowComments: !comments, allowTrailingComma: trailingCommas };
  const root = treeOf(body, section, errors, options);
  const [first] = errors;
  if (first) throw notJson(text, body, first);
  if (!root) throw new RefusedFile('The file is not valid JSON.');
  return root;
}

type UnfinishedNode = { -readonly [Key in keyof Node]: Node[Key] } & { parent?: UnfinishedNode };

/**
 * `parseTree` of the library, without the children that nothing needs. They are checked all the same.
 * @param section undefined for a tree with all children
 */
function treeOf(
  text: string,
  section: readonly string[] | undefined,
  errors: ParseError[],
  options: ParseOptions,
): Node | undefined {
  const top: UnfinishedNode = { type: 'array', offset: 0, length: 0, children: [] };
  let parent = top;
  /** How many open objects and arrays have no children here. */
  let skippedDepth = 0;
  const add = (node: UnfinishedNode): UnfinishedNode => {
    parent.children?.push(node);
    return node;
  };
  const endProperty = (end: number) => {
    if (parent.type !== 'property') return;
    parent.length = end - parent.offset;
    parent = parent.parent ?? top;
  };
  const begin =
    (type: 'object' | 'array') => (offset: number, _: number, __: number, ___: number, at: () => JSONPath) => {
      if (skippedDepth > 0) skippedDepth++;
      else {
        const state = section ? readingOf(at(), section) : 'opened';
        parent = add(
          state === 'closed'
            ? new ClosedNode(type, offset, parent, text, options)
            : { type, offset, length: 0, parent, children: [] },
        );
        if (state !== 'opened') skippedDepth++;
      }
    };
  const end = (offset: number, length: number) => {
    if (skippedDepth > 0) skippedDepth--;
    if (skippedDepth > 0) return;
    endProperty(offset + length);
    parent.length = offset + length - parent.offset;
    parent = parent.parent ?? top;
    endProperty(offset + length);
  };
  visit(
    text,
    {
      onObjectBegin: begin('object'),
      onArrayBegin: begin('array'),
      onObjectEnd: end,
      onArrayEnd: end,
      onObjectProperty(value, offset, length) {
        if (skippedDepth > 0) return;
        parent = add({ type: 'property', offset, length: 0, parent, children: [] });
        add({ type: 'string', value, offset, length, parent });
      },
      onLiteralValue(value, offset, length) {
        if (skippedDepth > 0) return;
        const type = value === null ? 'null' : (typeof value as Node['type']);
        add({ type, value, offset, length, parent });
        endProperty(offset + length);
      },
      onSeparator: (character, offset) => character === ',' && skippedDepth === 0 && endProperty(offset),
      onError: (error, offset, length) => errors.push({ error, offset, length }),
    },
    options,
  );
  const root = top.children?.[0] as UnfinishedNode | undefined;
  if (root) delete root.parent;
  return root;
}

/** An object or array of an entry: its text is valid, and is read again for its children when they are needed. */
class ClosedNode implements UnfinishedNode {
  length = 0;
  readonly type: 'object' | 'array';
  readonly offset: number;
  readonly parent: UnfinishedNode;
  readonly #text: string;
  readonly #options: ParseOptions;
  #children: Node[] | undefined;

  constructor(type: 'object' | 'array', offset: number, parent: UnfinishedNode, text: string, options: ParseOptions) {
    this.type = type;
    this.offset = offset;
    this.parent = parent;
    this.#text = text;
    this.#options = options;
  }

  get children(): Node[] {
    this.#children ??= this.#read();
    return this.#children;
  }

  #read(): Node[] {
    const ownText = this.#text.slice(this.offset, this.offset + this.length);
    const children = treeOf(ownText, undefined, [], this.#options)?.children ?? [];
    for (const child of children) move(child, this.offset);
    return children;
  }
}

function move(node: UnfinishedNode, by: number): void {
  node.offset += by;
  for (const child of node.children ?? []) move(child, by);
}

/** `opened` on the way to the section, `closed` in it, `left` beside it. */
function readingOf(path: JSONPath, section: readonly string[]): 'opened' | 'closed' | 'left' {
  if (!section.every((key, index) => index >= path.length || path[index] === key)) return 'left';
  return path.length > section.length ? 'closed' : 'opened';
}

/** The members of an object, in the order of the text. */
export function membersOf(object: Node): Member[] {
  return (object.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    if (!key || !value) return [];
    const end = value.offset + value.length;
    return [{ key: String(key.value), start: key.offset, keyEnd: key.offset + key.length, value, end }];
  });
}

/** The member with a key, if any. @throws RefusedFile if there are two, because programs differ on which one counts */
export function onlyMember(text: string, object: Node, key: string): Member | undefined {
  const [first, second] = membersOf(object).filter((member) => member.key === key);
  if (second) throw refusal(text, second.start, `has ${JSON.stringify(key)} twice`, 'Remove one of the two.');
  return first;
}

/** The offset of a following comma, after white space and comments; undefined if other text follows. */
export function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text);
  scanner.setPosition(offset);
  for (;;) {
    const kind: number = scanner.scan();
    if (kind === kinds.comma) return scanner.getTokenOffset();
    if (!isTrivia(kind)) return undefined;
  }
}

/** The end of the comments after an offset on its line; the offset itself if there are none. */
export function endOfCommentsOnLine(text: string, offset: number): { end: number; isLineComment: boolean } {
  const scanner = createScanner(text);
  scanner.setPosition(offset);
  let comment = { end: offset, isLineComment: false };
  for (;;) {
    const kind: number = scanner.scan();
    if (kind === kinds.lineComment || kind === kinds.blockComment) {
      comment = {
        end: scanner.getTokenOffset() + scanner.getTokenLength(),
        isLineComment: kind === kinds.lineComment,
      };
    } else if (kind !== kinds.blank) return comment;
  }
}

/**
 * `Configuration.rest`: one line for each value beside the way to the section and for each entry in it. A value that holds
 * others is its whole text, which no change touches: one value each would take seconds in a file of megabytes.
 */
export function restOfNode(text: string, root: Node, section: readonly string[], skip: Node | undefined): string[] {
  const lines: string[] = [];
  const visit = (node: Node, path: readonly string[]): void => {
    if (node === skip) return;
    if (node.type === 'object' && leadsTo(path, section))
      for (const { key, value } of membersOf(node)) visit(value, [...path, key]);
    else lines.push(restLine(path, text.slice(node.offset, node.offset + node.length)));
  };
  visit(root, []);
  return lines;
}

function isBlank(body: string, allowsComments: boolean): boolean {
  if (!allowsComments) return /^[ \t\r\n]*$/.test(body);
  const scanner = createScanner(body);
  let kind: number = scanner.scan();
  while (isTrivia(kind)) kind = scanner.scan();
  return kind === kinds.end && (scanner.getTokenError() as number) === 0;
}

function isTrivia(kind: number): boolean {
  return kind === kinds.lineComment || kind === kinds.blockComment || kind === kinds.lineBreak || kind === kinds.blank;
}

const mistakes: Readonly<Record<string, string>> = {
  InvalidCommentToken: 'it has a comment',
  InvalidSymbol: 'it has a word that is not valid JSON',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'there is text after its end',
  UnexpectedEndOfComment: 'a comment is not closed',
  UnexpectedEndOfString: 'a string has no closing quote',
  UnexpectedEndOfNumber: 'a number is incomplete',
  InvalidUnicode: 'a string has a broken \\u escape',
  InvalidEscapeCharacter: 'a string has an unknown escape',
  InvalidCharacter: 'a string has a raw control character',
};

function notJson(text: string, body: string, error: ParseError): RefusedFile {
  const before = body.slice(0, error.offset).trimEnd();
  const closes = body[error.offset] === '}' || body[error.offset] === ']';
  if (closes && before.endsWith(',')) {
    return refusal(text, before.length - 1, 'is not valid JSON: it has a trailing comma', 'Remove it first.');
  }
  const mistake = mistakes[printParseErrorCode(error.error)] ?? 'it ends too early';
  return refusal(text, error.offset, `is not valid JSON: ${mistake}`, 'Correct that first.');
}
