/** Assembles the sections of an index from its pages: the dictionary, the posting lists, the sketches. */

import { borrower } from '../query/borrowed-terms.ts';
import { asideShare, borrowedTerms, builtWith, fieldWeights, stubShare } from '../query/weights.ts';
import type { Vocabulary } from '../text/run-terms.ts';
import { emptySketch, emptyUnique, sketchSize, writeSketch } from '../text/sketch.ts';
import { fields } from '../types.ts';
import type { IndexData } from './container.ts';
import { impactsOf, lengthNorm } from './impacts.ts';
import { hashTerm, startOf, termSlots } from './index-data.ts';

/** A page after analysis. */
export interface ReadPage {
  readonly text: Uint8Array;
  readonly isStub: boolean;
  readonly isAside: boolean;
  /** The stored form of all passages, and where each ends. */
  readonly passageText: Uint8Array;
  readonly passageEnds: Uint32Array;
  /** Each passage's terms, field by field, as numbers of the builder's vocabulary. */
  readonly stream: Uint32Array;
  /** For each passage and field, the number of its terms. */
  readonly lengths: Uint32Array;
}

/** Makes one index of all pages, sorted by location. */
export function assemble(
  readPages: ReadonlyMap<string, ReadPage>,
  vocabulary: Vocabulary,
  settings: string,
): IndexData {
  const pages = [...readPages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, page]) => page);
  const passageCount = sum(pages, ({ passageEnds }) => passageEnds.length);
  const { terms, numbers } = sortedTerms(pages, vocabulary);
  const stream = new Uint32Array(sum(pages, (page) => page.stream.length));
  const streamEnds = new Uint32Array(passageCount * fields.length);
  const passagePages = new Uint32Array(passageCount);
  const passageTextEnds = new Uint32Array(passageCount);
  const pagePassageEnds = new Uint32Array(pages.length);
  const pageTextEnds = new Uint32Array(pages.length);
  let passage = 0;
  let passageTextAt = 0;
  let pageTextAt = 0;
  let at = 0;
  let fieldPlace = 0;
  pages.forEach((page, number) => {
    let end = at;
    for (const length of page.lengths) {
      end += length;
      streamEnds[fieldPlace++] = end;
    }
    for (let place = 0; place < page.stream.length; place++)
      stream[at++] = numbers[page.stream[place] as number] as number;
    passagePages.fill(number, passage, passage + page.passageEnds.length);
    for (const passageEnd of page.passageEnds) passageTextEnds[passage++] = passageTextAt + passageEnd;
    passageTextAt += page.passageText.length;
    pagePassageEnds[number] = passage;
    pageTextAt += page.text.length;
    pageTextEnds[number] = pageTextAt;
  });
  return {
    made: utf8(`${builtWith}\n${settings}`),
    pageText: Buffer.concat(pages.map(({ text }) => text)),
    pageTextEnds,
    pagePassageEnds,
    passageText: Buffer.concat(pages.map(({ passageText }) => passageText)),
    passageTextEnds,
    passagePages,
    stream,
    streamEnds,
    sketches: sketchAll({ stream, streamEnds, passagePages }, pages, terms),
    ...joinedTerms(terms),
    termSlots: termSlots(terms),
    ...invert({ stream, streamEnds, passagePages, pagePassageEnds }, pages, terms),
  };
}

/** The used terms in UTF-16 order, and for each vocabulary number its position among them. */
function sortedTerms(pages: readonly ReadPage[], vocabulary: Vocabulary): { terms: string[]; numbers: Uint32Array } {
  const isUsed = new Uint8Array(vocabulary.terms.length);
  for (const { stream } of pages) for (let at = 0; at < stream.length; at++) isUsed[stream[at] as number] = 1;
  const inOrder = vocabulary.terms.filter((_, term) => isUsed[term] === 1).sort();
  const numbers = new Uint32Array(isUsed.length);
  inOrder.forEach((term, number) => {
    numbers[vocabulary.number(term)] = number;
  });
  return { terms: inOrder, numbers };
}

/** How much the words of a page weigh. */
function wordShareOf(page: Pick<ReadPage, 'isStub' | 'isAside'> | undefined): number {
  if (!page?.isStub) return 1;
  return page.isAside ? asideShare : stubShare;
}

/** The posting lists: for each term its passages, and its impact on each. */
function invert(
  text: Pick<IndexData, 'stream' | 'streamEnds' | 'passagePages' | 'pagePassageEnds'>,
  pages: readonly Pick<ReadPage, 'isStub' | 'isAside'>[],
  terms: readonly string[],
): Pick<IndexData, 'postingEnds' | 'postingPassages' | 'postingImpacts'> {
  const { stream, streamEnds } = text;
  const isName = Uint8Array.from(terms, (term) => (term.length > 1 && term.startsWith('#') ? 1 : 0));
  const weights = new Float64Array(terms.length);
  const lastPassage = new Int32Array(terms.length);
  const borrow = borrower(text, isName);
  const borrowedNumbers: number[] = [];
  /** Calls `visit` once for every term of every passage. */
  const eachPosting = (visit: (term: number, passage: number, weight: number) => void) => {
    for (let passage = 0; passage < text.passagePages.length; passage++) {
      let count = 0;
      const share = wordShareOf(pages[text.passagePages[passage] as number]);
      fields.forEach((field, index) => {
        const place = passage * fields.length + index;
        const start = startOf(streamEnds, place);
        const end = streamEnds[place] as number;
        const weight = fieldWeights[field];
        const norm = lengthNorm(weight, end - start);
        const wordWeight = (share * weight.word) / norm;
        // By its own name, a stub is found like any page.
        const nameWeight = ((field === 'title' ? 1 : share) * weight.name) / norm;
        for (let at = start; at < end; at++) {
          const term = stream[at] as number;
          if (weights[term] === 0) lastPassage[count++] = term;
          weights[term] = (weights[term] as number) + (isName[term] === 1 ? nameWeight : wordWeight);
        }
      });
      borrowedNumbers.length = 0;
      borrow(passage, borrowedNumbers);
      const borrowedWeight = borrowedTerms.word / lengthNorm(borrowedTerms, borrowedNumbers.length);
      for (const term of borrowedNumbers) {
        if (weights[term] === 0) lastPassage[count++] = term;
        weights[term] = (weights[term] as number) + borrowedWeight;
      }
      for (let index = 0; index < count; index++) {
        const term = lastPassage[index] as number;
        visit(term, passage, weights[term] as number);
        weights[term] = 0;
      }
    }
  };
  const postingEnds = new Uint32Array(terms.length);
  eachPosting((term) => {
    postingEnds[term] = (postingEnds[term] as number) + 1;
  });
  let size = 0;
  const next = new Uint32Array(terms.length);
  for (let term = 0; term < terms.length; term++) {
    next[term] = size;
    size += postingEnds[term] as number;
    postingEnds[term] = size;
  }
  const postingPassages = new Uint32Array(size);
  const postingWeights = new Float32Array(size);
  eachPosting((term, passage, weight) => {
    const place = next[term] as number;
    next[term] = place + 1;
    postingPassages[place] = passage;
    postingWeights[place] = weight;
  });
  const postingImpacts = impactsOf({ postingEnds, postingPassages, postingWeights }, text);
  return { postingEnds, postingPassages, postingImpacts };
}

/** A stub is too short to be nearly the same as another: its sketch stays empty, which also compresses well. */
function sketchAll(
  { stream, streamEnds, passagePages }: Pick<IndexData, 'stream' | 'streamEnds' | 'passagePages'>,
  pages: readonly Pick<ReadPage, 'isStub'>[],
  terms: readonly string[],
): Uint32Array {
  const passageCount = passagePages.length;
  const hashes = Uint32Array.from(terms, hashTerm);
  const sketches = new Uint32Array(passageCount * sketchSize).fill(emptySketch);
  for (let passage = 0; passage < passageCount; passage++) {
    if (pages[passagePages[passage] as number]?.isStub) continue;
    // Body and code only: equal titles and headings do not make passages equal.
    const start = startOf(streamEnds, passage * fields.length + fields.indexOf('body'));
    const passageTerms = stream.subarray(start, streamEnds[(passage + 1) * fields.length - 1]);
    writeSketch(passageTerms, hashes, sketches, passage * sketchSize);
  }
  emptyUnique(sketches);
  return sketches;
}

function joinedTerms(terms: readonly string[]): Pick<IndexData, 'termText' | 'termTextEnds'> {
  const termTextEnds = new Uint32Array(terms.length);
  const termText = new Uint16Array(sum(terms, ({ length }) => length));
  Buffer.from(termText.buffer).write(terms.join(''), 'utf16le');
  let end = 0;
  terms.forEach((term, number) => {
    end += term.length;
    termTextEnds[number] = end;
  });
  return { termText, termTextEnds };
}

function sum<T>(items: readonly T[], numberOf: (item: T) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0);
}

export function utf8(text: string): Uint8Array {
  return Buffer.from(text);
}
