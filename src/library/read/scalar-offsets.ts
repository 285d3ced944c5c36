/** Offsets in a text value -> offsets in the file, whatever the way the value is written. */
import type { CST, Scalar } from 'yaml';
import type { Extent } from '../../model/problems/problems.ts';
import { bodyStart } from '../edit/geometry.ts';

/**
 * Where a part of a text stands in the file. Quotes, escapes, indentation and folded lines all leave the visible
 * characters of a text in order, so they are matched one by one; the part has to begin and end with such a character.
 * Undefined where the two do not agree.
 */
export function extentInFile(scalar: Scalar, { start, end }: Extent): Extent | undefined {
  const { starts, ends } = matched(scalar);
  const from = starts[start] ?? absent;
  const to = ends[end - 1] ?? absent;
  return from === absent || to === absent ? undefined : { start: from, end: to };
}

/** For each code unit of the value: the extent in the file of what stands for it; `absent` for white space. */
interface Matched {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const absent = -1;

/** Several findings in one long text would each read it from its start. */
const known = new WeakMap<Scalar, Matched>();

function matched(scalar: Scalar): Matched {
  const read = known.get(scalar) ?? match(typeof scalar.value === 'string' ? scalar.value : '', scalar.srcToken);
  known.set(scalar, read);
  return read;
}

function match(value: string, token: CST.Token | undefined): Matched {
  const starts = new Int32Array(value.length).fill(absent);
  const ends = new Int32Array(value.length).fill(absent);
  const source = token && sourceOf(token);
  let offset = 0;
  const skipBlanks = () => {
    while (offset < value.length && isBlank(value[offset])) offset++;
  };
  for (const { 0: written, index } of source?.text.matchAll(source.unit) ?? []) {
    const meant = written.length === 1 ? written : unescaped(written);
    if (isBlank(meant[0])) continue;
    skipBlanks();
    if (!value.startsWith(meant, offset)) break;
    const start = (source?.start ?? 0) + index;
    starts.fill(start, offset, offset + meant.length);
    ends.fill(start + written.length, offset, offset + meant.length);
    offset += meant.length;
  }
  return { starts, ends };
}

/** A scalar's text without quotes or header, and what stands for one character in it. */
function sourceOf(token: CST.Token): { text: string; start: number; unit: RegExp } | undefined {
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

/** YAML 1.2.2 section 5.7; those not listed stand for themselves. A blank one may stand for any other. */
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

/** What an escape, or a doubled quote, stands for. */
function unescaped(written: string): string {
  const kind = written[1] ?? '';
  if (written.length > 2) return String.fromCodePoint(Number.parseInt(written.slice(2), 16));
  return escapes[kind] ?? kind;
}

function isBlank(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}
