/**
 * Which passages go to the model: by rank, until the budget of tokens is used. The one that no longer fits is cut where a
 * reader would pause, if enough of it is left to be of use.
 */
import { estimateTokenCount } from 'tokenx';
import { cutCode, cutText } from './cut.ts';
import { entryText } from './results-text.ts';
import type { Candidate, Filled, Filling, Passage } from './types.ts';
import { weakest } from './weights.ts';

/** Tokens for results unless a prompt says otherwise. */
export const usualBudget = 3_000;
/** A remainder smaller than this is not worth a cut passage. Tokens. */
const leastCut = 120;

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
export function fillBudget(candidates: readonly Candidate[], { tokens: budget = usualBudget } = {}): Filled {
  const best = new Map<string, number>();
  for (const { source, ranked } of candidates) best.set(source, Math.max(best.get(source) ?? 0, ranked.score));
  const fillings: Filling[] = [];
  let text = '';
  let tokens = 0;
  let isFull = false;
  const put = (candidate: Candidate, passage: Passage, outcome: (tokens: number) => Filling['outcome']): boolean => {
    const entry = entryText(candidate.source, passage);
    const together = text === '' ? entry.text : `${text}\n\n${entry.text}`;
    const total = estimateTokenCount(together);
    if (total > budget) return false;
    const own = estimateTokenCount(entry.text);
    fillings.push({ candidate, outcome: outcome(own), tokens: own, ...entry });
    text = together;
    tokens = total;
    return true;
  };
  const leave = (candidate: Candidate, outcome: Filling['outcome']) =>
    fillings.push({ candidate, outcome, tokens: 0, text: '', defused: [] });
  for (const candidate of candidates) {
    const { source, ranked } = candidate;
    const twin = fillings.find(({ text, candidate: taken }) => text !== '' && hasSameText(taken, candidate));
    if (twin) {
      const { passage } = twin.candidate.ranked;
      leave(candidate, { kind: 'folded', into: { source: twin.candidate.source, location: passage.location } });
    } else if (ranked.score < weakest * (best.get(source) ?? 0)) leave(candidate, { kind: 'left', reason: 'weak' });
    else if (isFull) leave(candidate, { kind: 'left', reason: 'budget' });
    else if (!put(candidate, ranked.passage, () => ({ kind: 'taken' }))) {
      isFull = true;
      const whole = estimateTokenCount(entryText(source, ranked.passage).text);
      const cut = cutToFit(candidate, budget - tokens);
      const isPut = cut && put(candidate, cut, (own) => ({ kind: 'cut', tokensLeftOut: Math.max(0, whole - own) }));
      if (!isPut) leave(candidate, { kind: 'left', reason: 'budget' });
    }
  }
  return { fillings, tokens, budget };
}

/** Two sources that have the same page: one index has already folded its own. */
function hasSameText(a: Candidate, b: Candidate): boolean {
  return a.source !== b.source && bodyOf(a.ranked.passage) === bodyOf(b.ranked.passage);
}

function bodyOf({ blocks }: Passage): string {
  return blocks.map(({ text }) => text).join('\n');
}

/** The longest beginning of a passage whose entry has at most `room` tokens; undefined when that is too little. */
function cutToFit({ source, ranked: { passage } }: Candidate, room: number): Passage | undefined {
  if (room < leastCut) return undefined;
  const total = bodyOf(passage).length;
  let low = 0;
  let high = total;
  let fitting: Passage | undefined;
  // A longer beginning never has fewer tokens, so halving finds the longest.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const cut = beginning(passage, middle);
    if (estimateTokenCount(entryText(source, cut).text) <= room) {
      fitting = cut;
      low = middle;
    } else high = middle - 1;
  }
  return fitting && bodyOf(fitting).length >= Math.min(total / 4, 200) ? withEllipsis(fitting) : undefined;
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
