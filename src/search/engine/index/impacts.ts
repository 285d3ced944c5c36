/**
 * The impact of a term on a passage: BM25F's saturated frequency in the passage, plus a share of the same for the whole
 * page. It does not depend on the query, so it is computed when the index is built. A query multiplies it by the weight
 * of the term.
 */

import { pageLength, pageShare, saturation } from '../query/weights.ts';
import { fields } from '../types.ts';
import type { IndexData } from './container.ts';
import { impactUnit, startOf } from './index-data.ts';

/** Posting lists with weighted, length-normalised frequencies. */
interface WeightedPostings extends Pick<IndexData, 'postingEnds' | 'postingPassages'> {
  readonly postingWeights: Float32Array;
}

/** The impact of each posting in units of `impactUnit`, at least 1, so that every match counts. */
export function impactsOf(
  { postingEnds, postingPassages, postingWeights }: WeightedPostings,
  text: Pick<IndexData, 'streamEnds' | 'passagePages' | 'pagePassageEnds'>,
): Uint16Array {
  const { passagePages } = text;
  const impacts = new Uint16Array(postingWeights.length);
  const pageNorms = pageNormsOf(text);
  for (let term = 0; term < postingEnds.length; term++) {
    const end = postingEnds[term] as number;
    for (let first = startOf(postingEnds, term), last = first; first < end; first = last) {
      const page = passagePages[postingPassages[first] as number] as number;
      let inPage = 0;
      for (; last < end && passagePages[postingPassages[last] as number] === page; last++)
        inPage += postingWeights[last] as number;
      const fromPage = pageShare * saturate(inPage / (pageNorms[page] as number));
      for (let at = first; at < last; at++) {
        const impact = saturate(postingWeights[at] as number) + fromPage;
        impacts[at] = Math.max(1, Math.round(impact / impactUnit));
      }
    }
  }
  return impacts;
}

function saturate(frequency: number): number {
  return frequency / (frequency + saturation);
}

/** BM25F's length normalisation: the divisor of frequencies in a text of `length` terms. */
export function lengthNorm({ b, usual }: { readonly b: number; readonly usual: number }, length: number): number {
  return 1 - b + (b * length) / usual;
}

function pageNormsOf({ streamEnds, pagePassageEnds }: Pick<IndexData, 'streamEnds' | 'pagePassageEnds'>): Float64Array {
  return Float64Array.from(pagePassageEnds, (end, page) => {
    const first = startOf(streamEnds, startOf(pagePassageEnds, page) * fields.length);
    return lengthNorm(pageLength, startOf(streamEnds, end * fields.length) - first);
  });
}
