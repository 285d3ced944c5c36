/**
 * Query expansion: the index terms that each word of a query may mean. A word becomes concepts; a concept has alternative
 * terms, and a passage scores with the best one it has. Results are cached per index with everything that they need from
 * it, so a query of known words needs no lookup.
 */

import type { IndexData } from '../index/container.ts';
import { findTerm, impactUnit, passagesWith, startOf } from '../index/index-data.ts';
import { dottedName, isCompoundName, stem, type WordTerms, wordTerms } from '../text/analyse.ts';
import { exactName, extendPrefix, findNamePrefix, type NamePrefix } from '../text/joined-names.ts';
import { hasUnspacedScript } from '../text/segment.ts';
import { WordCache } from '../text/word-cache.ts';
import type { MatchKind } from '../types.ts';
import { type Alternative, distinct, halveWeight, isNear, isWritten } from './alternatives.ts';
import type { Concept, Meaning, Place } from './concepts.ts';
import { type Entry, type Language, stopWordsOf } from './languages/table.ts';
import { similarTerms, termsWithPrefix } from './spelling.ts';
import type { Synonym, Synonyms } from './synonym-lookup.ts';
import { alternatives as factors, partShare, unknownNameWeight } from './weights.ts';

/** A query word before any index is consulted. */
interface QueryWord extends WordTerms {
  readonly lower: string;
  readonly stem: string;
  /** Begins with a capital and has more than one letter. */
  readonly isCapital: boolean;
}

/** The stop words of a language that nearly every text of it has, the first of its list. */
const markerCount = 20;
/** A text in a language has these words in at least such a share of the passages. */
const commonShare = 0.02;

/** People use the same words again and again, and stemming is expensive. */
const queryWords = new WordCache((spelling): QueryWord => {
  const lower = spelling.toLowerCase();
  const isCapital = spelling.length > 1 && /^\p{Lu}/u.test(spelling);
  return { ...wordTerms(spelling), lower, stem: stem(lower), isCapital };
});

/** Expands query words for one index. */
export class Meanings {
  readonly #data: IndexData;
  readonly #table: Synonyms;
  readonly #meanings: Readonly<Record<Place, WordCache<Meaning>>>;
  readonly #synonyms = new Map<Synonym, Concept | undefined>();
  readonly #foreign = new Map<Entry, readonly Alternative[]>();
  readonly #present = new WordCache((spelling) => {
    const { words } = wordTerms(spelling);
    return words.length > 0 && words.every((word) => findTerm(this.#data, word) !== -1);
  });
  readonly #languages = new Map<Language, boolean>();

  constructor(data: IndexData, synonyms: Synonyms) {
    const memory = (place: Place) => new WordCache((spelling) => this.#meaningOf(spelling, place));
    this.#data = data;
    this.#table = synonyms;
    this.#meanings = {
      code: memory('code'),
      sentenceStart: memory('sentenceStart'),
      sentence: memory('sentence'),
      operator: memory('operator'),
    };
  }

  /** @param spelling a run of letters or an operator */
  of(spelling: string, place: Place): Meaning {
    return this.#meanings[place].get(spelling);
  }

  /** The concept of an expression of several words. */
  ofSynonym(synonym: Synonym): Concept | undefined {
    if (!this.#synonyms.has(synonym)) {
      const { expression, terms } = synonym;
      const alternatives = terms.map((term) => this.#term(term, 'synonym', factors.synonym));
      this.#synonyms.set(synonym, this.#conceptOf(expression, alternatives));
    }
    return this.#synonyms.get(synonym);
  }

  /** Whether the index has a word itself, however it is segmented. */
  has(spelling: string): boolean {
    return this.#present.get(spelling);
  }

  /** Whether the index has text in a language: half of the words that every text has, each in several passages. */
  isIn(language: Language): boolean {
    const cachedLanguage = this.#languages.get(language);
    if (cachedLanguage !== undefined) return cachedLanguage;
    const markers = [...stopWordsOf(language)].slice(0, markerCount).filter((word) => wordTerms(word).words.length > 0);
    const isIn = 2 * markers.filter((word) => this.#isCommon(word)).length > markers.length;
    this.#languages.set(language, isIn);
    return isIn;
  }

  /** Whether a word is not a coincidence in the index, such as `la` in a list of names or `di` in a program. */
  #isCommon(spelling: string): boolean {
    return wordTerms(spelling).words.every((word) => {
      const term = findTerm(this.#data, word);
      return term !== -1 && passagesWith(this.#data, term) >= commonShare * this.#data.passagePages.length;
    });
  }

  /**
   * The meaning of an expression in another language, in English.
   * @param runs its words in the query
   * @param entries the expression, and the second part of a compound
   */
  ofForeign(runs: readonly Meaning[], [entry, part]: readonly Entry[]): Meaning {
    const phrase = runs.map((run) => run.queryText).join(' ') || (entry?.expression ?? '');
    const [onlyMeaning, anotherMeaning] = runs;
    const ownAlternatives =
      onlyMeaning && !anotherMeaning
        ? onlyMeaning.concepts.flatMap((concept) => concept.alternatives.filter(isWritten))
        : [];
    const knownAlternatives = entry && this.#inEnglish(entry);
    const alternatives =
      knownAlternatives && ownAlternatives.length > 0
        ? distinct([...knownAlternatives, ...ownAlternatives])
        : (knownAlternatives ?? ownAlternatives);
    const second = part ? this.#inEnglish(part).map(halveWeight) : [];
    const concepts = [alternatives, second].flatMap((item) => this.#conceptOf(phrase, item, true) ?? []);
    return {
      queryText: phrase,
      concepts,
      isUnknown: concepts.length === 0,
      missing: concepts.length === 0 ? 1 : 0,
      isStopWord: false,
      isFamiliar: true,
      isCode: false,
      stem: '',
      expressions: undefined,
      lower: undefined,
      names: undefined,
    };
  }

  /** The terms that documentation in English has for an expression in another language. */
  #inEnglish(entry: Entry): readonly Alternative[] {
    const knownAlternatives = this.#foreign.get(entry);
    if (knownAlternatives) return knownAlternatives;
    const nearAlternatives = entry.english.flatMap((word) =>
      /^\p{Lu}/u.test(word) ? [this.#term(`#${word.toLowerCase()}`, 'synonym', factors.synonym)] : this.#likeWord(word),
    );
    const alternatives = distinct(
      nearAlternatives.some((alternative) => alternative !== undefined) ? nearAlternatives : this.#partsOf(entry),
    );
    this.#foreign.set(entry, alternatives);
    return alternatives;
  }

  /** What an English word may mean, as the meaning of a word in another language. */
  #likeWord(word: string): Alternative[] {
    const { concepts } = this.of(word, 'sentence');
    const nearAlternatives = concepts.flatMap(({ alternatives }) => alternatives.filter(isNear));
    return nearAlternatives.map(({ term, weight }) => ({ term, kind: 'synonym', weight: weight * factors.synonym }));
  }

  /** The words of names that the index does not have: "standard" and "deviation". */
  #partsOf({ english }: Entry): (Alternative | undefined)[] {
    const words = english.flatMap((name) => wordTerms(name).words);
    return words.map((word) => this.#term(word, 'synonym', factors.synonym));
  }

  /** The names among `names` that continue with a word. */
  extendPrefix(names: NamePrefix, lower: string): NamePrefix | undefined {
    return extendPrefix(this.#data, names, lower);
  }

  /** The name that several words spell together: "nest while list". */
  ofJoined(spelling: string, names: NamePrefix): Concept | undefined {
    const term = exactName(this.#data, names);
    return term === -1 ? undefined : this.#conceptOf(spelling, [this.#alternative(term, 'symbol', factors.joinedName)]);
  }

  /** A name with dots, such as `os.path.join`. */
  ofDotted(spelling: string): Concept | undefined {
    return this.#conceptOf(spelling, [this.#term(dottedName(spelling), 'symbol', 1)]);
  }

  #meaningOf(queryText: string, place: Place): Meaning {
    const word = place === 'operator' ? undefined : queryWords.get(queryText);
    const stem = word?.stem ?? queryText;
    const expressions = this.#table.get(stem);
    const concepts = word
      ? this.#conceptsOf(queryText, word, nameWeightOf(place, word), expressions?.synonym?.terms ?? [])
      : [this.#conceptOf(queryText, [this.#term(queryText, 'symbol', 1)])];
    const presentConcepts = concepts.filter((concept) => concept !== undefined);
    const isUnknownName = word !== undefined && isCompoundName(queryText) && concepts[0] === undefined;
    const hasWords = word !== undefined && word.words.length > 0;
    return {
      queryText,
      concepts: presentConcepts,
      isUnknown: hasWords && (presentConcepts.length === 0 || isUnknownName),
      missing:
        !hasWords || (word.isName && concepts[0] !== undefined)
          ? 0
          : concepts.length - presentConcepts.length + (isUnknownName ? unknownNameWeight - 1 : 0),
      isStopWord: word !== undefined && word.words.length === 0 && !hasUnspacedScript(queryText),
      isFamiliar: presentConcepts.some(({ alternatives }) => alternatives.some(isNear)),
      isCode: place === 'code' || place === 'operator' || word?.isName === true,
      stem,
      expressions: expressions?.longer,
      lower: word?.lower,
      names: word && findNamePrefix(this.#data, word.lower),
    };
  }

  /** A word or name with its synonyms; similar terms if the index has none of them. */
  #conceptsOf(
    spelling: string,
    { words, name, isName }: QueryWord,
    nameWeight: number,
    synonyms: readonly string[],
  ): (Concept | undefined)[] {
    const asName = name !== undefined && nameWeight > 0 ? this.#term(name, 'symbol', nameWeight) : undefined;
    // A name in its own spelling rarely means a synonym.
    const weight = asName !== undefined && nameWeight === 1 ? factors.besideName : factors.synonym;
    const otherTerms = synonyms.map((term) => this.#term(term, 'synonym', weight));
    if (words.length === 1 && words[0] !== undefined && !isName) {
      const [onlyWord] = words;
      const knownConcept = this.#conceptOf(spelling, [this.#term(onlyWord, 'word', 1), asName, ...otherTerms]);
      return [knownConcept ?? this.#conceptOf(spelling, this.#similar(onlyWord, name))];
    }
    const wholeConcept =
      this.#conceptOf(spelling, [asName, ...otherTerms]) ??
      (isName && name !== undefined ? this.#conceptOf(spelling, this.#similar(name, undefined)) : undefined);
    const parts = words.map((word) => {
      const part = this.#term(word, 'word', wholeConcept ? partShare : 1);
      return this.#conceptOf(spelling, part || wholeConcept ? [part] : this.#similar(word, undefined));
    });
    return [wholeConcept, ...parts];
  }

  #conceptOf(
    queryText: string,
    candidates: readonly (Alternative | undefined)[],
    isTranslation = false,
  ): Concept | undefined {
    const alternatives = candidates.filter((candidate) => candidate !== undefined);
    const [first] = alternatives;
    if (!first) return undefined;
    const key = alternatives.length === 1 ? first.term : alternatives.map(({ term }) => term).join();
    const minScore = isTranslation ? Number.POSITIVE_INFINITY : this.#minScoreOf(alternatives);
    return { queryText, alternatives, minScore, isTranslation, key };
  }

  #minScoreOf(alternatives: readonly Alternative[]): number {
    const { postingEnds, postingImpacts } = this.#data;
    let minScore = Number.POSITIVE_INFINITY;
    for (const alternative of alternatives) {
      if (!isWritten(alternative)) continue;
      const end = postingEnds[alternative.term] as number;
      const unit = alternative.weight * impactUnit;
      for (let at = startOf(postingEnds, alternative.term); at < end; at++)
        minScore = Math.min(minScore, unit * (postingImpacts[at] as number));
    }
    return minScore;
  }

  /** A term as an alternative, if the index has it. */
  #term(text: string, kind: MatchKind, factor: number): Alternative | undefined {
    const term = findTerm(this.#data, text);
    return term === -1 ? undefined : this.#alternative(term, kind, factor);
  }

  #alternative(term: number, kind: MatchKind, factor: number): Alternative {
    const passages = passagesWith(this.#data, term);
    const idf = Math.log(1 + (this.#data.passagePages.length - passages + 0.5) / (passages + 0.5));
    return { term, kind, weight: idf * factor };
  }

  /** Terms within a few typing errors of a word; if there are none, terms that begin with it. */
  #similar(word: string, name: string | undefined): readonly Alternative[] {
    const similar = [word, name ?? ''].flatMap((text) => similarTerms(this.#data, text));
    if (similar.length > 0)
      return similar.map(({ term, distance }) => this.#alternative(term, 'spelling', factors.spelling ** distance));
    return termsWithPrefix(this.#data, word).map((term) => this.#alternative(term, 'prefix', factors.prefix));
  }
}

/** A capitalised or stop word counts as a name only if nothing else explains it. */
function nameWeightOf(place: Place, { isName, isCapital, words }: QueryWord): number {
  if (isName || place === 'code') return 1;
  const isWord = words.length > 0;
  if (isCapital) return place === 'sentenceStart' ? (isWord ? factors.possibleName : factors.firstStopWord) : 1;
  return isWord ? factors.possibleName : 0;
}
