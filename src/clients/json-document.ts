/** Strict JSON text read with positions, for files that belong to another program. Nothing here writes. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { decodeText } from '../library/source-text.ts';
import { WorkbenchError } from '../model/errors.ts';

/** A file that is left as it is, with the place in it that is the reason. Lines and columns count from 1. */
export class RefusedFile extends WorkbenchError {
  readonly place: { readonly line: number; readonly column: number } | undefined;
  constructor(message: string, place?: { readonly line: number; readonly column: number }) {
    super('refused', message);
    this.name = 'RefusedFile';
    this.place = place;
  }
}

/** One `"key": value` of an object. Offsets count UTF-16 code units from the start of the text. */
export interface Member {
  readonly key: string;
  readonly start: number;
  readonly keyEnd: number;
  readonly value: Node;
  readonly end: number;
}

/** A configuration file that keeps named entries in one section of its root object, such as `mcpServers`. */
export interface JsonDocument {
  readonly text: string;
  /** The root object; absent when the text holds nothing but white space. */
  readonly root?: Node;
  /** The section; its value is an object. */
  readonly section?: Member;
}

/**
 * Reads the configuration file of a client application that accepts strict JSON only (a byte order mark may lead).
 * @throws RefusedFile with line and column: not JSON, the root or the section is not an object, the section is there
 *   twice
 */
export function readDocument(text: string, sectionKey: string): JsonDocument {
  // A space in the mark's place keeps every offset.
  const body = text.replace(/^\uFEFF/, ' ');
  if (/^[ \t\r\n]*$/.test(body)) return { text };

  const root = parseStrictly(text, body);
  if (root.type !== 'object')
    throw refusal(text, root.offset, 'is not a JSON object', 'Put its content between { and }.');
  const section = onlyMember(text, root, sectionKey);
  if (!section) return { text, root };
  if (section.value.type !== 'object') {
    throw refusal(
      text,
      section.value.offset,
      `has "${sectionKey}" that is not an object`,
      'Make it one, or remove it.',
    );
  }
  return { text, root, section };
}

/** The entry of that name, if there is one. @throws RefusedFile when there are two */
export function findEntry(document: JsonDocument, name: string): Member | undefined {
  return document.section && onlyMember(document.text, document.section.value, name);
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

/** A member's value as it is written. */
export function rawValue(document: JsonDocument, member: Member): string {
  return document.text.slice(member.value.offset, member.end);
}

/** UTF-8 bytes as text, byte order mark included. @throws RefusedFile at the first byte that is not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  const decoded = decodeText(bytes);
  if (decoded.kind === 'text') return decoded.text;
  throw refusal(decoded.before, decoded.before.length, 'is not UTF-8 text', 'Save it as UTF-8.');
}

function parseStrictly(text: string, body: string): Node {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(body, errors, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError)
      throw new RefusedFile('The file is nested too deeply to be edited safely. Add the entry by hand.');
    throw error;
  }
  const [first] = errors;
  if (first) throw notJson(text, body, first);
  if (!root) throw new RefusedFile('The file is not valid JSON.');
  return root;
}

const mistakes: Readonly<Record<string, string>> = {
  InvalidCommentToken: 'it has a comment',
  InvalidSymbol: 'it has a word that JSON does not know',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'there is text behind its end',
  UnexpectedEndOfComment: 'it has a comment',
  UnexpectedEndOfString: 'a string has no closing quote',
  UnexpectedEndOfNumber: 'a number breaks off',
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
  const mistake = mistakes[printParseErrorCode(error.error)] ?? 'it breaks off';
  return refusal(text, error.offset, `is not valid JSON: ${mistake}`, 'Correct that first.');
}

function onlyMember(text: string, object: Node, key: string): Member | undefined {
  const [first, second] = membersOf(object).filter((member) => member.key === key);
  if (second) throw refusal(text, second.start, `has ${JSON.stringify(key)} twice`, 'Remove one of the two.');
  return first;
}

function refusal(text: string, offset: number, what: string, advice: string): RefusedFile {
  const lines = text
    .slice(0, offset)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/);
  const place = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  return new RefusedFile(`The file ${what} (line ${place.line}, column ${place.column}). ${advice}`, place);
}
