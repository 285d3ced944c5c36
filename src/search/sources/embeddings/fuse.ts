/**
 * Ranks passages again by their own scores and their similarity to the query. Both are scaled to the range from 0 to 1 (by the
 * best score, and by the lowest and highest similarity) and averaged. Scores count, not ranks alone: the page of an exact name
 * scores far above the rest, and a reciprocal rank would lose that.
 */
import type { Ranked } from '../../engine/types.ts';

/** The weight of the similarity. */
const similarityWeight = 0.5;

/**
 * @param ranked best first
 * @param similarities cosines of the query and each of them
 * @returns the same passages, best first. Their scores are comparable with those before: the highest possible is that of the
 *   first. Similarities that are all equal change nothing
 */
export function fuse(ranked: readonly Ranked[], similarities: readonly number[]): readonly Ranked[] {
  const best = ranked[0]?.score ?? 0;
  const lowest = Math.min(...similarities);
  const spread = Math.max(...similarities) - lowest;
  return ranked
    .map((plain, index) => {
      const similarity = similarities[index] ?? lowest;
      const embedding = { similarity, rank: index + 1 };
      return spread === 0
        ? combine(plain, embedding, 1, 0)
        : combine(plain, embedding, 1 - similarityWeight, (similarityWeight * best * (similarity - lowest)) / spread);
    })
    .sort((left, right) => right.score - left.score);
}

/** @param share of the plain score @param bySimilarity what the similarity adds */
function combine(
  plain: Ranked,
  embedding: NonNullable<Ranked['embedding']>,
  share: number,
  bySimilarity: number,
): Ranked {
  return {
    score: share * plain.score + bySimilarity,
    embedding,
    get isAside() {
      return plain.isAside === true;
    },
    get passage() {
      return plain.passage;
    },
    get because() {
      const { words, nearness } = plain.because;
      return { words: share * words, nearness: share * nearness, similarity: bySimilarity };
    },
    get matches() {
      return plain.matches.map((match) => ({ ...match, score: share * match.score }));
    },
    get folded() {
      return plain.folded;
    },
  };
}
