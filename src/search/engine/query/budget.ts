/**
 * Selects the passages for the model: by rank, until the token budget is used. Neighbours of a page become one entry. Of
 * passages that score much lower than the best one, only the beginning is given. The first passage that does not fit is cut
 * at a natural break if enough of it remains to be useful.
 */
import { estimateTokenCount, isWithinTokenLimit } from 'tokenx';
import { defaultBudget } from '../../../model/search.ts';
import type { Candidate, FilledBudget, Filling, Fit, Outcome, Passage } from '../types.ts';
import { areNeighbours, joinPassages } from './join.ts';
import { entryText } from './results-text.ts';
import { findLongestBeginning, lengthOf } from './shorten.ts';
import { amounts, minAsideShare } from './weights.ts';

/** Tokens of the empty line between two results. Estimates can be added, as results begin and end with punctuation. */
const separatorTokens = estimateTokenCount('>\n\n<') - estimateTokenCount('>') - estimateTokenCount('<');

/** A smaller remainder gets no cut passage. */
const minCutTokens = 120;
/** A cut passage is at least this long, or a quarter of the whole. UTF-16 units. */
const minCutLength = 200;
/** The minimum for a passage that is given only in part, because it scores low: a sentence. UTF-16 units. */
const minShortLength = 40;

/**
 * Merges the passages of several sources: the best of each, then the second best of each, and so on. Scores from
 * different indexes are not comparable.
 */
export function interleave(lists: readonly (readonly Candidate[])[]): Candidate[] {
  const maxLength = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: maxLength }, (_, rank) => lists.flatMap((list) => list[rank] ?? [])).flat();
}

interface FillOptions {
  readonly tokens?: number;
  readonly fits?: ReadonlyMap<string, Fit>;
  readonly limit?: number | undefined;
  readonly isGiven?: ((candidate: Candidate) => boolean) | undefined;
}

const noFits: ReadonlyMap<string, Fit> = new Map();

/**
 * @param candidates best first, from one source or `interleave`d
 * @param options.fits how well the passages of a source fit; by default well
 * @param options.tokens the budget; tokens are estimated, as every model counts differently
 * @param options.limit maximum number of passages
 * @param options.isGiven whether the reader already has a passage: it is left out, and others take its room
 */
export function fillBudget(
  candidates: readonly Candidate[],
  { tokens: budget = defaultBudget, fits = noFits, limit = Number.POSITIVE_INFINITY, isGiven }: FillOptions = {},
): FilledBudget {
  const bestScoreBySource = bestScores(candidates);
  const entries = new Entries(budget);
  const numbers = new Map<string, number>();
  const fillings = candidates.map((candidate): Filling => {
    const { source, ranked } = candidate;
    const leaveOut = (reason: 'budget' | 'weak' | 'limit' | 'given') => leftOut(candidate, { kind: 'left', reason });
    const twin = entries.allEntries.find((entry) => hasTextOf(entry, candidate));
    if (twin) {
      const { location } = twin.candidate.ranked.passage;
      return leftOut(candidate, { kind: 'folded', into: { source: twin.candidate.source, location } });
    }
    const fit = fits.get(source) ?? 'good';
    const { minShare, wholeShare, maxPassages, beginningTokens } = amounts[fit];
    const highest = bestScoreBySource.get(source) ?? 0;
    const share = highest > 0 ? ranked.score / highest : 1;
    const number = numbers.get(source) ?? 0;
    if (share < minShare || number >= maxPassages || (share < minAsideShare && ranked.isAside)) return leaveOut('weak');
    if (isGiven?.(candidate)) return leaveOut('given');
    if (entries.passageCount >= limit) return leaveOut('limit');
    numbers.set(source, number + 1);
    const outcome =
      share >= wholeShare ? entries.add(candidate) : entries.addBeginning(candidate, beginningTokens, fit);
    return leftOut(candidate, outcome);
  });
  return { fillings: fillings.map((filling) => entries.filling(filling)), tokens: entries.tokens, budget };
}

function leftOut(candidate: Candidate, outcome: Outcome): Filling {
  return { candidate, outcome, tokens: 0, text: '', defusedSpans: [] };
}

type Text = Pick<Filling, 'text' | 'defusedSpans' | 'tokens'>;

/** What the model gets of one passage, or of several neighbours. */
interface Entry extends Text {
  /** The best of them. */
  readonly candidate: Candidate;
  /** In the order of their page; empty if the entry has only the beginning of a passage. */
  readonly wholePassages: readonly Passage[];
}

/** The entries of one answer, best first. */
class Entries {
  allEntries: readonly Entry[] = [];
  passageCount = 0;
  tokens = 0;
  readonly #budget: number;
  #isFull = false;

  constructor(budget: number) {
    this.#budget = budget;
  }

  /** Adds a passage as a whole, to the entry of a neighbour or as its own entry, or what fits of it. */
  add(candidate: Candidate): Outcome {
    const { passage } = candidate.ranked;
    if (!this.#isFull && this.#join(candidate)) return { kind: 'joined' };
    const wholeText = storedText(candidate);
    if (this.#take({ ...wholeText, candidate, wholePassages: [passage] })) return { kind: 'taken' };
    const minLength = Math.min(lengthOf(passage) / 4, minCutLength);
    const isUseful = this.#room >= minCutTokens;
    return (isUseful && this.#cut(candidate, minLength)) || this.#full();
  }

  /** Adds the beginning of a passage, or the whole if that is as short. @param maxTokens beside its place and title */
  addBeginning(candidate: Candidate, maxTokens: number, fit: Fit): Outcome {
    const { isWhole, text } = storedBeginning(candidate, maxTokens);
    if (isWhole) return this.add(candidate);
    if (!text) return { kind: 'left', reason: 'weak' };
    if (!this.#take({ ...text, candidate, wholePassages: [] })) return this.#full();
    const tokensLeftOut = Math.max(0, storedText(candidate).tokens - text.tokens);
    return { kind: 'cut', reason: fit === 'doubtful' ? 'doubtful' : 'weak', tokensLeftOut };
  }

  /** The filling of a candidate with its entry, if it has one. */
  filling(filling: Filling): Filling {
    const entry = this.allEntries.find(({ candidate }) => candidate === filling.candidate);
    if (!entry) return filling.outcome.kind === 'taken' ? { ...filling, outcome: { kind: 'joined' } } : filling;
    const { text, defusedSpans, tokens } = entry;
    return { ...filling, text, defusedSpans, tokens };
  }

  /** The tokens that another entry may have. */
  get #room(): number {
    return this.#isFull ? 0 : this.#budget - this.tokens - (this.tokens > 0 ? separatorTokens : 0);
  }

  #full(): Outcome {
    this.#isFull = true;
    return { kind: 'left', reason: 'budget' };
  }

  #take(entry: Entry): boolean {
    if (entry.tokens > this.#room) return false;
    this.#replace([...this.allEntries, entry]);
    return true;
  }

  #replace(entries: readonly Entry[]): void {
    this.allEntries = entries;
    this.passageCount++;
    this.tokens = tokensOf(entries);
  }

  /** Joins a passage with the entries of its neighbours; the best of them keeps its rank. */
  #join(candidate: Candidate): boolean {
    const { source, ranked } = candidate;
    const isNeighbour = (entry: Entry) =>
      entry.candidate.source === source &&
      entry.wholePassages.some((passage) => areNeighbours(passage, ranked.passage));
    const [first, ...rest] = this.allEntries.filter(isNeighbour);
    if (!first) return false;
    const wholePassages = [
      ...first.wholePassages,
      ...rest.flatMap((entry) => entry.wholePassages),
      ranked.passage,
    ].sort((left, right) => (left.order ?? 0) - (right.order ?? 0));
    const joinedPassage = {
      ...joinPassages(wholePassages as [Passage, ...Passage[]]),
      ...placeOf(first.candidate.ranked.passage),
    };
    const entry = { ...textOf(first.candidate, joinedPassage), candidate: first.candidate, wholePassages };
    const entries = this.allEntries
      .filter((item) => !rest.includes(item))
      .map((item) => (item === first ? entry : item));
    if (tokensOf(entries) > this.#budget) return false;
    this.#replace(entries);
    return true;
  }

  /** Takes the longest beginning of a passage that fits into the rest of the budget. @param minLength UTF-16 units */
  #cut(candidate: Candidate, minLength: number): Outcome | undefined {
    // Part of a sentence is better than no answer.
    const text = beginningOf(candidate, this.#room, { minLength, mayEndAtWord: this.allEntries.length === 0 });
    if (!text || !this.#take({ ...text, candidate, wholePassages: [] })) return undefined;
    this.#isFull = true;
    return {
      kind: 'cut',
      reason: 'budget',
      tokensLeftOut: Math.max(0, storedText(candidate).tokens - text.tokens),
    };
  }
}

/** The longest beginning of a passage that has at most a given number of tokens. */
function beginningOf(
  candidate: Candidate,
  maxTokens: number,
  ends: { readonly minLength: number; readonly mayEndAtWord: boolean },
): Text | undefined {
  const { source, url, ranked } = candidate;
  const isShort = (beginning: Passage) => isWithinTokenLimit(entryText(source, beginning, url).text, maxTokens);
  const share = maxTokens / storedText(candidate).tokens;
  const longest = findLongestBeginning(ranked.passage, { share, ...ends }, isShort);
  return longest && textOf(candidate, longest);
}

function tokensOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { tokens }) => sum + tokens, separatorTokens * Math.max(0, entries.length - 1));
}

function textOf({ source, url }: Candidate, passage: Passage): Text {
  const entry = entryText(source, passage, url);
  return { ...entry, tokens: estimateTokenCount(entry.text) };
}

/** Where an entry leads: to the best of its passages. */
function placeOf({ line, anchor }: Passage): Pick<Passage, 'line' | 'anchor'> {
  return { line, anchor };
}

type WithSource<T> = T & Pick<Candidate, 'source' | 'url'>;

/** The text of each whole passage that is in use. An estimate costs ten times the rest of a search. */
const texts = new WeakMap<Passage, WithSource<Text>>();

function storedText(candidate: Candidate): Text {
  const { source, url, ranked } = candidate;
  const { passage } = ranked;
  const cachedText = texts.get(passage);
  if (cachedText && cachedText.source === source && cachedText.url === url) return cachedText;
  const text = { ...textOf(candidate, passage), source, url };
  texts.set(passage, text);
  return text;
}

interface PassageStart {
  /** Whether the whole passage is as short. */
  readonly isWhole: boolean;
  /** Undefined if its first sentence is too long. */
  readonly text: Text | undefined;
}

/** The beginning of each passage that was last asked for, as it costs several estimates. */
const beginnings = new WeakMap<Passage, WithSource<PassageStart & { readonly maxTokens: number }>>();

/** At most twice as long if the first sentence needs it. @param maxTokens beside its place and title */
function storedBeginning(candidate: Candidate, maxTokens: number): PassageStart {
  const { source, url, ranked } = candidate;
  const { passage } = ranked;
  const cachedBeginning = beginnings.get(passage);
  if (
    cachedBeginning &&
    cachedBeginning.maxTokens === maxTokens &&
    cachedBeginning.source === source &&
    cachedBeginning.url === url
  )
    return cachedBeginning;
  const placeTokens = textOf(candidate, { ...passage, blocks: [] }).tokens;
  const isWhole = storedText(candidate).tokens <= placeTokens + maxTokens;
  const ofLength = (tokens: number) =>
    beginningOf(candidate, placeTokens + tokens, { minLength: minShortLength, mayEndAtWord: false });
  const text = isWhole ? undefined : (ofLength(maxTokens) ?? ofLength(2 * maxTokens));
  const beginning = { isWhole, text, maxTokens, source, url };
  beginnings.set(passage, beginning);
  return beginning;
}

function bestScores(candidates: readonly Candidate[]): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const { source, ranked } of candidates) scores.set(source, Math.max(scores.get(source) ?? 0, ranked.score));
  return scores;
}

/** Whether two sources returned the same page. Within one index, near-duplicates are already folded. */
function hasTextOf({ candidate, wholePassages }: Entry, otherCandidate: Candidate): boolean {
  if (candidate.source === otherCandidate.source) return false;
  const body = bodyOf(otherCandidate.ranked.passage);
  return [candidate.ranked.passage, ...wholePassages].some((passage) => bodyOf(passage) === body);
}

function bodyOf({ blocks }: Passage): string {
  return blocks.map(({ text }) => text).join('\n');
}
