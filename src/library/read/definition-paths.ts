/** The places of definitions in a file. */
import { type KeyPath, valueAt } from '../../base/json.ts';
import type { DefinitionKind } from '../../model/definitions.ts';

/** The paths at which a prompt or tool may be. */
export function definitionPaths(kind: DefinitionKind, data: unknown): readonly KeyPath[] {
  if (kind === 'prompt' || kind === 'tool') return [[]];
  if (kind !== 'server') return [];
  return ['MCPPrompts', 'Tools'].flatMap((list) => listPaths(valueAt(data, [list]), [list]));
}

function listPaths(value: unknown, at: KeyPath): readonly KeyPath[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [at];
  return [at, ...value.flatMap((item, index) => listPaths(item, [...at, index]))];
}
