/**
 * Questions in other languages: gives the words of a query what English documentation says for them. A query counts as
 * foreign only if several of its words or its script show the language, and only for an index that is not in this language,
 * so that neither English queries nor documentation in other languages change.
 */
import { hasUnspacedScript } from '../text/segment.ts';
import type { Meaning } from './concepts.ts';
import { matchAt, matchGermanAt, matchUnspaced } from './languages/match.ts';
import { languagesOfScript, recogniseLatin } from './languages/recognise.ts';
import { foldWord, type Language, vocabularyOf } from './languages/table.ts';
import type { Meanings } from './meanings.ts';

/** The same runs if the query is in English, or in a language that is unknown here or is that of the index. */
export function readForeignWords(
  text: string,
  allMeanings: readonly Meaning[],
  meanings: Meanings,
): readonly Meaning[] {
  // A lone word counts as code, as it may be a name.
  const runs =
    allMeanings.length === 1
      ? allMeanings.map((run) => (run.lower === undefined ? run : meanings.of(run.queryText, 'sentence')))
      : allMeanings;
  const script = nonLatin.test(text) ? languagesOfScript(text) : undefined;
  if (!script && runs.every(({ isFamiliar, isStopWord }) => isFamiliar || isStopWord)) return allMeanings;
  if (script && script[0] !== 'ru') return readUnspaced(text, runs, script, meanings);
  const foldedWords = runs.map(({ queryText }) => foldWord(queryText));
  const language =
    script?.[0] ??
    recogniseLatin(
      runs.map(({ isStopWord, isFamiliar, isCode }, at) => ({
        foldedWord: foldedWords[at] as string,
        isStopWord,
        isFamiliar: isFamiliar || isCode,
      })),
    );
  if (language === undefined || meanings.isIn(language)) return allMeanings;
  return readSpaced(foldedWords, runs, language, meanings);
}

/** Shorter words of other languages resemble English ones by chance. */
const minGuess = 7;

const nonLatin = /[\u0400-\u052f\u0e00-\uffff]/;

function readSpaced(
  foldedWords: readonly string[],
  runs: readonly Meaning[],
  language: Language,
  meanings: Meanings,
): readonly Meaning[] {
  const vocabulary = vocabularyOf(language);
  const match = language === 'de' ? matchGermanAt : matchAt;
  const meaningsRead: Meaning[] = [];
  for (let at = 0; at < runs.length; ) {
    const run = runs[at] as Meaning;
    const longestMatch = run.isCode ? undefined : match(foldedWords, at, vocabulary);
    if (longestMatch) {
      const { entry, part, end } = longestMatch;
      meaningsRead.push(meanings.ofForeign(runs.slice(at, end), part ? [entry, part] : [entry]));
      if (end > at + 1)
        for (let index = at; index < end; index++) {
          const singleMatch = match([foldedWords[index] as string], 0, vocabulary);
          if (singleMatch) meaningsRead.push(meanings.ofForeign([runs[index] as Meaning], [singleMatch.entry]));
        }
      at = end;
      continue;
    }
    const word = foldedWords[at] as string;
    at++;
    if (run.isCode) meaningsRead.push(run);
    else if (!vocabulary.stopWords.has(word))
      meaningsRead.push(
        run.isFamiliar || word.length >= minGuess ? run : { ...run, concepts: [], isUnknown: true, missing: 1 },
      );
  }
  return meaningsRead;
}

/** The expressions of the whole text come after its runs, which are known if their signs are. */
function readUnspaced(
  text: string,
  runs: readonly Meaning[],
  languages: readonly Language[],
  meanings: Meanings,
): readonly Meaning[] {
  const vocabularies = languages.map(vocabularyOf);
  const { entries } = matchUnspaced(foldWord(text), vocabularies);
  const isRead = ({ queryText }: Meaning) => {
    const { entries: inside, isExplained } = matchUnspaced(foldWord(queryText), vocabularies);
    return inside.length > 0 || isExplained;
  };
  const readRuns = runs.map((run) =>
    hasUnspacedScript(run.queryText) && isRead(run) ? { ...run, isUnknown: false, missing: 0 } : run,
  );
  const unknownEntries = entries.filter(({ expression }) => !meanings.has(expression));
  return [...readRuns, ...unknownEntries.map((entry) => meanings.ofForeign([], [entry]))];
}
