/** Merges texts that a person types with another program's change of the same text, line by line. */
import type { DefinitionView } from '../../../src/contract/contract.ts';
import { mergeLines } from '../../../src/model/diff/merge-lines.ts';
import type { Draft } from '../state/definition.ts';
import { type Choice, conflictingValues } from './conflicts.ts';
import { type Json, pathKey } from './json.ts';

/**
 * The text with the changes of both sides. `choice` decides about lines that both changed.
 * @returns undefined if both changed the same lines and there is no choice, or if a side is not text
 */
export function mergeText(
  base: Json | undefined,
  ours: Json | undefined,
  theirs: Json | undefined,
  choice?: Choice,
): string | undefined {
  if (typeof base !== 'string' || typeof ours !== 'string' || typeof theirs !== 'string') return undefined;
  const regions = mergeLines(base, ours, theirs);
  if (!regions) return undefined;
  const lines: string[] = [];
  for (const { ok, conflict } of regions) {
    if (conflict && !choice) return undefined;
    lines.push(...(ok ?? (choice === 'mine' ? conflict?.a : conflict?.b) ?? []));
  }
  return lines.join('\n');
}

/** The draft with its conflicting texts merged onto `theirs`, the whole file on disk, where that is possible. */
export function mergeDraft(draft: Draft, theirs: DefinitionView, choice?: Choice): Draft {
  let { edits, yaml } = draft;
  for (const { at, base, mine, theirs: theirValue } of conflictingValues(draft, theirs)) {
    const text = mergeText(base, mine, theirValue, choice);
    // Without a change of mine, the choice of their value is enough.
    if (text === undefined || text === theirValue) continue;
    if (yaml) yaml = { baseVersion: theirs.version, baseText: theirs.text, text };
    else if (theirValue !== undefined)
      edits = { ...edits, [pathKey(at)]: { at: [...at], before: theirValue, after: text } };
  }
  return { ...draft, edits, ...(yaml ? { yaml } : {}) };
}
