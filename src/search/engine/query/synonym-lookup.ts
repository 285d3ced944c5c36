/**
 * Synonyms in a query: words that people use, and the words that documentation uses. Each source has its own. A synonym is
 * searched in addition to the written word, never instead of it; entries whose target an index does not have cost nothing.
 */
import { readSynonyms, type SynonymEntry } from '../../../model/synonyms.ts';
import { stem, wordTerms } from '../text/analyse.ts';
import { everydayWords } from './synonyms/everyday.ts';
import { namesElsewhere } from './synonyms/names-elsewhere.ts';
import { programmingWords } from './synonyms/programming.ts';
import { subjectWords } from './synonyms/subjects.ts';
import type { SynonymGroup } from './synonyms/synonym-group.ts';

/** A word or expression, and the terms that it also means. */
export interface Synonym {
  readonly expression: string;
  readonly terms: readonly string[];
}

/** The expressions that begin with the same words. */
export interface Expressions {
  /** The expression that ends here. */
  synonym?: Synonym;
  /** Longer expressions, by the stem of the next word. */
  longer?: Map<string, Expressions>;
}

/** The expressions by the stem of their first word. */
export type Synonyms = ReadonlyMap<string, Expressions>;

export const noSynonyms: Synonyms = new Map();

/** The order matters: a word in several groups gets their terms in this order. */
const wolframGroups: readonly SynonymGroup[] = [
  ...programmingWords,
  ...subjectWords,
  ...namesElsewhere,
  ...everydayWords,
];

let wolfram: Synonyms | undefined;

/** What people with another background call things of the Wolfram Language. */
export function wolframSynonyms(): Synonyms {
  wolfram ??= tableOf(wolframEntries());
  return wolfram;
}

/**
 * @param lines those of a source's definition (`readSynonyms`)
 * @param isWolfram adds those of the Wolfram Language
 */
export function synonymsOf(lines: readonly string[] = [], isWolfram = false): Synonyms {
  if (lines.length === 0) return isWolfram ? wolframSynonyms() : noSynonyms;
  return tableOf([...lines.flatMap(readSynonyms), ...(isWolfram ? wolframEntries() : [])]);
}

function wolframEntries(): readonly SynonymEntry[] {
  return wolframGroups
    .flatMap(({ words }) => Object.entries(words))
    .map(([expressions, targets]) => ({ expressions: expressions.split('|'), targets: targets.split(' ') }));
}

function tableOf(entries: readonly SynonymEntry[]): Synonyms {
  const table = new Map<string, Expressions>();
  for (const { expressions, targets } of entries) {
    const terms = targets.flatMap(termsOf);
    for (const expression of expressions) {
      const words = runsOf(expression);
      if (words.length === 0) continue;
      const place = placeOf(words.map(stem), table);
      place.synonym = { expression, terms: [...new Set([...(place.synonym?.terms ?? []), ...terms])] };
    }
  }
  return table;
}

/** The node of an expression in the tree, created if needed. */
function placeOf(words: readonly string[], table: Map<string, Expressions>): Expressions {
  let place: Expressions = { longer: table };
  for (const word of words) {
    place.longer ??= new Map();
    const next = place.longer.get(word) ?? {};
    place.longer.set(word, next);
    place = next;
  }
  return place;
}

/** The words of an expression, as a query is split into runs. */
function runsOf(expression: string): readonly string[] {
  return expression.toLowerCase().match(/[\p{L}\p{M}\p{N}_$]+/gu) ?? [];
}

/** A word with a capital or an underscore is a name. */
function termsOf(target: string): readonly string[] {
  return (target.match(/[\p{L}\p{M}\p{N}_$]+/gu) ?? []).flatMap((text) =>
    /[\p{Lu}_$]/u.test(text) ? [`#${text.toLowerCase()}`] : (wordTerms(text).words[0] ?? text),
  );
}
