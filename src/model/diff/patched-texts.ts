/** Applies a change of one text to another text. */
import { applyPatch, structuredPatch } from 'diff';

/** Maximum changed lines of a line-by-line comparison. */
const maxEditLength = 2_000;

/** Context lines that locate a change; fewer when another change touches one of them. */
const sureContexts = [3, 1];

/**
 * Applies the change from `from` to `to` to `now` when its lines are found without doubt.
 * @param contexts with 0 at the end, lines that were added between two changed ones may come to a neighbouring place
 * @returns the possible texts, the most reliable first; none when a line cannot be located
 */
export function* patchedTexts(from: string, to: string, now: string, contexts = sureContexts): Generator<string> {
  for (const context of contexts) {
    const patch = structuredPatch('', '', from, to, '', '', { context, maxEditLength });
    const text = patch && applyPatch(now, patch, { fuzzFactor: 0, autoConvertLineEndings: false });
    if (text) yield text;
  }
}
