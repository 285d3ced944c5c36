/** The position of a new key in a map. */
import { isMap, isScalar } from 'yaml';
import type { KeyPath } from '../../base/json.ts';
import { canonicalKey } from '../../model/canonical.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import type { Collection } from '../../yaml/entries.ts';

/** The conventional key order: identity, then input, then output. Other keys come last. */
const order = [
  'Name',
  'Title',
  'Description',
  'Version',
  'WebsiteUrl',
  'Icons',
  'Tags',
  'Instructions',
  'Required',
  'RestOfLine',
  'Kind',
  'Multiline',
  'Choices',
  'Minimum',
  'Maximum',
  'Default',
  'Complete',
  'Ask',
  'AskWhen',
  'Message',
  'Arguments',
  'Type',
  'Role',
  'When',
  'Tools',
  'MCPPrompts',
  'Content',
  'Skill',
  'Samples',
  'Tests',
] as const;

/** The index to insert the key at: after the last key that precedes it in the conventional order. */
export function placeForKey(collection: Collection, kind: DefinitionKind, parent: KeyPath, key: string): number {
  if (!isMap(collection)) return collection.items.length;
  const rank = rankOf(key);
  const ranks = collection.items.map((pair) =>
    rankOf(canonicalKey(kind, parent, isScalar(pair.key) ? String(pair.key.value) : '')),
  );
  if (rank === order.length) return ranks.length;
  return ranks.findLastIndex((otherRank) => otherRank <= rank) + 1;
}

function rankOf(key: string): number {
  const rank = (order as readonly string[]).indexOf(key);
  return rank < 0 ? order.length : rank;
}
