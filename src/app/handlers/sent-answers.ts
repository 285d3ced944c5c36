/** The answers that windows got with their edits, so that the next one has only what changed in their long texts. */
import { randomUUID } from 'node:crypto';
import { withoutKnownTexts } from '../../base/known-texts.ts';
import type { EditedPreview, Preview } from '../../contract/contract.ts';

/** Each open window needs its last one. */
const keptAnswers = 4;

/** @returns makes the next answer of a window. @param known the id of the answer that it has */
export function createSentAnswers(): (preview: Preview, known: string | undefined) => EditedPreview {
  const previews = new Map<string, Preview>();
  return (preview, known) => {
    const id = randomUUID();
    const { value, texts } = withoutKnownTexts(preview, known === undefined ? undefined : previews.get(known));
    if (known !== undefined) previews.delete(known);
    previews.set(id, preview);
    for (const oldest of previews.keys()) if (previews.size > keptAnswers) previews.delete(oldest);
    return { id, preview: value, texts: texts.map(({ at, splice }) => ({ at: [...at], splice })) };
  };
}
