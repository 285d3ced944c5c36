/**
 * The impact of a term on a passage that has it: BM25F's saturated frequency in the passage, and a share of the same in
 * its whole page. A query multiplies it by what the term is worth to it. It does not depend on the query, so it is made
 * when an index is built.
 */
import type { IndexData } from './container.ts';
import { before, impactUnit } from './index-data.ts';
import { fields } from './types.ts';
import { pageLength, pageShare, saturation } from './weights.ts';

/** Inverted lists with weighted, length-normalised frequencies. */
interface Weighted extends Pick<IndexData, 'postingEnds' | 'postingPassages'> {
  readonly postingWeights: Float32Array;
}

/** For each posting its impact, in units of `impactUnit`; at least one, so that what is there is worth something. */
export function impactsOf(
  { postingEnds, postingPassages, postingWeights }: Weighted,
  text: Pick<IndexData, 'streamEnds' | 'passagePages' | 'pagePassageEnds'>,
): Uint16Array {
  const { passagePages } = text;
  const impacts = new Uint16Array(postingWeights.length);
  const pageNorms = pageNormsOf(text);
  for (let term = 0; term < postingEnds.length; term++) {
    const end = postingEnds[term] as number;
    for (let first = before(postingEnds, term), last = first; first < end; first = last) {
      const page = passagePages[postingPassages[first] as number] as number;
      let inPage = 0;
      for (; last < end && passagePages[postingPassages[last] as number] === page; last++)
        inPage += postingWeights[last] as number;
      const fromPage = pageShare * saturated(inPage / (pageNorms[page] as number));
      for (let at = first; at < last; at++) {
        const impact = saturated(postingWeights[at] as number) + fromPage;
        impacts[at] = Math.max(1, Math.round(impact / impactUnit));
      }
    }
  }
  return impacts;
}

function saturated(frequency: number): number {
  return frequency / (frequency + saturation);
}

/** What BM25F divides the frequencies in a text by, for its length in terms. */
export function lengthNorm({ b, usual }: { readonly b: number; readonly usual: number }, length: number): number {
  return 1 - b + (b * length) / usual;
}

/** The norm of each page. */
function pageNormsOf({ streamEnds, pagePassageEnds }: Pick<IndexData, 'streamEnds' | 'pagePassageEnds'>): Float64Array {
  return Float64Array.from(pagePassageEnds, (end, page) => {
    const first = before(streamEnds, before(pagePassageEnds, page) * fields.length);
    return lengthNorm(pageLength, before(streamEnds, end * fields.length) - first);
  });
}
