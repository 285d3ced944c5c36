/** The answers that windows got with their edits, so that the next one has only what changed in their long texts. */
import { randomUUID } from 'node:crypto';
import { withoutKnownTexts } from '../../../base/text/known-texts.ts';
import type { EditedPreview, Preview } from '../../../contract/contract.ts';

/** Each open window needs its last one. */
const keptAnswers = 4;

/** @returns makes the next answer of a window. @param known the id of the answer that it has */
export function createSentAnswers(): (preview: Preview, knownText: string | undefined) => EditedPreview {
  const previews = new Map<string, Preview>();
  return (preview, knownText) => {
    const id = randomUUID();
    const { value, texts } = withoutKnownTexts(preview, knownText === undefined ? undefined : previews.get(knownText));
    if (knownText !== undefined) previews.delete(knownText);
    previews.set(id, preview);
    for (const oldestKey of previews.keys()) if (previews.size > keptAnswers) previews.delete(oldestKey);
    return { id, preview: value, texts: texts.map(({ at, splice }) => ({ at: [...at], splice })) };
  };
}
