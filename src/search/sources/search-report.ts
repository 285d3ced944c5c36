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
import { passageText } from './documentation/page-view.ts';
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

/** What limits an answer beside its budget. */
interface AnswerLimits {
  /** Passages. */
  readonly limit?: number | undefined;
  /** What the session already has. */
  readonly given?: GivenPassages | undefined;
}

/**
 * Selects the results that fit a budget, without querying the sources again. Adds the passages that it gives whole to
 * `given`. `account` is made when it is first read.
 */
export function answerWithin(found: SearchAnswers, budget: number, { limit, given }: AnswerLimits = {}): SearchAnswer {
  const failed = found.answers.filter(({ failure }) => failure !== undefined);
  const isFailed = failed.length === found.answers.length;
  const remarks = isFailed ? [] : [...gapRemarks(found, budget / 3), failureRemark(failed, budget / 3)];
  const lists = found.answers.map(({ candidates }) => candidates);
  const isGiven = given && ((candidate: Candidate) => isIn(given, candidate));
  const repeats = isGiven ? lists.flatMap((candidates) => candidates.slice(0, mostRepeats).filter(isGiven)) : [];
  const remark = [...remarks, repeatRemark(repeats, budget / 3)].filter((part) => part !== '').join('\n\n');
  const remarkTokens = remark === '' ? 0 : estimateTokenCount(`\n\n${remark}`);
  const fits = new Map(found.answers.flatMap(({ name, fit }) => (fit ? [[name, fit] as const] : [])));
  const filled = fillBudget(interleave(lists), { tokens: budget - remarkTokens, fits, limit, isGiven });
  for (const { candidate, outcome } of filled.fillings) {
    const { location } = candidate.ranked.passage;
    if (outcome.kind === 'taken' || outcome.kind === 'joined')
      given?.add(candidate.source, location, passageText(candidate.ranked.passage));
  }
  const hasNoFit = filled.fillings.every(({ candidate }) => fits.get(candidate.source) === 'none');
  const isRepeated = repeats.length > 0 && filled.tokens === 0;
  const results = renderResults(filled) || (isRepeated ? '' : hasNoFit ? (remark === '' ? noResults : '') : noRoom);
  const isRemarkFirst = found.answers.every(({ failure, fit }) => failure !== undefined || isUnanswered(fit));
  const parts = isRemarkFirst ? [remark, results] : [results, remark];
  const text = parts.filter((part) => part !== '').join('\n\n');
  let report: SearchReport | undefined;
  // Only when it is read: a server gives the text alone.
  const reported = () => {
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
        return reported();
      },
    };
  return {
    kind: 'results',
    text,
    ...(remark !== '' && { remark, isRemarkFirst }),
    get account() {
      return reported();
    },
  };
}

const noResults = '[No results for this query.]';
const noRoom = '[No room for the results.]';

/** Pages that an answer gives or names if none of them fits. */
const nearest = 3;
const unknownNamed = 5;

/** Passages of a source whose repetition a remark names: what the search would have given first. */
const mostRepeats = 5;

function isIn(given: GivenPassages, { source, ranked: { passage } }: Candidate): boolean {
  return given.has(source, passage.location, passageText(passage));
}

/** Whether an answer says that it has no page instead of giving as many as fit. */
function isUnanswered(fit: Fit | undefined): boolean {
  return fit === 'none' || fit === 'doubtful';
}

function fitWords(fit: Fit | undefined): string {
  return fit === 'doubtful' ? 'clearly fits' : 'fits';
}

/** Names the passages that the session already has. @param most tokens */
function repeatRemark(repeats: readonly Candidate[], most: number): string {
  if (repeats.length === 0) return '';
  const names = repeats.map(({ ranked: { passage }, url }) => `${passage.title} (${url ?? placeOf(passage)})`);
  const said = 'given before in this session; repeat: true gives it again.';
  const whole = oneLine(`[${[...new Set(names)].join('; ')}: ${said}]`);
  return estimateTokenCount(whole) <= most ? whole : oneLine(`[${repeats.length} passages: ${said}]`);
}

/**
 * Tells the model what the sources do not have, so that it neither guesses nor reads pages about something else.
 * @param most tokens of each remark
 */
function gapRemarks({ answers, section }: SearchAnswers, most: number): readonly string[] {
  const inSection = section === undefined ? '' : ` in the section ${section}`;
  return answers.flatMap((answer) => {
    const { name, fit, extent = '', candidates, parsed } = answer;
    const unknown = unknownIn(answer)
      .filter((word) => fit !== 'good' || isNameIn(parsed, word))
      .slice(0, unknownNamed);
    if (!isUnanswered(fit)) {
      if (unknown.length === 0) return [];
      const held = unknown.some((word) => isNameIn(parsed, word)) ? extent : '';
      return [remarkWithin([`No page of ${name} has ${unknown.join(', ')}.`, held], most)];
    }
    const { least } = amounts[fit ?? 'none'];
    const isGiven = ({ ranked }: Candidate) => ranked.score >= least * (candidates[0]?.ranked.score ?? 0);
    const titlesOf = (some: readonly Candidate[]) => [...new Set(some.map(({ ranked }) => ranked.passage.title))];
    const near = titlesOf(candidates).slice(titlesOf(candidates.filter(isGiven)).length, nearest);
    const sentences = [
      `No page of ${name}${inSection} ${fitWords(fit)} this query.`,
      unknown.length > 0 ? `No page has ${unknown.join(', ')}.` : '',
      (fit === 'none' && near.length === 0) || unknown.some(isCompoundName) ? extent : '',
      near.length > 0 ? `${fit === 'none' ? 'The nearest' : 'Other near'} pages are ${near.join('; ')}.` : '',
    ];
    return [remarkWithin(sentences, most)];
  });
}

/**
 * The words and names of a query that no page has as they are written. A word that was corrected is one of them if it is a
 * name, or if no page clearly fits: the correction was not what the person means.
 */
function unknownIn({ parsed, fit }: SourceAnswer): readonly string[] {
  const corrected = (parsed?.corrected ?? []).filter((word) => isUnanswered(fit) || isNameIn(parsed, word));
  return [...(parsed?.unknown ?? []), ...corrected];
}

/** Whether a word is spelled as a name: as programs spell them, or with a capital inside a sentence. */
function isNameIn(parsed: ParsedQuery | undefined, word: string): boolean {
  if (isCompoundName(word)) return true;
  if (!/^\p{Lu}/u.test(word)) return false;
  const before = parsed?.text.slice(0, parsed.text.indexOf(word)).trimEnd() ?? '';
  return before !== '' && !/[.!?:]$/.test(before);
}

/** As many of the sentences as fit: all or the first. */
function remarkWithin(sentences: readonly string[], most: number): string {
  const whole = oneLine(`[${sentences.filter((sentence) => sentence !== '').join(' ')}]`);
  return estimateTokenCount(whole) <= most ? whole : oneLine(`[${sentences[0]}]`);
}

/** Tells the model which sources failed: with reasons if they are short enough, else the names, else the number. */
function failureRemark(failed: readonly SourceAnswer[], most: number): string {
  if (failed.length === 0) return '';
  const why = failed.map(({ name, failure = '' }) => oneLine(`[${name} gave no results: ${failure}]`)).join('\n\n');
  const which = `[${failed.map(({ name }) => name).join(', ')} gave no results.]`;
  const fits = (text: string) => estimateTokenCount(text) <= most;
  return [why, which].find(fits) ?? `[${failed.length} sources gave no results.]`;
}

/** Keeps spaces, as a sentence may quote a command line with a path. */
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
    failure ?? answer.message ?? cut ?? (isUnanswered(fit) ? `No page ${fitWords(fit)} this query.` : undefined);
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
    // Only windows and the command line read the words of the text, so that a server does not analyse them.
    get matches() {
      const written = spellings(ranked);
      return ranked.matches.map((match) => ({
        ...match,
        fields: [...match.fields],
        found: [...(written.get(match.term) ?? [])],
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
