/**
 * Words of scripts that are written without spaces between them, or with endings glued to them: Chinese, Japanese,
 * Korean, Thai and their neighbours. ICU finds the words. Of a longer word every pair of neighbouring characters is a
 * term as well as the whole, so that a word is found under an ending or inside a compound.
 */

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

let segmenter: Intl.Segmenter | undefined;

/** Whether a text has characters of such a script. */
export function hasUnspacedScript(text: string): boolean {
  // The first of these scripts begins at U+0E00; nearly every text ends the question here.
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) >= 0xe00) return unspaced.test(text);
  return false;
}

/** The terms of a run of letters with such characters; other letters in it are words of their own, in lower case. */
export function segments(run: string): string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  const terms: string[] = [];
  for (const [part] of run.matchAll(runs)) {
    if (!unspaced.test(part)) {
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
