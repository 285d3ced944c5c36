/** Merges texts that a person types with another program's change of the same text, line by line. */
import { diff3Merge } from 'node-diff3';
import type { DefinitionView } from '../../../src/contract/contract.ts';
import type { Draft } from '../state/definition.ts';
import { type Choice, conflictingValues } from './conflicts.ts';
import { type Json, pathKey } from './json.ts';

/** Longer texts are not merged, because finding the common lines would take too long. */
const maxLines = 20_000;

/**
 * The text with the changes of both sides. `choice` decides about lines that both changed.
 * @returns undefined if both changed the same lines and there is no choice, or if a side is not text
 */
export function mergeText(
  base: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
  choice?: Choice,
): string | undefined {
  if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') return undefined;
  const [old, own, other] = [base, mine, theirs].map((text) => text.split('\n')) as [string[], string[], string[]];
  if (Math.max(old.length, own.length, other.length) > maxLines) return undefined;
  const lines: string[] = [];
  for (const { ok, conflict } of diff3Merge(own, old, other, { excludeFalseConflicts: true })) {
    if (conflict && !choice) return undefined;
    lines.push(...(ok ?? (choice === 'mine' ? conflict?.a : conflict?.b) ?? []));
  }
  return lines.join('\n');
}

/** The draft with its conflicting texts merged onto `theirs`, the whole file on disk, where that is possible. */
export function mergeDraft(draft: Draft, theirs: DefinitionView, choice?: Choice): Draft {
  let { edits, source } = draft;
  for (const { at, base, mine, theirs: other } of conflictingValues(draft, theirs)) {
    const text = mergeText(base, mine, other, choice);
    // Without a change of mine, the choice of their value is enough.
    if (text === undefined || text === other) continue;
    if (source) source = { baseVersion: theirs.version, baseText: theirs.text, text };
    else if (other !== undefined) edits = { ...edits, [pathKey(at)]: { at: [...at], before: other, after: text } };
  }
  return { ...draft, edits, ...(source ? { source } : {}) };
}
