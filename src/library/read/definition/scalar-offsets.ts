/** Maps offsets in a text value to offsets in the file, for every YAML style. */
import type { CST, Scalar } from 'yaml';
import type { Extent } from '../../../model/problems/problems.ts';
import { bodyStart } from '../../../yaml/entries.ts';

/**
 * The location of a part of a text in the file. Quotes, escapes, indentation and folded lines preserve the order of the
 * visible characters, so these are matched one by one; the part must begin and end with such a character.
 * Undefined if text and file do not match.
 */
export function extentInFile(scalar: Scalar, { start, end }: Extent): Extent | undefined {
  const { starts, ends } = offsetMapOf(scalar);
  const from = starts[start] ?? absentOffset;
  const to = ends[end - 1] ?? absentOffset;
  return from === absentOffset || to === absentOffset ? undefined : { start: from, end: to };
}

/** For each code unit of the value, its extent in the file; `absentOffset` for white space. */
interface OffsetMap {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const absentOffset = -1;

/** Cached, because a long text may have several findings. */
const offsetMaps = new WeakMap<Scalar, OffsetMap>();

function offsetMapOf(scalar: Scalar): OffsetMap {
  const map = offsetMaps.get(scalar) ?? match(typeof scalar.value === 'string' ? scalar.value : '', scalar.srcToken);
  offsetMaps.set(scalar, map);
  return map;
}

function match(value: string, token: CST.Token | undefined): OffsetMap {
  const starts = new Int32Array(value.length).fill(absentOffset);
  const ends = new Int32Array(value.length).fill(absentOffset);
  const quotedToken = token && unquote(token);
  let offset = 0;
  const skipBlanks = () => {
    while (offset < value.length && isBlank(value[offset])) offset++;
  };
  for (const { 0: spelling, index } of quotedToken?.text.matchAll(quotedToken.unit) ?? []) {
    const unescapedText = spelling.length === 1 ? spelling : unescapeCharacter(spelling);
    if (isBlank(unescapedText[0])) continue;
    skipBlanks();
    if (!value.startsWith(unescapedText, offset)) break;
    const start = (quotedToken?.start ?? 0) + index;
    starts.fill(start, offset, offset + unescapedText.length);
    ends.fill(start + spelling.length, offset, offset + unescapedText.length);
    offset += unescapedText.length;
  }
  return { starts, ends };
}

/** A scalar's text without quotes or header, and the pattern that matches one character of it. */
function unquote(token: CST.Token): { text: string; start: number; unit: RegExp } | undefined {
  switch (token.type) {
    case 'block-scalar':
      return { text: token.source, start: bodyStart(token), unit: /[\s\S]/g };
    case 'scalar':
      return { text: token.source, start: token.offset, unit: /[\s\S]/g };
    case 'single-quoted-scalar':
      return { text: token.source.slice(1, -1), start: token.offset + 1, unit: /''|[\s\S]/g };
    case 'double-quoted-scalar': {
      const unit = /\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|[\s\S])|[\s\S]/g;
      return { text: token.source.slice(1, -1), start: token.offset + 1, unit };
    }
    default:
      return undefined;
  }
}

/** YAML 1.2.2, section 5.7. Any other escaped character means itself. */
const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  f: '\f',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

/** The character that an escape, or a doubled quote, means. */
function unescapeCharacter(spelling: string): string {
  const kind = spelling[1] ?? '';
  if (spelling.length > 2) return String.fromCodePoint(Number.parseInt(spelling.slice(2), 16));
  return escapes[kind] ?? kind;
}

function isBlank(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}
