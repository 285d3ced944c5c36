/** Where in a map a new key goes. */
import { isMap, isScalar } from 'yaml';
import type { KeyPath } from '../../base/json.ts';
import { canonicalKey } from '../../model/canonical.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import type { Collection } from './geometry.ts';

/** The order in which people read a definition: what it is, what it takes, what it gives. Other keys go last. */
const order = [
  'Name',
  'Title',
  'Description',
  'Version',
  'WebsiteUrl',
  'Icons',
  'Instructions',
  'Required',
  'RestOfLine',
  'Default',
  'Complete',
  'Arguments',
  'Type',
  'Role',
  'Tools',
  'MCPPrompts',
  'Content',
  'Samples',
] as const;

/** The index before which the key goes: behind the last one that is read before it. */
export function placeForKey(collection: Collection, kind: DefinitionKind, parent: KeyPath, key: string): number {
  if (!isMap(collection)) return collection.items.length;
  const rank = rankOf(key);
  const ranks = collection.items.map((pair) =>
    rankOf(canonicalKey(kind, parent, isScalar(pair.key) ? String(pair.key.value) : '')),
  );
  if (rank === order.length) return ranks.length;
  return ranks.findLastIndex((other) => other <= rank) + 1;
}

function rankOf(key: string): number {
  const rank = (order as readonly string[]).indexOf(key);
  return rank < 0 ? order.length : rank;
}
