/** From what was found to what the model reads, and the account of how that came about. */
import { estimateTokenCount } from 'tokenx';
import type { SearchAccount } from '../../contract/contract.ts';
import type { JudgedQuery } from '../../model/definitions.ts';
import { fillBudget, interleave } from '../engine/budget.ts';
import { renderResults, withoutTags } from '../engine/results-text.ts';
import type { Candidate, Filling, ParsedQuery } from '../engine/types.ts';
import type { SearchAnswer } from '../search-request.ts';

/** What one source gave to one query. */
export interface SourceAnswer {
  readonly name: string;
  readonly milliseconds: number;
  /** Why it could not answer, in one sentence; then there are no candidates. */
  readonly failure?: string;
  /** Ids of the asks without which it could not answer. */
  readonly needs?: readonly string[];
  readonly message?: string;
  readonly parsed?: ParsedQuery;
  readonly candidates: readonly Candidate[];
  readonly judged: readonly JudgedQuery[];
}

/** One search before any budget. */
export interface Found {
  readonly id: string;
  readonly query: string;
  /** In the order of the prompt's list. */
  readonly answers: readonly SourceAnswer[];
}

/** Fills a budget from what was found. Pure: another budget asks nothing of the sources again. */
export function answerWithin(found: Found, budget: number): SearchAnswer {
  const failed = found.answers.filter(({ failure }) => failure !== undefined);
  const isFailed = failed.length === found.answers.length;
  const remark = isFailed ? '' : remarkOn(failed, budget / 3);
  const room = remark === '' ? budget : budget - estimateTokenCount(`\n\n${remark}`);
  const filled = fillBudget(interleave(found.answers.map(({ candidates }) => candidates)), { tokens: room });
  const results = renderResults(filled) || (filled.fillings.length === 0 ? nothingFound : noRoom);
  const text = remark === '' ? results : `${results}\n\n${remark}`;
  const account: SearchAccount = {
    id: found.id,
    query: found.query,
    budget,
    tokens: isFailed ? 0 : text === results && filled.tokens > 0 ? filled.tokens : estimateTokenCount(text),
    sources: found.answers.map(sourceAccount),
    passages: filled.fillings.map((filling) => passageAccount(filling, found)),
  };
  return isFailed ? { kind: 'failed', message: nothingAnswered(failed), account } : { kind: 'results', text, account };
}

const nothingFound = '[No results for this query.]';
const noRoom = '[No room for the results.]';

/** What the model has to know of sources that failed: why, where that is short enough, else which, else how many. */
function remarkOn(failed: readonly SourceAnswer[], most: number): string {
  if (failed.length === 0) return '';
  const why = failed.map(({ name, failure = '' }) => oneLine(`[${name} gave no results: ${failure}]`)).join('\n\n');
  const which = `[${failed.map(({ name }) => name).join(', ')} gave no results.]`;
  const fits = (text: string) => estimateTokenCount(text) <= most;
  return [why, which].find(fits) ?? `[${failed.length} sources gave no results.]`;
}

/** Spaces stay: a sentence may hold a command line, with a path. */
function nothingAnswered(failed: readonly SourceAnswer[]): string {
  const [only, ...others] = failed;
  if (only && others.length === 0) return withoutTags(only.failure ?? '');
  const why = failed.map(({ name, failure = '' }) => `${name}: ${failure}`).join(' ');
  return withoutTags(`no source could answer. ${why}`);
}

/** A sentence may quote what another program said: it stays on its line, and is no tag. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('<', '‹').replaceAll('>', '›');
}

function sourceAccount(answer: SourceAnswer): SearchAccount['sources'][number] {
  const { name, milliseconds, failure, needs, parsed } = answer;
  const cut = parsed?.cut ? 'The query is too long: its end was ignored.' : undefined;
  const message = failure ?? answer.message ?? cut;
  return {
    name,
    state: failure === undefined ? 'answered' : 'failed',
    milliseconds,
    found: answer.candidates.length,
    ...(message !== undefined && { message }),
    unknown: [...(parsed?.unknown ?? [])],
    ...(needs && { needs: [...needs] }),
  };
}

function passageAccount(filling: Filling, found: Found): SearchAccount['passages'][number] {
  const { source, ranked } = filling.candidate;
  const { title, location, headings, line } = ranked.passage;
  const judged = judgementOf(found, source, location);
  return {
    source,
    title,
    location,
    headings: [...headings],
    ...(line !== undefined && { line }),
    score: ranked.score,
    because: { ...ranked.because },
    matches: ranked.matches.map((match) => ({ ...match, fields: [...match.fields] })),
    folded: ranked.folded.map((place) => ({ ...place, headings: [...place.headings] })),
    outcome: filling.outcome,
    tokens: filling.tokens,
    text: filling.text,
    defused: filling.defused.map((span) => ({ ...span })),
    ...(judged && { judged }),
  };
}

function judgementOf(found: Found, source: string, location: string): 'right' | 'wrong' | undefined {
  const judged = found.answers.find(({ name }) => name === source)?.judged ?? [];
  const marks = judged.find(({ query }) => query === found.query);
  if (marks?.right.includes(location)) return 'right';
  return marks?.wrong.includes(location) ? 'wrong' : undefined;
}
