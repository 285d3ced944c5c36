/** Finds the path of a YAML line from indentation alone, because the text may be incomplete. */
import type { Text } from '@codemirror/state';

export interface YamlPlace {
  /** Keys from the root; list items add none. */
  readonly path: readonly string[];
  /** Existing sibling keys. */
  readonly siblingKeys: readonly string[];
}

interface KeyLine {
  readonly key: string;
  /** Where the key begins. */
  readonly column: number;
  /** The column of the dash, for the first key of a list item. */
  readonly dash: number | undefined;
  readonly opensBlock: boolean;
}

const keyLine = /^(\s*)((?:-\s+)*)([\w$][\w$ -]*?)\s*:(?:\s+(.*))?$/;

function readLine(text: string): KeyLine | undefined {
  const match = keyLine.exec(text);
  if (!match) return undefined;
  const [, indent = '', dashes = '', key = '', value = ''] = match;
  return {
    key,
    column: indent.length + dashes.length,
    dash: dashes === '' ? undefined : indent.length,
    opensBlock: /^[|>][+-]?\d?[+-]?\s*(?:#.*)?$/.test(value),
  };
}

/** The most lines to search upwards. */
const maxLinesUp = 5000;

/**
 * The place of a key that begins at this column of a line, after `dash` if it is the first of a list item; nothing inside
 * of a block, whose lines are text.
 */
export function placeOf(
  doc: Text,
  lineNumber: number,
  column: number,
  dash: number | undefined,
): YamlPlace | undefined {
  const path: string[] = [];
  const siblingKeys: string[] = [];
  let limit = dash ?? column;
  /** Whether a key at the very limit is the parent, as one is whose list has no deeper indentation. */
  let isInclusive = dash !== undefined;
  let isSibling = dash === undefined;
  for (let number = lineNumber - 1; number >= Math.max(1, lineNumber - maxLinesUp); number--) {
    const line = readLine(doc.line(number).text);
    if (!line) continue;
    const isParent = line.column < limit || (isInclusive && line.dash === undefined && line.column === limit);
    if (isParent) {
      if (line.opensBlock) return undefined;
      path.unshift(line.key);
      isSibling = false;
    } else if (line.column !== limit || isInclusive) continue;
    else if (isSibling) siblingKeys.push(line.key);
    if (!isParent && line.dash === undefined) continue;
    limit = line.dash ?? line.column;
    isInclusive = line.dash !== undefined;
    isSibling &&= isParent;
    if (limit === 0 && !isInclusive) break;
  }
  return { path, siblingKeys };
}
