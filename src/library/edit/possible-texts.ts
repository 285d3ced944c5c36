/** Candidate texts for one change, parsed, the most readable first. The caller takes the first correct one. */
import { isMap, isScalar, isSeq } from 'yaml';
import { getOrCreate } from '../../base/get-or-create.ts';
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { applySplices, type Splice } from '../../base/text/splice.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import { bracketsOf, type Collection, type EntryList, entriesOf, tokenEnd } from '../../yaml/entries.ts';
import { type ParsedText, parseText, readDocument } from '../read/definition/plain-data.ts';
import type { YamlDocument } from '../read/definition/yaml-document.ts';
import { pairOf } from '../read/places.ts';
import { childOf } from './aliases.ts';
import { changedLines } from './changed-lines.ts';
import type { Addition, Change } from './changes.ts';
import { insertEntry } from './insert-entry.ts';
import { placeForKey } from './key-order.ts';
import { moveEntry } from './move-entry.ts';
import { removeEntry } from './remove-entry.ts';
import { mapLines, type RenderOptions, render, renderKey } from './render.ts';
import { replaceValue } from './replace-value.ts';
import { spansOf } from './spans.ts';
import type { FileStyle } from './style.ts';
import { type TypedLines, typedDocument } from './typed-document.ts';
import { replaceItem } from './written.ts';

/** Yields whole candidate texts lazily, because the first is usually correct. */
export function* possibleTexts(document: YamlDocument, change: Change, style: FileStyle): Generator<ParsedText> {
  const lines = document.findings.length === 0 ? typedLines(document, change, style) : undefined;
  if (lines) yield readDocument(typedDocument(document, lines));
  for (const allowsLiterals of [true, false])
    for (const splices of possibleSplices(document, change, { style, allowsLiterals }))
      yield parseText(applySplices(document.text, splices));
}

/** The changed lines of a long text. */
function typedLines(document: YamlDocument, change: Change, style: FileStyle): TypedLines | undefined {
  if (change.kind !== 'replace' || typeof change.value !== 'string') return undefined;
  const parent = change.at.slice(0, -1);
  const step = change.at.at(-1);
  const parentList = step === undefined ? undefined : listedAt(document, parent, style.kind);
  const entry =
    parentList && step !== undefined && parentList.entries[indexOf(parentList.collection, parent, step, style)];
  return entry ? changedLines(document.text, entry, change.value, style.lineBreak) : undefined;
}

/** Alternative splices of a document for one change, the most readable first. */
export function possibleSplices(
  document: YamlDocument,
  change: Change,
  options: RenderOptions,
): readonly (readonly Splice[])[] {
  switch (change.kind) {
    case 'replace':
      return replacements(document, change, options);
    case 'insert':
      return insertions(document, change, options);
    case 'remove':
      return removals(document, change.at, options);
    case 'move':
      return moves(document, change, options);
    case 'rename':
      return renames(document, change, options);
  }
}

/** A document never changes; a thousand changes of one list ask for its entries a thousand times. */
const entriesByNode = new WeakMap<Collection, EntryList['entries'] | null>();

/** The list or map at the path with its entries; undefined if there is none, or if it can only be replaced as a whole. */
export function listedAt(document: YamlDocument, path: KeyPath, kind: DefinitionKind): EntryList | undefined {
  let node: unknown = document.root;
  for (const [depth, step] of path.entries()) node = childOf(node, kind, path.slice(0, depth), step);
  if (!isMap(node) && !isSeq(node)) return undefined;
  const entries = getOrCreate(entriesByNode, node, () => entriesOf(node) ?? null);
  return entries ? { text: document.text, collection: node, entries } : undefined;
}

/** The index, in text order, of the entry that a path step refers to. */
function indexOf(collection: Collection, parent: KeyPath, step: string | number, style: FileStyle): number {
  if (!isMap(collection)) return typeof step === 'number' ? step : -1;
  const pair = pairOf(style.kind, parent, collection.items, String(step));
  return pair ? collection.items.indexOf(pair) : -1;
}

function replacements(
  document: YamlDocument,
  change: Addition,
  options: RenderOptions,
): readonly (readonly Splice[])[] {
  const { at, value, originalText } = change;
  const step = at.at(-1);
  if (step === undefined) return [[rootReplacement(document, value, options)]];
  const parent = at.slice(0, -1);
  const parentList = listedAt(document, parent, options.style.kind);
  if (!parentList) return [];
  const index = indexOf(parentList.collection, parent, step, options.style);
  const entry = parentList.entries[index];
  if (!entry) return [];
  const splices = replaceValue(parentList, entry, change, options);
  const span = spansOf(parentList, true)[index];
  const isBlockItem = isSeq(parentList.collection) && !bracketsOf(parentList.collection);
  const asWritten =
    originalText && span && isBlockItem ? [[replaceItem(parentList, entry, span.end, originalText)]] : [];
  return [...asWritten, ...(splices ? [splices] : [])];
}

function rootReplacement({ text, root }: YamlDocument, value: unknown, options: RenderOptions): Splice {
  const { lineBreak, isJson } = options.style;
  const isBlock = !isJson && isJsonObject(value) && Object.keys(value).length > 0;
  const rendering = render(value, [], { kind: 'flow', column: 0 }, options);
  const lines = isBlock ? mapLines(value, [], 0, options) : [rendering.head, ...rendering.body];
  const token = root?.srcToken;
  const start = token && 'offset' in token && !isEmptyToken(token) ? token.offset : text.length;
  const end = token && !isEmptyToken(token) ? tokenEnd(token) : text.length;
  const before = start === 0 || /[\n\ufeff]$/.test(text.slice(0, start)) ? '' : lineBreak;
  const after = end === text.length || text[end - 1] === '\n' ? lineBreak : '';
  return { start, end, insert: before + lines.join(lineBreak) + after };
}

function isEmptyToken(token: { readonly type: string; readonly source?: unknown }): boolean {
  return token.type === 'scalar' && token.source === '';
}

function insertions(document: YamlDocument, change: Addition, options: RenderOptions): readonly (readonly Splice[])[] {
  const step = change.at.at(-1);
  const parent = change.at.slice(0, -1);
  const parentList = listedAt(document, parent, options.style.kind);
  if (step === undefined || !parentList) return [];
  const { collection, entries } = parentList;
  const brackets = bracketsOf(collection);
  const isEmpty = brackets && entries.length === 0;
  if (isEmpty && !options.style.isJson && document.text.slice(brackets.openAt, brackets.closeAt).trim() === '') {
    // `[]` and `{}` only mean empty. They do not ask for flow style once there are entries.
    const value = typeof step === 'number' ? [change.value] : { [step]: change.value };
    const splices = replacements(document, { kind: 'replace', at: parent, value }, options);
    if (splices.length > 0) return splices;
  }
  // Several new entries at the end have indexes beyond the list as it is (`changeEntries`).
  const index =
    typeof step === 'number'
      ? Math.min(step, entries.length)
      : placeForKey(collection, options.style.kind, parent, step);
  return insertEntry(parentList, index, change, options);
}

function removals(document: YamlDocument, at: KeyPath, options: RenderOptions): readonly (readonly Splice[])[] {
  const step = at.at(-1);
  const parent = at.slice(0, -1);
  const parentList = listedAt(document, parent, options.style.kind);
  if (step === undefined || !parentList) return [];
  const { collection, entries } = parentList;
  if (!bracketsOf(collection) && entries.length === 1)
    return replacements(document, { kind: 'replace', at: parent, value: isMap(collection) ? {} : [] }, options);
  return removeEntry(parentList, indexOf(collection, parent, step, options.style));
}

function moves(
  document: YamlDocument,
  { at, to }: Extract<Change, { kind: 'move' }>,
  { style }: RenderOptions,
): readonly (readonly Splice[])[] {
  const from = at.at(-1);
  const parentList = listedAt(document, at.slice(0, -1), style.kind);
  return parentList && typeof from === 'number' ? moveEntry(parentList, from, to) : [];
}

function renames(
  document: YamlDocument,
  { at, to }: Extract<Change, { kind: 'rename' }>,
  { style }: RenderOptions,
): readonly (readonly Splice[])[] {
  const parent = at.slice(0, -1);
  const parentList = listedAt(document, parent, style.kind);
  if (!parentList || !isMap(parentList.collection)) return [];
  const key = pairOf(style.kind, parent, parentList.collection.items, String(at.at(-1)))?.key;
  if (!isScalar(key) || !key.range) return [];
  const [start, end] = key.range;
  const text = renderKey(to, parent, bracketsOf(parentList.collection) !== undefined, style, document.text[start]);
  return [[{ start, end, insert: text }]];
}
