/** The definition that a change is about: one inline definition of a server, or the whole file. */
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, isSameData, valueAt } from '../../base/json.ts';
import type { DefinitionPath } from '../../files/workspace-paths.ts';
import { compareDefinitions } from '../../model/diff/definition-diff.ts';
import { summaryOf } from '../../model/diff/diff-summary.ts';
import type { ChangedDefinition } from './version.ts';

/** @param before the file's data under canonical keys; undefined if it cannot be read or does not exist */
export function changedDefinition({ kind, name }: DefinitionPath, before: unknown, after: unknown): ChangedDefinition {
  const at = kind === 'server' ? changedEntry(before, after) : undefined;
  const entryName = valueAt(after ?? before, [...(at ?? []), 'Name']);
  const change = at && summaryOf(compareDefinitions(valueAt(before, at), valueAt(after, at)));
  return {
    at: [...(at ?? [])],
    name: typeof entryName === 'string' && entryName !== '' ? entryName : name,
    ...(change === undefined ? {} : { change }),
  };
}

/** The only entry of a server's lists that changed, if nothing else did. */
function changedEntry(before: unknown, after: unknown): KeyPath | undefined {
  if (!isJsonObject(before) || !isJsonObject(after)) return undefined;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const [key, ...otherKeys] = keys.filter((value) => !isSameData(before[value], after[value]));
  if ((key !== 'MCPPrompts' && key !== 'Tools') || otherKeys.length > 0) return undefined;
  const [from, to] = [before[key], after[key]];
  if (!Array.isArray(from) || !Array.isArray(to) || from.length !== to.length) return undefined;
  const changedIndexes = [...to.keys()].filter((index) => !isSameData(from[index], to[index]));
  const [index] = changedIndexes;
  const isOne =
    changedIndexes.length === 1 && index !== undefined && isJsonObject(from[index]) && isJsonObject(to[index]);
  return isOne ? [key, index] : undefined;
}
