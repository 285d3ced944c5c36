/**
 * The parameters of the ranking, tuned on the judged questions marked `tune` (reference/judged/questions.yaml).
 * `builtWith` contains those that are baked into an index: after a change, all cached indexes are rebuilt.
 */
import type { Field, Fit } from '../types.ts';

interface FieldWeight {
  /** Weight of one occurrence of a word. */
  readonly word: number;
  /** Weight of one occurrence of a name. */
  readonly name: number;
  /** BM25F's b: 0 ignores the length of the field, 1 divides by it. */
  readonly b: number;
  /** The typical length in terms. A constant, so that the weights of one page do not depend on other pages. */
  readonly usual: number;
}

export const fieldWeights: Readonly<Record<Field, FieldWeight>> = {
  title: { word: 3.2, name: 12, b: 0.4, usual: 3 },
  headings: { word: 2, name: 3, b: 0.25, usual: 4 },
  body: { word: 1.25, name: 0.5, b: 0.5, usual: 60 },
  code: { word: 0.3, name: 0.5, b: 0.5, usual: 40 },
  symbols: { word: 1, name: 1.5, b: 0.2, usual: 10 },
};

/** See `borrowed-terms.ts`. The names of the keys are part of `builtWith`. */
export const borrowedTerms = {
  /** Weight of one term. */
  word: 1,
  b: 0.25,
  usual: 60,
  /** The number of terms borrowed from one page: its first. */
  ofEach: 24,
  /** The number of pages that one passage borrows from. */
  pages: 32,
};

/** BM25's k1: how fast further occurrences of a term stop counting. */
export const saturation = 1.2;
/** The weight of a whole page relative to one passage of it. */
export const pageShare = 0.6;
/** BM25F's b and typical length of a whole page. */
export const pageLength = { b: 0.4, usual: 100 };
/** How much the words of a stub weigh, relative to those of a full page. Its name keeps its weight. */
export const stubShare = 0.3;
/** The same for a stub that is an aside, such as a page on messages: it says more. */
export const asideShare = 0.4;
/** The weight of nearness. */
export const nearnessShare = 0.3;
/** The number of passages whose nearness is measured. */
export const nearnessDepth = 16;

/** Weight factors of terms that the person did not type. */
export const alternatives = {
  /** A lower-case name that may be an ordinary word. */
  possibleName: 0.9,
  /** Two or three neighbouring words that spell a name. */
  joinedName: 0.5,
  /** A stop word with a capital at the beginning of a sentence. */
  firstStopWord: 0.7,
  synonym: 0.9,
  /** A synonym of a word that is also a name in its own spelling. */
  besideName: 0.4,
  /** To the power of the edit distance. */
  spelling: 0.9,
  prefix: 0.5,
};

/** The parts of a camel-case name, relative to the name. */
export const partShare = 0.2;
/** The parts of a name with dots that the index has as a whole, relative to other words. */
export const dottedPartShare = 0.5;
/** Which passages of a page are results beside its best one. */
export const further = {
  /** Only the best pages have any: this many. */
  pages: 5,
  /** The lowest score, as a share of that of the page's best passage. */
  share: 0.8,
  /** A page has one for each 8 of its passages, and at most `ofPage`. */
  passagesForEach: 8,
  ofPage: 9,
  /** For each of them, nearness is measured for 3 passages. */
  depthForEach: 3,
};
/** A longer query keeps the concepts with the highest weights. */
export const maxConcepts = 48;

/**
 * What the model gets of a source, by how well its best passage fits the query (`fit.ts`). The shares are of the best score.
 * A passage below `minShare` is left out, and of one below `wholeShare` only a beginning is given, beside its place and
 * title: at most `beginningTokens`, or twice as many if its first sentence needs them.
 */
export const amounts: Readonly<
  Record<
    Fit,
    {
      readonly minShare: number;
      readonly wholeShare: number;
      readonly maxPassages: number;
      readonly beginningTokens: number;
    }
  >
> = {
  good: { minShare: 0.3, wholeShare: 0.65, maxPassages: 8, beginningTokens: 40 },
  fair: { minShare: 0.42, wholeShare: 0.85, maxPassages: 10, beginningTokens: 22 },
  doubtful: { minShare: 0.85, wholeShare: Number.POSITIVE_INFINITY, maxPassages: 5, beginningTokens: 15 },
  none: {
    minShare: Number.POSITIVE_INFINITY,
    wholeShare: Number.POSITIVE_INFINITY,
    maxPassages: 0,
    beginningTokens: 0,
  },
};

/** The same as `minShare` for pages that are an aside, such as those on messages beside a question about their subject. */
export const minAsideShare = 0.9;

/**
 * The evidence that the best passage fits the query: its score relative to the weight of a word that one passage has, plus
 * `share` times the share that it has of what the query says, minus `missing` for each word that the index does not have,
 * at most two.
 */
export const evidenceWeights = { share: 2, missing: 0.1 };
/** The least evidence for each fit; `fairWithout` if the index does not have a name of the query. */
export const fitFrom = { good: 3.5, fairWithout: 2.8, fair: 2.2, doubtful: 1.6 };
/** In an index with fewer passages, weights of words mean little, and every search fits. */
export const minPassagesToJudge = 100;
/** How much of a corrected word counts as found. */
export const correctionShare = 0.6;
/** An unknown name is what a query is about: it counts as this many unknown words. */
export const unknownNameWeight = 2;

/** Increase the number when the same pages give an index with other terms or numbers. */
export const builtWith = `9 ${JSON.stringify([fieldWeights, borrowedTerms, saturation, pageShare, pageLength, stubShare, asideShare])}`;
