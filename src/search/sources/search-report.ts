/** Makes the results text for the model, and the report that explains it. */
import { estimateTokenCount } from 'tokenx';
import type { SearchReport } from '../../contract/contract.ts';
import { fillBudget, interleave } from '../engine/query/budget.ts';
import { renderResults } from '../engine/query/results-text.ts';
import type { Candidate, Filling } from '../engine/types.ts';
import type { SearchAnswer } from '../search-request.ts';
import { passageText } from './documentation/view-page.ts';
import type { GivenPassages } from './given-passages.ts';
import {
  failureMessage,
  failureRemark,
  fitWords,
  gapRemarks,
  isPoorFit,
  repeatRemark,
  unknownIn,
} from './search-remarks.ts';
import { type Snippet, snippetOf, spellings } from './snippet.ts';
import type { SearchAnswers, SourceAnswer } from './source-answer.ts';

/** What limits an answer besides its budget. */
interface AnswerLimits {
  /** Maximum number of passages. */
  readonly limit?: number | undefined;
  /** The passages that the session already has. */
  readonly givenPassages?: GivenPassages | undefined;
}

/**
 * Selects the results that fit a budget, without querying the sources again, and adds the whole passages among them to
 * `given`. `account` is computed when it is first read.
 */
export function answerWithin(
  answers: SearchAnswers,
  budget: number,
  { limit, givenPassages }: AnswerLimits = {},
): SearchAnswer {
  const failedAnswers = answers.answers.filter(({ failure }) => failure !== undefined);
  const isFailed = failedAnswers.length === answers.answers.length;
  const remarks = isFailed ? [] : [...gapRemarks(answers, budget / 3), failureRemark(failedAnswers, budget / 3)];
  const lists = answers.answers.map(({ candidates }) => candidates);
  const isRepeat = givenPassages && ((candidate: Candidate) => hasBeenGiven(givenPassages, candidate));
  const repeats = isRepeat ? lists.flatMap((candidates) => candidates.slice(0, maxRepeats).filter(isRepeat)) : [];
  const remark = [...remarks, repeatRemark(repeats, budget / 3)].filter((part) => part !== '').join('\n\n');
  const remarkTokens = remark === '' ? 0 : estimateTokenCount(`\n\n${remark}`);
  const fitOfSource = new Map(answers.answers.flatMap(({ name, fit }) => (fit ? [[name, fit] as const] : [])));
  const budgetFilling = fillBudget(interleave(lists), {
    tokens: budget - remarkTokens,
    fits: fitOfSource,
    limit,
    isGiven: isRepeat,
  });
  for (const { candidate, outcome } of budgetFilling.fillings) {
    const { location } = candidate.ranked.passage;
    if (outcome.kind === 'taken' || outcome.kind === 'joined')
      givenPassages?.add(candidate.source, location, passageText(candidate.ranked.passage));
  }
  const hasNoFit = budgetFilling.fillings.every(({ candidate }) => fitOfSource.get(candidate.source) === 'none');
  const isRepeated = repeats.length > 0 && budgetFilling.tokens === 0;
  const results =
    renderResults(budgetFilling) || (isRepeated ? '' : hasNoFit ? (remark === '' ? noResults : '') : noRoom);
  const isRemarkFirst = answers.answers.every(({ failure, fit }) => failure !== undefined || isPoorFit(fit));
  const parts = isRemarkFirst ? [remark, results] : [results, remark];
  const text = parts.filter((part) => part !== '').join('\n\n');
  let report: SearchReport | undefined;
  // A server needs only the text, so the report is made on demand.
  const makeReport = () => {
    report ??= {
      id: answers.id,
      query: answers.query,
      budget,
      tokens: isFailed ? 0 : budgetFilling.tokens > 0 ? budgetFilling.tokens + remarkTokens : estimateTokenCount(text),
      sources: answers.answers.map(sourceReport),
      passages: budgetFilling.fillings.map((filling) => passageReport(filling, answers)),
      ...(!isFailed && budgetFilling.tokens === 0 && results !== noRoom && { noResults: text }),
    };
    return report;
  };
  if (isFailed)
    return {
      kind: 'failed',
      message: failureMessage(failedAnswers),
      get account() {
        return makeReport();
      },
    };
  return {
    kind: 'results',
    text,
    ...(remark !== '' && { remark, isRemarkFirst }),
    get account() {
      return makeReport();
    },
  };
}

const noResults = '[No results for this query.]';
const noRoom = '[No room for the results.]';

/** Passages of each source that a remark may name as given before: those that the search would have given first. */
const maxRepeats = 5;

function hasBeenGiven(givenPassages: GivenPassages, { source, ranked: { passage } }: Candidate): boolean {
  return givenPassages.has(source, passage.location, passageText(passage));
}

function sourceReport(answer: SourceAnswer): SearchReport['sources'][number] {
  const { name, milliseconds, failure, needs, parsedQuery, fit, embeddings, revision } = answer;
  const cutNote = parsedQuery?.cut ? 'The query is too long: its end was ignored.' : undefined;
  const message =
    failure ?? answer.message ?? cutNote ?? (isPoorFit(fit) ? `No page ${fitWords(fit)} this query.` : undefined);
  return {
    name,
    state: failure === undefined ? 'answered' : 'failed',
    milliseconds,
    found: answer.candidates.length,
    ...(message !== undefined && { message }),
    unknown: [...unknownIn(answer)],
    ...(revision !== undefined && { revision }),
    ...(embeddings && { embeddings: { ...embeddings } }),
    ...(needs && { needs: [...needs] }),
  };
}

function passageReport(filling: Filling, answers: SearchAnswers): SearchReport['passages'][number] {
  const { source, ranked } = filling.candidate;
  const { title, location, headings, line, anchor } = ranked.passage;
  const { url } = filling.candidate;
  const judgement = judgementOf(answers, source, location);
  let snippet: Snippet | undefined;
  return {
    source,
    title,
    location,
    headings: [...headings],
    ...(line !== undefined && { line }),
    ...(anchor !== undefined && { anchor }),
    ...(url !== undefined && { url }),
    score: ranked.score,
    because: { ...ranked.because },
    ...(ranked.embedding && { embedding: { ...ranked.embedding } }),
    // Only windows and the command line read these, so a server does not have to analyse the text.
    get matches() {
      const spellingsByTerm = spellings(ranked);
      return ranked.matches.map((match) => ({
        ...match,
        fields: [...match.fields],
        found: [...(spellingsByTerm.get(match.term) ?? [])],
      }));
    },
    get snippet() {
      snippet ??= snippetOf(ranked);
      return snippet;
    },
    folded: ranked.folded.map((place) => ({ ...place, headings: [...place.headings] })),
    outcome: filling.outcome,
    tokens: filling.tokens,
    text: filling.text,
    defused: filling.defusedSpans.map((span) => ({ ...span })),
    ...(judgement && { judged: judgement }),
  };
}

function judgementOf(answers: SearchAnswers, source: string, location: string): 'right' | 'wrong' | undefined {
  const judgedQueries = answers.answers.find(({ name }) => name === source)?.judgedQueries ?? [];
  const marks = judgedQueries.find(({ query }) => query === answers.query);
  if (marks?.right.includes(location)) return 'right';
  return marks?.wrong.includes(location) ? 'wrong' : undefined;
}
