/** One change of a text, made in another text. */
import { applyPatch, structuredPatch } from 'diff';

/** Texts that differ in more lines than this are not compared line by line. */
const maxEditLength = 2_000;

/** Lines around a change by which its place is found; with fewer where another change touches one of them. */
const sureContexts = [3, 1];

/**
 * Makes the change from `from` to `to` in `now`, where its lines are found without doubt.
 * @param contexts with 0 at the end, lines that were added between two changed ones may come to a neighbouring place
 * @returns the possible texts, the surest first; none where the place of a line cannot be found
 */
export function* patchedTexts(from: string, to: string, now: string, contexts = sureContexts): Generator<string> {
  for (const context of contexts) {
    const patch = structuredPatch('', '', from, to, '', '', { context, maxEditLength });
    const text = patch && applyPatch(now, patch, { fuzzFactor: 0, autoConvertLineEndings: false });
    if (text) yield text;
  }
}
