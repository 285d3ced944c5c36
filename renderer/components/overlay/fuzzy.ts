/** A range of a text: from, to. */
export type Range = readonly [number, number];

export interface FuzzyMatch {
  /** Higher is better. */
  readonly score: number;
  readonly ranges: readonly Range[];
}

const wordStart = /(?<=^|[\s\-_./:,(])\S|(?<=\p{Ll})\p{Lu}/gu;

/**
 * Matches all characters of the query in order. Scores a contiguous match best, then beginnings of words, and shorter
 * texts above longer ones. An empty query matches everything equally.
 */
export function fuzzyMatch(text: string, query: string): FuzzyMatch | undefined {
  const pattern = fold(query.replaceAll(/\s+/g, ' ').trim());
  if (pattern === '') return { score: 0, ranges: [] };
  const foldedText = fold(text);
  const starts = new Set(Array.from(text.matchAll(wordStart), ({ index }) => index));
  return asPiece(foldedText, pattern, starts) ?? asLetters(foldedText, pattern.replaceAll(' ', ''), starts);
}

/** Keeps the length of the text, so that offsets stay valid. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function asPiece(text: string, pattern: string, starts: ReadonlySet<number>): FuzzyMatch | undefined {
  let bestScore = -1;
  for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) {
    if (bestScore < 0) bestScore = at;
    if (!starts.has(at)) continue;
    bestScore = at;
    break;
  }
  if (bestScore < 0) return undefined;
  const score = 1000 + (bestScore === 0 ? 400 : starts.has(bestScore) ? 200 : 0) - Math.min(text.length, 100);
  return { score, ranges: [[bestScore, bestScore + pattern.length]] };
}

function asLetters(text: string, pattern: string, starts: ReadonlySet<number>): FuzzyMatch | undefined {
  const ranges: [number, number][] = [];
  let score = 0;
  let at = 0;
  for (const letter of pattern) {
    const next = text.indexOf(letter, at);
    if (next < 0) return undefined;
    // Prefer the beginning of a word, unless the letter continues the previous match.
    const place = next === at && ranges.length > 0 ? next : startOf(letter, text, next, starts);
    const last = ranges.at(-1);
    if (last && last[1] === place) last[1] = place + letter.length;
    else ranges.push([place, place + letter.length]);
    score += starts.has(place) ? 20 : place === at ? 12 : 1;
    at = place + letter.length;
  }
  return { score: score - ranges.length * 4 - Math.min(text.length, 100) / 10, ranges };
}

function startOf(letter: string, text: string, from: number, starts: ReadonlySet<number>): number {
  for (let at = from; at >= 0; at = text.indexOf(letter, at + 1)) if (starts.has(at)) return at;
  return from;
}
