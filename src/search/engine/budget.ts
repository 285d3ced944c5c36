/**
 * Which passages go to the model: by rank, until the budget of tokens is used. The one that no longer fits is cut where a
 * reader would pause, if enough of it is left to be of use.
 */
import { estimateTokenCount, isWithinTokenLimit } from 'tokenx';
import { defaultBudget } from '../../model/search.ts';
import { cutCode, cutText } from './cut.ts';
import { entryText } from './results-text.ts';
import type { Candidate, Filled, Filling, Passage } from './types.ts';
import { weakest } from './weights.ts';

/** Tokens of the empty line between two results. Estimates add up, as a result begins and ends with punctuation. */
const separatorTokens = estimateTokenCount('>\n\n<') - estimateTokenCount('>') - estimateTokenCount('<');

/** A remainder smaller than this is not worth a cut passage. Tokens. */
const leastCut = 120;
/** Nor is a beginning shorter than this, unless it is a quarter of the passage. UTF-16 units. */
const leastCutLength = 200;

/**
 * Several sources' passages in one order: the best of each source, then the second best of each, and so on. Scores of
 * different indexes cannot be compared.
 */
export function interleave(lists: readonly (readonly Candidate[])[]): Candidate[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? [])).flat();
}

/**
 * @param candidates best first, from one source or `interleave`d
 * @param options.tokens the budget; tokens are estimated, as no two models count alike
 */
export function fillBudget(candidates: readonly Candidate[], { tokens: budget = defaultBudget } = {}): Filled {
  const best = bestScores(candidates);
  const fillings: Filling[] = [];
  let used = 0;
  let isFull = false;
  const room = () => budget - used - (used > 0 ? separatorTokens : 0);
  const entryOf = (source: string, passage: Passage): Entry => {
    const entry = entryText(source, passage);
    return { ...entry, tokens: estimateTokenCount(entry.text) };
  };
  for (const candidate of candidates) {
    const { source, ranked } = candidate;
    const leave = (outcome: Filling['outcome']): void => {
      fillings.push({ candidate, outcome, tokens: 0, text: '', defused: [] });
    };
    const take = (entry: Entry, outcome: Filling['outcome']) => {
      fillings.push({ candidate, outcome, ...entry });
      used = budget - room() + entry.tokens;
    };
    const twin = fillings.find((filling) => filling.text !== '' && hasSameText(filling.candidate, candidate));
    if (twin) {
      const { location } = twin.candidate.ranked.passage;
      leave({ kind: 'folded', into: { source: twin.candidate.source, location } });
      continue;
    }
    if (ranked.score < weakest * (best.get(source) ?? 0)) leave({ kind: 'left', reason: 'weak' });
    else if (isFull) leave({ kind: 'left', reason: 'budget' });
    else {
      const whole = entryOf(source, ranked.passage);
      if (whole.tokens <= room()) {
        take(whole, { kind: 'taken' });
        continue;
      }
      isFull = true;
      const hasRoom = budget - used >= leastCut;
      const fits = (beginning: Passage) => isWithinTokenLimit(entryText(source, beginning).text, room());
      const cut = hasRoom ? longestFitting(ranked.passage, fits) : undefined;
      if (cut) {
        const entry = entryOf(source, cut);
        take(entry, { kind: 'cut', tokensLeftOut: Math.max(0, whole.tokens - entry.tokens) });
      } else leave({ kind: 'left', reason: 'budget' });
    }
  }
  return { fillings, tokens: used, budget };
}

type Entry = Pick<Filling, 'text' | 'defused' | 'tokens'>;

function bestScores(candidates: readonly Candidate[]): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (const { source, ranked } of candidates) best.set(source, Math.max(best.get(source) ?? 0, ranked.score));
  return best;
}

/** Two sources that have the same page: one index has already folded its own. */
function hasSameText(a: Candidate, b: Candidate): boolean {
  return a.source !== b.source && bodyOf(a.ranked.passage) === bodyOf(b.ranked.passage);
}

function bodyOf({ blocks }: Passage): string {
  return blocks.map(({ text }) => text).join('\n');
}

/** The longest beginning of a passage that fits, marked as one; undefined when it is too little to be of use. */
function longestFitting(passage: Passage, fits: (beginning: Passage) => boolean): Passage | undefined {
  const total = bodyOf(passage).length;
  let low = 0;
  let high = total;
  let longest: Passage | undefined;
  // A longer beginning has no fewer tokens, so halving finds the longest.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const cut = withEllipsis(beginning(passage, middle));
    if (fits(cut)) {
      longest = cut;
      low = middle;
    } else high = middle - 1;
  }
  return longest && bodyOf(longest).length >= Math.min(total / 4, leastCutLength) ? longest : undefined;
}

/** The beginning of a passage with at most `most` UTF-16 units, ending where a reader would pause. */
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
  // A heading with nothing below it says nothing.
  while (/^#{2,6} [^\n]*$/.test(blocks.at(-1)?.text ?? '')) blocks.pop();
  return { ...passage, blocks };
}

function withEllipsis(passage: Passage): Passage {
  return { ...passage, blocks: [...passage.blocks, { kind: 'text', text: '…' }] };
}
