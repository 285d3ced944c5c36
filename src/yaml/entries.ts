/** Where the entries of a list or map begin and end in the text. */
import { type CST, isPair, type YAMLMap, type YAMLSeq } from 'yaml';

export type Collection = YAMLMap | YAMLSeq;

/** A list or map with the file's text. */
export interface EntryList {
  readonly text: string;
  readonly collection: Collection;
  readonly entries: readonly Entry[];
}

/** One item of a list, or one key with its value. Offsets in UTF-16 code units. */
export interface Entry {
  /** The offset of the dash, of the key, or of the `?`, anchor or tag before the key. */
  readonly start: number;
  /** The offset after the entry's last character, without trailing white space or comments. */
  readonly end: number;
  /** The offset after the dash or colon and any anchor or tag. Absent for a key without a colon. */
  readonly valueLead: number | undefined;
  /** Absent for an empty value. */
  readonly value: { readonly start: number; readonly end: number; readonly token: CST.Token } | undefined;
  readonly node: unknown;
}

/**
 * Undefined for a map without brackets in a flow list (`[a: 1]`): such an item can only be replaced as a whole.
 */
export function entriesOf(collection: Collection): readonly Entry[] | undefined {
  const token = collection.srcToken;
  if (!token || !('items' in token)) return undefined;
  const items = token.items.filter(isEntry);
  return items.length === collection.items.length
    ? items.map((item, index) => entry(item, collection.items[index]))
    : undefined;
}

/** The bracket pair of a flow collection. */
export function bracketsOf(collection: Collection): { readonly openAt: number; readonly closeAt: number } | undefined {
  const token = collection.srcToken;
  if (token?.type !== 'flow-collection') return undefined;
  return { openAt: token.offset + 1, closeAt: tokenEnd(token) - 1 };
}

/** Comments and a trailing comma after the last entry are not entries. */
function isEntry(collectionItem: CST.CollectionItem): boolean {
  return Boolean(
    collectionItem.key ||
      collectionItem.sep ||
      collectionItem.value ||
      collectionItem.start.some(({ type }) => properties.includes(type)),
  );
}

const properties: readonly string[] = ['seq-item-ind', 'explicit-key-ind', 'map-value-ind', 'anchor', 'tag'];

function entry(collectionItem: CST.CollectionItem, node: unknown): Entry {
  const inStart = collectionItem.start.filter(({ type }) => properties.includes(type));
  const inSep = (collectionItem.sep ?? []).filter(({ type }) => properties.includes(type));
  const start =
    inStart[0]?.offset ?? collectionItem.key?.offset ?? inSep[0]?.offset ?? collectionItem.value?.offset ?? 0;
  // A list item without a dash is in a flow list: only an anchor or tag can precede its value.
  const lead = collectionItem.sep ? inSep.at(-1) : collectionItem.key ? undefined : inStart.at(-1);
  const isItem = !isPair(node);
  const valueLead = lead ? lead.offset + lead.source.length : isItem ? start : undefined;
  const value = collectionItem.value && !isEmptyToken(collectionItem.value) ? collectionItem.value : undefined;
  const keyEnd = collectionItem.key ? tokenEnd(collectionItem.key) : start;
  return {
    start,
    end: value ? tokenEnd(value) : Math.max(valueLead ?? 0, keyEnd),
    valueLead,
    value: value && { start: value.offset, end: tokenEnd(value), token: value },
    node: isPair(node) ? node.value : node,
  };
}

function isEmptyToken(token: CST.Token): boolean {
  return token.type === 'scalar' && token.source === '';
}

/** The end of a value without trailing comments and white space. A block scalar ends after its last line break. */
export function tokenEnd(token: CST.Token): number {
  switch (token.type) {
    case 'block-scalar':
      return bodyStart(token) + token.source.length;
    case 'block-map':
    case 'block-seq': {
      const last = (token.items as CST.CollectionItem[]).filter(isEntry).at(-1);
      return last ? entry(last, undefined).end : token.offset;
    }
    case 'flow-collection': {
      const close = token.end.find(({ source }) => source === '}' || source === ']');
      return close ? close.offset + 1 : token.offset + 1;
    }
    default:
      return token.offset + ('source' in token ? token.source.length : 0);
  }
}

/** The start of a block scalar's text: after its header, the header's comment and the line break. */
export function bodyStart(token: CST.BlockScalar): number {
  return token.offset + token.props.reduce((sum, part) => sum + ('source' in part ? part.source.length : 0), 0);
}
