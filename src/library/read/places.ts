/** Finds the lines and columns of canonical key paths. */
import { isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { KeyPath } from '../../base/json.ts';
import { isCanonicalKey } from '../../model/canonical.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import type { Finding } from '../../model/problems/problems.ts';
import type { Place } from './definition/definition-file.ts';
import { extentInFile } from './definition/scalar-offsets.ts';
import type { YamlDocument } from './definition/yaml-document.ts';

/** The pair of a map that has a canonical key, in any spelling. @param parent the map's canonical path */
export function pairOf(kind: DefinitionKind, parent: KeyPath, pairs: readonly Pair[], key: string): Pair | undefined {
  const { asWritten, inLowerCase } = indexOf(pairs);
  return asWritten.get(key) ?? (isCanonicalKey(kind, parent, key) ? inLowerCase.get(key.toLowerCase()) : undefined);
}

/** The pairs of a map by key; the first of duplicates. */
interface PairIndex {
  readonly asWritten: ReadonlyMap<string, Pair>;
  readonly inLowerCase: ReadonlyMap<string, Pair>;
}

/** Indexed once per map, which may have many findings. */
const indexes = new WeakMap<readonly Pair[], PairIndex>();

function indexOf(pairs: readonly Pair[]): PairIndex {
  const knownIndex = indexes.get(pairs);
  if (knownIndex) return knownIndex;
  const firstLast = pairs.toReversed();
  const byKey = (spell: (key: string) => string) =>
    new Map(firstLast.flatMap((pair) => (isScalar(pair.key) ? [[spell(String(pair.key.value)), pair]] : [])));
  const index = { asWritten: byKey((key) => key), inLowerCase: byKey((key) => key.toLowerCase()) };
  indexes.set(pairs, index);
  return index;
}

/** The place of a finding: a part of a text, a whole value, or its key. */
export function placeOfFinding(
  document: YamlDocument,
  kind: DefinitionKind,
  { at, on, within }: Pick<Finding, 'at' | 'on' | 'within'>,
): Place {
  const node = nodeAt(document, kind, at, on);
  const extent = within && isScalar(node) ? extentInFile(node, within) : undefined;
  return extent ? placeOfRange(document, extent.start, extent.end) : placeOfNode(document, node);
}

/** The place of the value at `path`; for a missing or aliased value, that of the innermost enclosing value. */
export function placeOf(document: YamlDocument, kind: DefinitionKind, path: KeyPath): Place {
  return placeOfNode(document, nodeAt(document, kind, path));
}

function nodeAt(document: YamlDocument, kind: DefinitionKind, path: KeyPath, on: 'key' | 'value' = 'value'): unknown {
  let node: unknown = document.root;
  let key: unknown;
  for (const [depth, step] of path.entries()) {
    const pair = isMap(node) ? pairOf(kind, path.slice(0, depth), node.items, String(step)) : undefined;
    const inner = pair
      ? (pair.value ?? pair.key)
      : isSeq(node) && typeof step === 'number'
        ? node.items[step]
        : undefined;
    if (!pair && inner === undefined) return node;
    key = pair?.key;
    node = inner;
  }
  return on === 'key' && key !== undefined ? key : node;
}

/** A value on one line as a whole, otherwise its first line, so that the editor does not underline a page. */
function placeOfNode(document: YamlDocument, node: unknown): Place {
  const [start, end] = (node as Node | undefined)?.range ?? [firstOffset(document.text), firstOffset(document.text)];
  const lineEnd = document.text.slice(start, end).search(/\r?\n/);
  return placeOfRange(document, start, lineEnd < 0 ? end : start + lineEnd);
}

/** Offsets in UTF-16 code units -> lines and columns. */
export function placeOfRange(document: YamlDocument, start: number, end: number): Place {
  const from = position(document, start);
  const to = position(document, Math.max(start, end));
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

function position(document: YamlDocument, offset: number): { line: number; column: number } {
  const { line, col } = document.lines.linePos(Math.min(offset, document.text.length));
  // Editors do not count a byte order mark.
  return { line: Math.max(line, 1), column: Math.max(1, line === 1 ? col - firstOffset(document.text) : col) };
}

function firstOffset(text: string): number {
  return text.startsWith('\ufeff') ? 1 : 0;
}
