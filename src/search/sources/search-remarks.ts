/** What the results text says besides the passages: which sources failed, what they do not have, and what was given before. */
import { estimateTokenCount } from 'tokenx';
import { placeOf, withoutTags } from '../engine/query/results-text.ts';
import { amounts } from '../engine/query/weights.ts';
import { isCompoundName } from '../engine/text/analyse.ts';
import type { Candidate, Fit, ParsedQuery } from '../engine/types.ts';
import type { SearchAnswers, SourceAnswer } from './source-answer.ts';

/** Pages that an answer gives or names if none of them clearly fits. */
const maxNearPages = 3;
const maxUnknownWords = 5;

/** Whether an answer says that no page fits, instead of giving as many as it can. */
export function isPoorFit(fit: Fit | undefined): boolean {
  return fit === 'none' || fit === 'doubtful';
}

export function fitWords(fit: Fit | undefined): string {
  return fit === 'doubtful' ? 'clearly fits' : 'fits';
}

/** Names the passages that the session already has. */
export function repeatRemark(repeats: readonly Candidate[], maxTokens: number): string {
  if (repeats.length === 0) return '';
  const names = repeats.map(({ ranked: { passage }, url }) => `${passage.title} (${url ?? placeOf(passage)})`);
  const explanation = 'given before in this session; repeat: true gives it again.';
  const wholeLine = oneLine(`[${[...new Set(names)].join('; ')}: ${explanation}]`);
  return estimateTokenCount(wholeLine) <= maxTokens
    ? wholeLine
    : oneLine(`[${repeats.length} passages: ${explanation}]`);
}

/**
 * Tells the model what the sources do not have, so that it neither guesses nor reads pages about something else.
 * @param maxTokens of each remark
 */
export function gapRemarks({ answers, section }: SearchAnswers, maxTokens: number): readonly string[] {
  const inSection = section === undefined ? '' : ` in the section ${section}`;
  return answers.flatMap((answer) => {
    const { name, fit, extent = '', candidates, parsedQuery } = answer;
    const unknownWords = unknownIn(answer)
      .filter((word) => fit !== 'good' || isNameIn(parsedQuery, word))
      .slice(0, maxUnknownWords);
    if (!isPoorFit(fit)) {
      if (unknownWords.length === 0) return [];
      const extentIfNamed = unknownWords.some((word) => isNameIn(parsedQuery, word)) ? extent : '';
      return [remarkWithin([`No page of ${name} has ${unknownWords.join(', ')}.`, extentIfNamed], maxTokens)];
    }
    const { minShare } = amounts[fit ?? 'none'];
    const isGiven = ({ ranked }: Candidate) => ranked.score >= minShare * (candidates[0]?.ranked.score ?? 0);
    const titlesOf = (list: readonly Candidate[]) => [...new Set(list.map(({ ranked }) => ranked.passage.title))];
    const nearTitles = titlesOf(candidates).slice(titlesOf(candidates.filter(isGiven)).length, maxNearPages);
    const sentences = [
      `No page of ${name}${inSection} ${fitWords(fit)} this query.`,
      unknownWords.length > 0 ? `No page has ${unknownWords.join(', ')}.` : '',
      (fit === 'none' && nearTitles.length === 0) || unknownWords.some(isCompoundName) ? extent : '',
      nearTitles.length > 0
        ? `${fit === 'none' ? 'The nearest' : 'Other near'} pages are ${nearTitles.join('; ')}.`
        : '',
    ];
    return [remarkWithin(sentences, maxTokens)];
  });
}

/**
 * The words and names of a query that no page has in this spelling. A corrected word counts as unknown if it is a name, or if
 * no page clearly fits: then the correction was probably wrong.
 */
export function unknownIn({ parsedQuery, fit }: SourceAnswer): readonly string[] {
  const correctedWords = (parsedQuery?.corrected ?? []).filter((word) => isPoorFit(fit) || isNameIn(parsedQuery, word));
  return [...(parsedQuery?.unknown ?? []), ...correctedWords];
}

/** Whether a word is spelled as a name: as programs spell them, or with a capital inside a sentence. */
function isNameIn(parsedQuery: ParsedQuery | undefined, word: string): boolean {
  if (isCompoundName(word)) return true;
  if (!/^\p{Lu}/u.test(word)) return false;
  const before = parsedQuery?.text.slice(0, parsedQuery.text.indexOf(word)).trimEnd() ?? '';
  return before !== '' && !/[.!?:]$/.test(before);
}

/** All sentences if they fit, else the first. */
function remarkWithin(sentences: readonly string[], maxTokens: number): string {
  const wholeLine = oneLine(`[${sentences.filter((sentence) => sentence !== '').join(' ')}]`);
  return estimateTokenCount(wholeLine) <= maxTokens ? wholeLine : oneLine(`[${sentences[0]}]`);
}

/** Tells the model which sources failed: with reasons if they are short enough, else the names, else the number. */
export function failureRemark(failedAnswers: readonly SourceAnswer[], maxTokens: number): string {
  if (failedAnswers.length === 0) return '';
  const withReasons = failedAnswers
    .map(({ name, failure = '' }) => oneLine(`[${name} gave no results: ${failure}]`))
    .join('\n\n');
  const namesOnly = `[${failedAnswers.map(({ name }) => name).join(', ')} gave no results.]`;
  const fits = (text: string) => estimateTokenCount(text) <= maxTokens;
  return [withReasons, namesOnly].find(fits) ?? `[${failedAnswers.length} sources gave no results.]`;
}

/** Keeps spaces, because a sentence may quote a command line with a path. */
export function failureMessage(failedAnswers: readonly SourceAnswer[]): string {
  const [onlyAnswer, ...otherAnswers] = failedAnswers;
  if (onlyAnswer && otherAnswers.length === 0) return withoutTags(onlyAnswer.failure ?? '');
  const why = failedAnswers.map(({ name, failure = '' }) => `${name}: ${failure}`).join(' ');
  return withoutTags(`no source could answer. ${why}`);
}

/** Puts a sentence, which may quote another program, on one line without tags. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('<', '‹').replaceAll('>', '›');
}
