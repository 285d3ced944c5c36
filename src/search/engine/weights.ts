/**
 * The numbers of the ranking, tuned on the half of the judged questions that is marked `tune`
 * (reference/judged/questions.yaml). Those of the first part are baked into an index: changing one changes
 * what `builtWith` says, and every cached index is built again.
 */
import type { Field } from './types.ts';

interface FieldWeight {
  /** What one occurrence of a word counts. */
  readonly word: number;
  /** What one occurrence of a name counts. */
  readonly name: number;
  /** BM25F's b: 0 takes no notice of the field's length, 1 divides by it. */
  readonly b: number;
  /** The length, in terms, that counts as usual. Fixed, so that one page's weights do not depend on the other pages. */
  readonly usual: number;
}

export const fieldWeights: Readonly<Record<Field, FieldWeight>> = {
  title: { word: 3.2, name: 12, b: 0.4, usual: 3 },
  headings: { word: 2, name: 3, b: 0.25, usual: 4 },
  body: { word: 1.25, name: 0.5, b: 0.5, usual: 60 },
  code: { word: 0.3, name: 0.5, b: 0.5, usual: 40 },
  symbols: { word: 1, name: 1.5, b: 0.2, usual: 10 },
};

/** Words lent by the pages that a page names (`lent-words.ts`). */
export const lentWords = {
  /** What one counts. */
  word: 1,
  b: 0.25,
  usual: 60,
  /** Most words that one page lends: its first. */
  ofEach: 24,
  /** Most pages that lend to one passage. */
  pages: 32,
};

/** BM25's k1: how soon a further occurrence of the same word stops to count. */
export const saturation = 1.2;
/** The evidence of a whole page beside that of a passage in it. */
export const pageShare = 0.6;
/** BM25F's b and usual length for a whole page. */
export const pageLength = { b: 0.4, usual: 100 };
/** Words of the query close together in a passage. */
export const nearnessShare = 0.3;
/** Passages whose words are looked at for nearness. */
export const nearnessDepth = 8;

/** How much a word counts that the person did not write. */
export const alternatives = {
  /** A name in lower case, where the word itself may be meant. */
  possibleName: 0.9,
  /** Two or three neighbouring words that together are a name. */
  joinedName: 0.5,
  /** A stop word with a capital at the beginning of a sentence. */
  firstStopWord: 0.7,
  synonym: 0.9,
  /** A synonym of what was written as a name and is one. */
  besideName: 0.4,
  /** To the power of the number of slips. */
  spelling: 0.9,
  prefix: 0.5,
};

/** The parts of a name in camel case beside the name itself. */
export const partShare = 0.2;
/** Most things a query is searched for; of a longer one those that tell most. */
export const mostConcepts = 48;

/** Share of the best score below which a passage has too little to do with the query. */
export const weakest = 0.15;

/** Changes when an index holds other numbers or terms than before for the same pages. */
export const builtWith = `5 ${JSON.stringify([fieldWeights, lentWords, saturation, pageShare, pageLength])}`;
