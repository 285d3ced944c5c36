/**
 * Looks up the synonyms for a query: words that people use, and the words that documentation uses. An entry belongs here
 * if the two share no stem and people with another background use the first. A synonym is searched in addition to the
 * written word, never instead of it; entries whose target an index does not have cost nothing.
 *
 * On the left, expressions separated by `|`; on the right, words in lower case and names with a capital.
 */
import { stem, wordTerms } from '../text/analyse.ts';
import { everydayWords } from './synonyms/everyday.ts';
import { namesElsewhere } from './synonyms/names-elsewhere.ts';
import { programmingWords } from './synonyms/programming.ts';
import { subjectWords } from './synonyms/subjects.ts';
import type { SynonymGroup } from './synonyms/synonym-group.ts';

/** The order matters: a word in several groups gets their terms in this order. */
const synonymGroups: readonly SynonymGroup[] = [
  ...programmingWords,
  ...subjectWords,
  ...namesElsewhere,
  ...everydayWords,
];

/** A word or expression, and the terms that it also means. */
export interface Synonym {
  readonly written: string;
  readonly terms: readonly string[];
}

/** The expressions that begin with the same words. */
export interface Expressions {
  /** The expression that ends here. */
  synonym?: Synonym;
  /** Longer expressions, by the stem of the next word. */
  longer?: Map<string, Expressions>;
}

/** By the stem of their first word. */
let table: ReadonlyMap<string, Expressions> | undefined;

/** The expressions whose first word has this stem. */
export function expressionsFrom(stem: string): Readonly<Expressions> | undefined {
  table ??= makeTable();
  return table.get(stem);
}

function makeTable(): ReadonlyMap<string, Expressions> {
  const table = new Map<string, Expressions>();
  const pairs = synonymGroups.flatMap(({ words }) => Object.entries(words));
  for (const [expressions, targets] of pairs) {
    const terms = targets.split(' ').map(termOf);
    for (const written of expressions.split('|')) {
      const place = placeOf(written.split(' ').map(stem), table);
      place.synonym = { written, terms: [...new Set([...(place.synonym?.terms ?? []), ...terms])] };
    }
  }
  return table;
}

/** The node of an expression in the tree, created if needed. */
function placeOf(words: readonly string[], spaced: Map<string, Expressions>): Expressions {
  let place: Expressions = { longer: spaced };
  for (const word of words) {
    place.longer ??= new Map();
    const next = place.longer.get(word) ?? {};
    place.longer.set(word, next);
    place = next;
  }
  return place;
}

/** An entry with a capital is a name. */
function termOf(text: string): string {
  return /\p{Lu}/u.test(text) ? `#${text.toLowerCase()}` : (wordTerms(text).words[0] ?? text);
}
