/**
 * Selects the passages for the model: by rank, until the token budget is used. The first one that does not fit is cut at a
 * natural break if enough of it remains to be useful.
 */
import { estimateTokenCount, isWithinTokenLimit } from 'tokenx';
import { defaultBudget } from '../../../model/search.ts';
import type { Candidate, Filled, Filling, Fit, Passage } from '../types.ts';
import { cutCode, cutText } from './cut.ts';
import { entryText } from './results-text.ts';
import { maxDoubtful, minRelativeScore, minRelativeScoreOfAside } from './weights.ts';

/** Tokens of the empty line between two results. Estimates can be added, as results begin and end with punctuation. */
const separatorTokens = estimateTokenCount('>\n\n<') - estimateTokenCount('>') - estimateTokenCount('<');

/** A smaller remainder gets no cut passage. */
const minCutTokens = 120;
/** A cut passage is at least this long, or a quarter of the whole. UTF-16 units. */
const minCutLength = 200;

/**
 * Merges the passages of several sources: the best of each, then the second best of each, and so on. Scores from
 * different indexes are not comparable.
 */
export function interleave(lists: readonly (readonly Candidate[])[]): Candidate[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? [])).flat();
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
): Filled {
  const best = bestScores(candidates);
  const fillings: Filling[] = [];
  let used = 0;
  let taken = 0;
  let isFull = false;
  const takenFrom = (source: string) =>
    fillings.filter(({ candidate, text }) => text !== '' && candidate.source === source).length;
  const room = () => budget - used - (used > 0 ? separatorTokens : 0);
  for (const candidate of candidates) {
    const { source, ranked } = candidate;
    const leave = (outcome: Filling['outcome']): void => {
      fillings.push({ candidate, outcome, tokens: 0, text: '', defused: [] });
    };
    const take = (entry: Entry, outcome: Filling['outcome']) => {
      const { text, defused, tokens } = entry;
      fillings.push({ candidate, outcome, text, defused, tokens });
      used = budget - room() + entry.tokens;
      taken++;
    };
    const twin = fillings.find((filling) => filling.text !== '' && hasSameText(filling.candidate, candidate));
    if (twin) {
      const { location } = twin.candidate.ranked.passage;
      leave({ kind: 'folded', into: { source: twin.candidate.source, location } });
      continue;
    }
    const fit = fits.get(source) ?? 'good';
    const share = Math.max(minRelativeScore[fit], ranked.isAside ? minRelativeScoreOfAside : 0);
    const least = share * (best.get(source) ?? 0);
    const most = fit === 'good' ? Number.POSITIVE_INFINITY : maxDoubtful;
    if (ranked.score < least || takenFrom(source) >= most) leave({ kind: 'left', reason: 'weak' });
    else if (isGiven?.(candidate)) leave({ kind: 'left', reason: 'given' });
    else if (taken >= limit) leave({ kind: 'left', reason: 'limit' });
    else if (isFull) leave({ kind: 'left', reason: 'budget' });
    else {
      const whole = storedEntry(candidate);
      if (whole.tokens <= room()) {
        take(whole, { kind: 'taken' });
        continue;
      }
      isFull = true;
      const hasRoom = budget - used >= minCutTokens;
      const hasRoomFor = (beginning: Passage) =>
        isWithinTokenLimit(entryText(source, beginning, candidate.url).text, room());
      const cut = hasRoom ? longestFitting(ranked.passage, room() / whole.tokens, hasRoomFor) : undefined;
      if (cut) {
        const entry = entryOf(candidate, cut);
        take(entry, { kind: 'cut', tokensLeftOut: Math.max(0, whole.tokens - entry.tokens) });
      } else leave({ kind: 'left', reason: 'budget' });
    }
  }
  return { fillings, tokens: used, budget };
}

type Entry = Pick<Filling, 'text' | 'defused' | 'tokens'>;

function entryOf({ source, url }: Candidate, passage: Passage): Entry {
  const entry = entryText(source, passage, url);
  return { ...entry, tokens: estimateTokenCount(entry.text) };
}

/** The entry of each passage that is in use. An estimate costs ten times the rest of a search. */
const entries = new WeakMap<Passage, Entry & Pick<Candidate, 'source' | 'url'>>();

/** The entry of a whole passage. */
function storedEntry(candidate: Candidate): Entry {
  const { source, url, ranked } = candidate;
  const { passage } = ranked;
  const stored = entries.get(passage);
  if (stored && stored.source === source && stored.url === url) return stored;
  const entry = { ...entryOf(candidate, passage), source, url };
  entries.set(passage, entry);
  return entry;
}

function bestScores(candidates: readonly Candidate[]): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (const { source, ranked } of candidates) best.set(source, Math.max(best.get(source) ?? 0, ranked.score));
  return best;
}

/** Whether two sources returned the same page. Within one index, near-duplicates are already folded. */
function hasSameText(a: Candidate, b: Candidate): boolean {
  return a.source !== b.source && bodyOf(a.ranked.passage) === bodyOf(b.ranked.passage);
}

function bodyOf({ blocks }: Passage): string {
  return blocks.map(({ text }) => text).join('\n');
}

/**
 * The longest beginning of a passage that fits, with an ellipsis; undefined if it is too short to be useful.
 * @param share about how much of the passage fits, from 0 to 1
 */
function longestFitting(passage: Passage, share: number, fits: (beginning: Passage) => boolean): Passage | undefined {
  const total = bodyOf(passage).length;
  let low = 0;
  let high = total;
  let longest: Passage | undefined;
  let longestLength = 0;
  let tooLong = Number.POSITIVE_INFINITY;
  let middle = Math.min(total, Math.ceil(total * share));
  // A longer beginning has no fewer tokens, so halving finds the longest. Many places share the natural break before them,
  // and each break is tried once.
  while (low < high) {
    const cut = withEllipsis(beginning(passage, middle));
    const { length } = bodyOf(cut);
    if (length <= longestLength || (length < tooLong && fits(cut))) {
      if (length > longestLength) [longest, longestLength] = [cut, length];
      low = middle;
    } else {
      tooLong = Math.min(tooLong, length);
      high = middle - 1;
    }
    middle = (low + high + 1) >> 1;
  }
  return longest && longestLength >= Math.min(total / 4, minCutLength) ? longest : undefined;
}

/** The beginning of a passage, at most `most` UTF-16 units, cut at a natural break. */
function beginning(passage: Passage, most: number): Passage {
  const blocks: Passage['blocks'][number][] = [];
  let left = most;
  for (const block of passage.blocks) {
    if (block.text.length <= left) {
      blocks.push(block);
      left -= block.text.length;
      continue;
    }
    const text = block.kind === 'code' ? cutCode(block.text, left) : cutText(block.text, left);
    if (text.trim() !== '') blocks.push({ ...block, text });
    break;
  }
  // Drop headings with nothing below them.
  while (/^#{2,6} [^\n]*$/.test(blocks.at(-1)?.text ?? '')) blocks.pop();
  return { ...passage, blocks };
}

function withEllipsis(passage: Passage): Passage {
  return { ...passage, blocks: [...passage.blocks, { kind: 'text', text: '…' }] };
}
