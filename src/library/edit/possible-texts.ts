/** The ways in which one change can be made in a text, the most readable first. Which of them is right, parsing tells. */
import { isMap, isScalar, isSeq } from 'yaml';
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { applySplices, type Splice } from '../../base/splice.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import { pairOf } from '../read/places.ts';
import type { YamlDocument } from '../read/yaml-document.ts';
import { childOf } from './aliases.ts';
import type { Addition, Change } from './changes.ts';
import { bracketsOf, type Collection, entriesOf, type Listed, tokenEnd } from './geometry.ts';
import { insertEntry } from './insert-entry.ts';
import { placeForKey } from './key-order.ts';
import { moveEntry } from './move-entry.ts';
import { removeEntry } from './remove-entry.ts';
import { mapLines, type RenderOptions, render, renderKey } from './render.ts';
import { replaceValue } from './replace-value.ts';
import { spansOf } from './spans.ts';
import type { FileStyle } from './style.ts';
import { overItem } from './written.ts';

/** Whole texts, each with the change made in it in another way; made one by one, since mostly the first is right. */
export function* possibleTexts(document: YamlDocument, change: Change, style: FileStyle): Generator<string> {
  for (const useLiterals of [true, false])
    for (const splices of possibleSplices(document, change, { style, useLiterals }))
      yield applySplices(document.text, splices);
}

function possibleSplices(
  document: YamlDocument,
  change: Change,
  options: RenderOptions,
): readonly (readonly Splice[])[] {
  switch (change.kind) {
    case 'replace':
      return replaced(document, change, options);
    case 'insert':
      return inserted(document, change, options);
    case 'remove':
      return removed(document, change.at, options);
    case 'move':
      return movedItem(document, change, options);
    case 'rename':
      return renamedKey(document, change, options);
  }
}

/** A list or map with its entries; undefined when there is none at the path, or one that is only changed as a whole. */
export function listedAt(document: YamlDocument, path: KeyPath, kind: DefinitionKind): Listed | undefined {
  let node: unknown = document.root;
  for (const [depth, step] of path.entries()) node = childOf(node, kind, path.slice(0, depth), step);
  if (!isMap(node) && !isSeq(node)) return undefined;
  const entries = entriesOf(node);
  return entries && { text: document.text, collection: node, entries };
}

/** The index of the entry for a step of a path, in the order of the text. */
function indexOf(collection: Collection, parent: KeyPath, step: string | number, { style }: RenderOptions): number {
  if (!isMap(collection)) return typeof step === 'number' ? step : -1;
  const pair = pairOf(style.kind, parent, collection.items, String(step));
  return pair ? collection.items.indexOf(pair) : -1;
}

function replaced(document: YamlDocument, change: Addition, options: RenderOptions): readonly (readonly Splice[])[] {
  const { at, value, written } = change;
  const step = at.at(-1);
  if (step === undefined) return [[replacedRoot(document, value, options)]];
  const parent = at.slice(0, -1);
  const around = listedAt(document, parent, options.style.kind);
  if (!around) return [];
  const index = indexOf(around.collection, parent, step, options);
  const entry = around.entries[index];
  if (!entry) return [];
  const rendered = replaceValue(around, entry, change, options);
  const span = spansOf(around, true)[index];
  const isBlockItem = isSeq(around.collection) && !bracketsOf(around.collection);
  const asWritten = written && span && isBlockItem ? [[overItem(around, entry, span.end, written)]] : [];
  return [...asWritten, ...(rendered ? [rendered] : [])];
}

function replacedRoot({ text, root }: YamlDocument, value: unknown, options: RenderOptions): Splice {
  const { lineBreak, isJson } = options.style;
  const isBlock = !isJson && isJsonObject(value) && Object.keys(value).length > 0;
  const rendered = render(value, [], { kind: 'flow', column: 0 }, options);
  const lines = isBlock ? mapLines(value, [], 0, options) : [rendered.head, ...rendered.body];
  const token = root?.srcToken;
  const start = token && 'offset' in token && !isNothing(token) ? token.offset : text.length;
  const end = token && !isNothing(token) ? tokenEnd(token) : text.length;
  const before = start === 0 || /[\n\ufeff]$/.test(text.slice(0, start)) ? '' : lineBreak;
  const after = end === text.length || text[end - 1] === '\n' ? lineBreak : '';
  return { start, end, insert: before + lines.join(lineBreak) + after };
}

function isNothing(token: { readonly type: string; readonly source?: unknown }): boolean {
  return token.type === 'scalar' && token.source === '';
}

function inserted(document: YamlDocument, change: Addition, options: RenderOptions): readonly (readonly Splice[])[] {
  const step = change.at.at(-1);
  const parent = change.at.slice(0, -1);
  const around = listedAt(document, parent, options.style.kind);
  if (step === undefined || !around) return [];
  const { collection, entries } = around;
  const brackets = bracketsOf(collection);
  const isEmpty = brackets && entries.length === 0;
  if (isEmpty && !options.style.isJson && document.text.slice(brackets.open, brackets.close).trim() === '') {
    // `[]` and `{}` say that there is nothing, not that what comes shall be in brackets.
    const value = typeof step === 'number' ? [change.value] : { [step]: change.value };
    const filled = replaced(document, { kind: 'replace', at: parent, value }, options);
    if (filled.length > 0) return filled;
  }
  const index = typeof step === 'number' ? step : placeForKey(collection, options.style.kind, parent, step);
  return insertEntry(around, index, change, options);
}

function removed(document: YamlDocument, at: KeyPath, options: RenderOptions): readonly (readonly Splice[])[] {
  const step = at.at(-1);
  const parent = at.slice(0, -1);
  const around = listedAt(document, parent, options.style.kind);
  if (step === undefined || !around) return [];
  const { collection, entries } = around;
  if (!bracketsOf(collection) && entries.length === 1)
    return replaced(document, { kind: 'replace', at: parent, value: isMap(collection) ? {} : [] }, options);
  return removeEntry(around, indexOf(collection, parent, step, options));
}

function movedItem(
  document: YamlDocument,
  { at, to }: Extract<Change, { kind: 'move' }>,
  { style }: RenderOptions,
): readonly (readonly Splice[])[] {
  const from = at.at(-1);
  const around = listedAt(document, at.slice(0, -1), style.kind);
  return around && typeof from === 'number' ? moveEntry(around, from, to) : [];
}

function renamedKey(
  document: YamlDocument,
  { at, to }: Extract<Change, { kind: 'rename' }>,
  { style }: RenderOptions,
): readonly (readonly Splice[])[] {
  const parent = at.slice(0, -1);
  const around = listedAt(document, parent, style.kind);
  if (!around || !isMap(around.collection)) return [];
  const key = pairOf(style.kind, parent, around.collection.items, String(at.at(-1)))?.key;
  if (!isScalar(key) || !key.range) return [];
  const [start, end] = key.range;
  const text = renderKey(to, parent, bracketsOf(around.collection) !== undefined, style, document.text[start]);
  return [[{ start, end, insert: text }]];
}
