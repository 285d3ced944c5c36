/** Which synonyms a query calls for. */
import { stem, wordTerms } from './analyse.ts';
import { hasUnspacedScript } from './segment.ts';
import { synonymGroups } from './synonyms.ts';

/** What the synonyms say of a query. */
export interface KnownSynonyms {
  /** For single words, by their place among the runs: the terms they also stand for. */
  readonly words: ReadonlyMap<number, readonly string[]>;
  /** For several words together, and for words of scripts without spaces. */
  readonly phrases: readonly { readonly written: string; readonly terms: readonly string[] }[];
}

interface Entry {
  readonly written: string;
  readonly terms: readonly string[];
}

interface Table {
  /** By the stems of their words, joined by spaces. */
  readonly spaced: ReadonlyMap<string, Entry>;
  /** For the first word of each, how many words the longest has. */
  readonly longest: ReadonlyMap<string, number>;
  /** By their characters, longest first. */
  readonly unspaced: readonly Entry[];
}

let table: Table | undefined;

/** @param stems the query's runs, stemmed, stop words among them */
export function synonymsIn(query: string, stems: readonly string[]): KnownSynonyms {
  table ??= makeTable();
  const words = new Map<number, readonly string[]>();
  const phrases: Entry[] = [];
  for (let from = 0; from < stems.length; from++) {
    let expression = stems[from] as string;
    const end = Math.min(from + (table.longest.get(expression) ?? 0), stems.length);
    for (let next = from + 1; next <= end; next++) {
      const entry = table.spaced.get(expression);
      if (entry && next === from + 1) words.set(from, entry.terms);
      else if (entry) phrases.push(entry);
      expression += ` ${stems[next]}`;
    }
  }
  if (hasUnspacedScript(query)) phrases.push(...inUnspaced(query, table.unspaced));
  return { words, phrases };
}

/** The longest words first; characters that belong to one are not looked at again. */
function inUnspaced(query: string, entries: readonly Entry[]): Entry[] {
  let rest = query;
  return entries.filter(({ written }) => {
    if (!rest.includes(written)) return false;
    rest = rest.replaceAll(written, ' ');
    return true;
  });
}

function makeTable(): Table {
  const spaced = new Map<string, Entry>();
  const unspaced: Entry[] = [];
  const pairs = synonymGroups.flatMap(({ words }) => Object.entries(words));
  for (const [expressions, targets] of pairs) {
    const terms = targets.split(' ').map(termOf);
    for (const written of expressions.split('|')) {
      if (hasUnspacedScript(written)) unspaced.push({ written, terms });
      else {
        const key = written.split(' ').map(stem).join(' ');
        const known = spaced.get(key)?.terms ?? [];
        spaced.set(key, { written, terms: [...new Set([...known, ...terms])] });
      }
    }
  }
  const longest = new Map<string, number>();
  for (const words of [...spaced.keys()].map((key) => key.split(' ')))
    longest.set(words[0] as string, Math.max(words.length, longest.get(words[0] as string) ?? 0));
  return { spaced, longest, unspaced: unspaced.sort((a, b) => b.written.length - a.written.length) };
}

/** A word in lower case is a word, one with a capital a name. */
function termOf(text: string): string {
  return /\p{Lu}/u.test(text) ? `#${text.toLowerCase()}` : (wordTerms(text).words[0] ?? text);
}
