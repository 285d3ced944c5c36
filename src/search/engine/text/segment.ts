/**
 * Word segmentation for scripts without spaces, or with endings attached to words: Chinese, Japanese, Korean, Thai and
 * related scripts. ICU finds the words. In longer words every character bigram is also a term, so that a word is found with
 * an ending or inside a compound.
 */

const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

let segmenter: Intl.Segmenter | undefined;

/** Whether a text has characters of such a script. */
export function hasUnspacedScript(text: string): boolean {
  // The first of these scripts begins at U+0E00, so this loop answers for nearly every text.
  for (let index = 0; index < text.length; index++)
    if (text.charCodeAt(index) >= 0xe00) return unspacedScripts.test(text);
  return false;
}

/** The terms of a run with such characters. Other letters in it are separate words, in lower case. */
export function segments(run: string): string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  const terms: string[] = [];
  for (const [part] of run.matchAll(runs)) {
    if (!unspacedScripts.test(part)) {
      terms.push(part.toLowerCase());
      continue;
    }
    for (const { segment, isWordLike } of segmenter.segment(part)) {
      if (!isWordLike) continue;
      const characters = [...segment];
      terms.push(segment);
      if (characters.length > 2)
        for (let index = 0; index + 1 < characters.length; index++)
          terms.push(`${characters[index]}${characters[index + 1]}`);
    }
  }
  return terms;
}
