import { diff3Merge } from 'node-diff3';

/** Longer texts are not merged line by line, because finding the common lines would take too long. */
const maxLines = 20_000;

/** Lines that merge (`ok`), or lines that both sides changed: `a` is ours, `o` the base, `b` theirs. */
export type MergedRegion = ReturnType<typeof diff3Merge<string>>[number];

/**
 * Merges two changes of a text line by line.
 * @returns the regions in their order; undefined for a text that is too long
 */
export function mergeLines(base: string, ours: string, theirs: string): readonly MergedRegion[] | undefined {
  const baseLines = base.split('\n');
  const ourLines = ours.split('\n');
  const theirLines = theirs.split('\n');
  if (Math.max(baseLines.length, ourLines.length, theirLines.length) > maxLines) return undefined;
  return diff3Merge(ourLines, baseLines, theirLines, { excludeFalseConflicts: true });
}
