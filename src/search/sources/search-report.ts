/** Makes the results text for the model, and the report that explains it. */
import { estimateTokenCount } from 'tokenx';
import type { SearchReport } from '../../contract/contract.ts';
import type { JudgedQuery } from '../../model/definitions.ts';
import { fillBudget, interleave } from '../engine/query/budget.ts';
import { placeOf, renderResults, withoutTags } from '../engine/query/results-text.ts';
import { amounts } from '../engine/query/weights.ts';
import { isCompoundName } from '../engine/text/analyse.ts';
import type { Candidate, Filling, Fit, ParsedQuery } from '../engine/types.ts';
import type { SearchAnswer } from '../search-request.ts';
import { passageText } from './documentation/view-page.ts';
import type { GivenPassages } from './given-passages.ts';
import type { Reranked } from './retriever.ts';
import { type Snippet, snippetOf, spellings } from './snippet.ts';

/** The answer of one source to one query. */
export interface SourceAnswer {
  readonly name: string;
  readonly milliseconds: number;
  /** How the candidates were ranked again. */
  readonly embeddings?: NonNullable<Reranked['embeddings']>;
  /** Why the source failed, in one sentence; then there are no candidates. */
  readonly failure?: string;
  /** Ids of the asks that must be allowed first: to search it, or to rank again. */
  readonly needs?: readonly string[];
  readonly message?: string;
  /** How well the candidates fit the query, if the source can tell. */
  readonly fit?: Fit;
  /** What the source holds, if it is known to be incomplete. */
  readonly extent?: string;
  readonly parsed?: ParsedQuery;
  readonly candidates: readonly Candidate[];
  readonly judged: readonly JudgedQuery[];
}

/** The answers to one search, before the budget. */
export interface SearchAnswers {
  readonly id: string;
  readonly query: string;
  /** The section that the search was restricted to. */
  readonly section?: string | undefined;
  /** In the order of the prompt's list. */
  readonly answers: readonly SourceAnswer[];
}

/** What limits an answer besides its budget. */
interface AnswerLimits {
  /** Maximum number of passages. */
  readonly limit?: number | undefined;
  /** The passages that the session already has. */
  readonly given?: GivenPassages | undefined;
}

/**
 * Selects the results that fit a budget, without querying the sources again, and adds the whole passages among them to
 * `given`. `account` is computed when it is first read.
 */
export function answerWithin(found: SearchAnswers, budget: number, { limit, given }: AnswerLimits = {}): SearchAnswer {
  const failed = found.answers.filter(({ failure }) => failure !== undefined);
  const isFailed = failed.length === found.answers.length;
  const remarks = isFailed ? [] : [...gapRemarks(found, budget / 3), failureRemark(failed, budget / 3)];
  const lists = found.answers.map(({ candidates }) => candidates);
  const isRepeat = given && ((candidate: Candidate) => hasBeenGiven(given, candidate));
  const repeats = isRepeat ? lists.flatMap((candidates) => candidates.slice(0, maxRepeats).filter(isRepeat)) : [];
  const remark = [...remarks, repeatRemark(repeats, budget / 3)].filter((part) => part !== '').join('\n\n');
  const remarkTokens = remark === '' ? 0 : estimateTokenCount(`\n\n${remark}`);
  const fits = new Map(found.answers.flatMap(({ name, fit }) => (fit ? [[name, fit] as const] : [])));
  const filled = fillBudget(interleave(lists), { tokens: budget - remarkTokens, fits, limit, isGiven: isRepeat });
  for (const { candidate, outcome } of filled.fillings) {
    const { location } = candidate.ranked.passage;
    if (outcome.kind === 'taken' || outcome.kind === 'joined')
      given?.add(candidate.source, location, passageText(candidate.ranked.passage));
  }
  const hasNoFit = filled.fillings.every(({ candidate }) => fits.get(candidate.source) === 'none');
  const isRepeated = repeats.length > 0 && filled.tokens === 0;
  const results = renderResults(filled) || (isRepeated ? '' : hasNoFit ? (remark === '' ? noResults : '') : noRoom);
  const isRemarkFirst = found.answers.every(({ failure, fit }) => failure !== undefined || isPoorFit(fit));
  const parts = isRemarkFirst ? [remark, results] : [results, remark];
  const text = parts.filter((part) => part !== '').join('\n\n');
  let report: SearchReport | undefined;
  // A server needs only the text, so the report is made on demand.
  const makeReport = () => {
    report ??= {
      id: found.id,
      query: found.query,
      budget,
      tokens: isFailed ? 0 : filled.tokens > 0 ? filled.tokens + remarkTokens : estimateTokenCount(text),
      sources: found.answers.map(sourceReport),
      passages: filled.fillings.map((filling) => passageReport(filling, found)),
      ...(!isFailed && filled.tokens === 0 && results !== noRoom && { noResults: text }),
    };
    return report;
  };
  if (isFailed)
    return {
      kind: 'failed',
      message: failureMessage(failed),
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

/** Pages that an answer gives or names if none of them clearly fits. */
const maxNearPages = 3;
const maxUnknownWords = 5;

/** Passages of each source that a remark may name as given before: those that the search would have given first. */
const maxRepeats = 5;

function hasBeenGiven(given: GivenPassages, { source, ranked: { passage } }: Candidate): boolean {
  return given.has(source, passage.location, passageText(passage));
}

/** Whether an answer says that no page fits, instead of giving as many as it can. */
function isPoorFit(fit: Fit | undefined): boolean {
  return fit === 'none' || fit === 'doubtful';
}

function fitWords(fit: Fit | undefined): string {
  return fit === 'doubtful' ? 'clearly fits' : 'fits';
}

/** Names the passages that the session already has. @param maxTokens tokens */
function repeatRemark(repeats: readonly Candidate[], maxTokens: number): string {
  if (repeats.length === 0) return '';
  const names = repeats.map(({ ranked: { passage }, url }) => `${passage.title} (${url ?? placeOf(passage)})`);
  const explanation = 'given before in this session; repeat: true gives it again.';
  const whole = oneLine(`[${[...new Set(names)].join('; ')}: ${explanation}]`);
  return estimateTokenCount(whole) <= maxTokens ? whole : oneLine(`[${repeats.length} passages: ${explanation}]`);
}

/**
 * Tells the model what the sources do not have, so that it neither guesses nor reads pages about something else.
 * @param maxTokens tokens of each remark
 */
function gapRemarks({ answers, section }: SearchAnswers, maxTokens: number): readonly string[] {
  const inSection = section === undefined ? '' : ` in the section ${section}`;
  return answers.flatMap((answer) => {
    const { name, fit, extent = '', candidates, parsed } = answer;
    const unknown = unknownIn(answer)
      .filter((word) => fit !== 'good' || isNameIn(parsed, word))
      .slice(0, maxUnknownWords);
    if (!isPoorFit(fit)) {
      if (unknown.length === 0) return [];
      const extentIfNamed = unknown.some((word) => isNameIn(parsed, word)) ? extent : '';
      return [remarkWithin([`No page of ${name} has ${unknown.join(', ')}.`, extentIfNamed], maxTokens)];
    }
    const { least } = amounts[fit ?? 'none'];
    const isGiven = ({ ranked }: Candidate) => ranked.score >= least * (candidates[0]?.ranked.score ?? 0);
    const titlesOf = (some: readonly Candidate[]) => [...new Set(some.map(({ ranked }) => ranked.passage.title))];
    const near = titlesOf(candidates).slice(titlesOf(candidates.filter(isGiven)).length, maxNearPages);
    const sentences = [
      `No page of ${name}${inSection} ${fitWords(fit)} this query.`,
      unknown.length > 0 ? `No page has ${unknown.join(', ')}.` : '',
      (fit === 'none' && near.length === 0) || unknown.some(isCompoundName) ? extent : '',
      near.length > 0 ? `${fit === 'none' ? 'The nearest' : 'Other near'} pages are ${near.join('; ')}.` : '',
    ];
    return [remarkWithin(sentences, maxTokens)];
  });
}

/**
 * The words and names of a query that no page has in this spelling. A corrected word counts as unknown if it is a name, or if
 * no page clearly fits: then the correction was probably wrong.
 */
function unknownIn({ parsed, fit }: SourceAnswer): readonly string[] {
  const corrected = (parsed?.corrected ?? []).filter((word) => isPoorFit(fit) || isNameIn(parsed, word));
  return [...(parsed?.unknown ?? []), ...corrected];
}

/** Whether a word is spelled as a name: as programs spell them, or with a capital inside a sentence. */
function isNameIn(parsed: ParsedQuery | undefined, word: string): boolean {
  if (isCompoundName(word)) return true;
  if (!/^\p{Lu}/u.test(word)) return false;
  const before = parsed?.text.slice(0, parsed.text.indexOf(word)).trimEnd() ?? '';
  return before !== '' && !/[.!?:]$/.test(before);
}

/** All sentences if they fit, else the first. */
function remarkWithin(sentences: readonly string[], maxTokens: number): string {
  const whole = oneLine(`[${sentences.filter((sentence) => sentence !== '').join(' ')}]`);
  return estimateTokenCount(whole) <= maxTokens ? whole : oneLine(`[${sentences[0]}]`);
}

/** Tells the model which sources failed: with reasons if they are short enough, else the names, else the number. */
function failureRemark(failed: readonly SourceAnswer[], maxTokens: number): string {
  if (failed.length === 0) return '';
  const withReasons = failed
    .map(({ name, failure = '' }) => oneLine(`[${name} gave no results: ${failure}]`))
    .join('\n\n');
  const namesOnly = `[${failed.map(({ name }) => name).join(', ')} gave no results.]`;
  const fits = (text: string) => estimateTokenCount(text) <= maxTokens;
  return [withReasons, namesOnly].find(fits) ?? `[${failed.length} sources gave no results.]`;
}

/** Keeps spaces, because a sentence may quote a command line with a path. */
function failureMessage(failed: readonly SourceAnswer[]): string {
  const [only, ...others] = failed;
  if (only && others.length === 0) return withoutTags(only.failure ?? '');
  const why = failed.map(({ name, failure = '' }) => `${name}: ${failure}`).join(' ');
  return withoutTags(`no source could answer. ${why}`);
}

/** Puts a sentence, which may quote another program, on one line without tags. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('<', '‹').replaceAll('>', '›');
}

function sourceReport(answer: SourceAnswer): SearchReport['sources'][number] {
  const { name, milliseconds, failure, needs, parsed, fit, embeddings } = answer;
  const cut = parsed?.cut ? 'The query is too long: its end was ignored.' : undefined;
  const message =
    failure ?? answer.message ?? cut ?? (isPoorFit(fit) ? `No page ${fitWords(fit)} this query.` : undefined);
  return {
    name,
    state: failure === undefined ? 'answered' : 'failed',
    milliseconds,
    found: answer.candidates.length,
    ...(message !== undefined && { message }),
    unknown: [...unknownIn(answer)],
    ...(embeddings && { embeddings: { ...embeddings } }),
    ...(needs && { needs: [...needs] }),
  };
}

function passageReport(filling: Filling, found: SearchAnswers): SearchReport['passages'][number] {
  const { source, ranked } = filling.candidate;
  const { title, location, headings, line, anchor } = ranked.passage;
  const { url } = filling.candidate;
  const judged = judgementOf(found, source, location);
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
    defused: filling.defused.map((span) => ({ ...span })),
    ...(judged && { judged }),
  };
}

function judgementOf(found: SearchAnswers, source: string, location: string): 'right' | 'wrong' | undefined {
  const judged = found.answers.find(({ name }) => name === source)?.judged ?? [];
  const marks = judged.find(({ query }) => query === found.query);
  if (marks?.right.includes(location)) return 'right';
  return marks?.wrong.includes(location) ? 'wrong' : undefined;
}
