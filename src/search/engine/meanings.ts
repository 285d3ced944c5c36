/**
 * What words of queries mean to one index. A word becomes concepts: each has the terms of the index that may be meant, of
 * which a passage is credited with the best one. What a word means is remembered with all that it takes from the index,
 * so that a query made of known words is put together and not looked up.
 */
import type { IndexData } from './container.ts';
import { findTerm, passagesWith } from './index-data.ts';
import { type Beginning, goingOn, namesBeginning, wholeName } from './joined-names.ts';
import { type QueryWord, queryWords } from './query-words.ts';
import { hasUnspacedScript } from './segment.ts';
import { similarTerms, termsBeginning } from './spelling.ts';
import { type Expressions, expressionsFrom, type Synonym } from './synonym-lookup.ts';
import type { MatchKind } from './types.ts';
import { alternatives as factors, partShare } from './weights.ts';
import { WordMemory } from './word-memory.ts';

/** One term of the index that may be meant. */
export interface Alternative {
  readonly term: number;
  readonly kind: MatchKind;
  /** How sure it is that this is meant, times how rare the term is (BM25's idf); its impact on a passage is multiplied by it. */
  readonly worth: number;
}

/** One thing the query speaks of. */
export interface Concept {
  /** As it was written. */
  readonly written: string;
  readonly alternatives: readonly Alternative[];
  /** Concepts with the same terms have the same key. */
  readonly key: number | string;
}

/** What tells how a run of letters is meant. */
export type Place =
  /** It can only be a name: in code, before a bracket, or the whole query. */
  | 'code'
  /** A capital says nothing here. */
  | 'sentenceStart'
  | 'sentence'
  | 'operator';

/** What one run of letters, or one operator, means at one place. */
export interface Meaning {
  readonly written: string;
  readonly concepts: readonly Concept[];
  /** The index has no term for it, nor anything like it. */
  readonly isUnknown: boolean;
  /** It has characters of a script that is written without spaces. */
  readonly isUnspaced: boolean;
  /** As a part of an expression of several words. */
  readonly stemmed: string;
  /** The longer expressions that it begins. */
  readonly expressions: Expressions['longer'];
  /** As a part of a name that is written in several words; undefined for an operator. */
  readonly lower: string | undefined;
  /** The names of the index that begin with it and go on. */
  readonly names: Beginning | undefined;
}

/** What words mean to one index. */
export class Meanings {
  readonly #data: IndexData;
  readonly #known: Readonly<Record<Place, WordMemory<Meaning>>>;
  readonly #synonyms = new Map<Synonym, Concept | undefined>();

  constructor(data: IndexData) {
    const memory = (place: Place) => new WordMemory((written) => this.#meaningOf(written, place));
    this.#data = data;
    this.#known = {
      code: memory('code'),
      sentenceStart: memory('sentenceStart'),
      sentence: memory('sentence'),
      operator: memory('operator'),
    };
  }

  /** A run of letters or an operator. */
  of(written: string, place: Place): Meaning {
    return this.#known[place].get(written);
  }

  /** What an expression of several words, or a word of a script without spaces, also stands for. */
  ofSynonym(synonym: Synonym): Concept | undefined {
    if (!this.#synonyms.has(synonym)) {
      const { written, terms } = synonym;
      const alternatives = terms.map((term) => this.#term(term, 'synonym', factors.synonym));
      this.#synonyms.set(synonym, conceptOf(written, alternatives));
    }
    return this.#synonyms.get(synonym);
  }

  /** Of names that begin with the words before, those that go on with a word. */
  goingOn(names: Beginning, lower: string): Beginning | undefined {
    return goingOn(this.#data, names, lower);
  }

  /** What words together stand for when they are the whole name: "nest while list". */
  ofJoined(written: string, names: Beginning): Concept | undefined {
    const term = wholeName(this.#data, names);
    return term === -1 ? undefined : conceptOf(written, [this.#alternative(term, 'symbol', factors.joinedName)]);
  }

  #meaningOf(written: string, place: Place): Meaning {
    const word = place === 'operator' ? undefined : queryWords.get(written);
    const stemmed = word?.stemmed ?? written;
    const expressions = expressionsFrom(stemmed);
    const concepts = word
      ? this.#conceptsOf(written, word, nameWeightOf(place, word), expressions?.synonym?.terms ?? [])
      : [conceptOf(written, [this.#term(written, 'symbol', 1)])];
    const present = concepts.filter((concept) => concept !== undefined);
    return {
      written,
      concepts: present,
      isUnknown: present.length === 0 && word !== undefined && word.words.length > 0,
      isUnspaced: hasUnspacedScript(written),
      stemmed,
      expressions: expressions?.longer,
      lower: word?.lower,
      names: word && namesBeginning(this.#data, word.lower),
    };
  }

  /** A word or a name, what it stands for by the synonyms, and, when the index has none of it, what is like it. */
  #conceptsOf(
    written: string,
    { words, name, isName }: QueryWord,
    nameWeight: number,
    synonyms: readonly string[],
  ): (Concept | undefined)[] {
    const asName = name !== undefined && nameWeight > 0 ? this.#term(name, 'symbol', nameWeight) : undefined;
    // Who writes a name as a name means it, and hardly anything like it.
    const weight = asName !== undefined && nameWeight === 1 ? factors.besideName : factors.synonym;
    const others = synonyms.map((term) => this.#term(term, 'synonym', weight));
    if (words.length === 1 && words[0] !== undefined && !isName) {
      const [only] = words;
      const known = conceptOf(written, [this.#term(only, 'word', 1), asName, ...others]);
      return [known ?? conceptOf(written, this.#like(only, name))];
    }
    const whole =
      conceptOf(written, [asName, ...others]) ??
      (isName && name !== undefined ? conceptOf(written, this.#like(name, undefined)) : undefined);
    const parts = words.map((word) => {
      const part = this.#term(word, 'word', whole ? partShare : 1);
      return conceptOf(written, part || whole ? [part] : this.#like(word, undefined));
    });
    return [whole, ...parts];
  }

  /** A term as an alternative, if the index has it. */
  #term(text: string, kind: MatchKind, weight: number): Alternative | undefined {
    const term = findTerm(this.#data, text);
    return term === -1 ? undefined : this.#alternative(term, kind, weight);
  }

  #alternative(term: number, kind: MatchKind, weight: number): Alternative {
    const passages = passagesWith(this.#data, term);
    const idf = Math.log(1 + (this.#data.passagePages.length - passages + 0.5) / (passages + 0.5));
    return { term, kind, worth: idf * weight };
  }

  /** Terms that a word may have been meant to be, or, where there are none, may be the beginning of. */
  #like(word: string, name: string | undefined): readonly Alternative[] {
    const similar = [word, name ?? ''].flatMap((text) => similarTerms(this.#data, text));
    if (similar.length > 0)
      return similar.map(({ term, distance }) => this.#alternative(term, 'spelling', factors.spelling ** distance));
    return termsBeginning(this.#data, word).map((term) => this.#alternative(term, 'prefix', factors.prefix));
  }
}

function conceptOf(written: string, candidates: readonly (Alternative | undefined)[]): Concept | undefined {
  const alternatives = candidates.filter((candidate) => candidate !== undefined);
  const [first] = alternatives;
  if (!first) return undefined;
  const key = alternatives.length === 1 ? first.term : alternatives.map(({ term }) => term).join();
  return { written, alternatives, key };
}

/** A capital or a stop word is a name only where nothing else explains it. */
function nameWeightOf(place: Place, { isName, isCapital, words }: QueryWord): number {
  if (isName || place === 'code') return 1;
  const isWord = words.length > 0;
  if (isCapital) return place === 'sentenceStart' ? (isWord ? factors.possibleName : factors.firstStopWord) : 1;
  return isWord ? factors.possibleName : 0;
}
