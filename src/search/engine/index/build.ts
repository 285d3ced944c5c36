/**
 * Builds an index from scratch or from the previous one. Unchanged pages keep their passages and terms from the previous
 * index; the posting lists are always rebuilt from the terms, which costs little compared with analysing text. So an
 * update needs no segments and no merging: an index is one file whose bytes depend only on the pages and the settings.
 */

import { cutText } from '../query/cut.ts';
import { RunTerms, Vocabulary } from '../text/run-terms.ts';
import { maxHeadingLength, splitPage } from '../text/split.ts';
import { type Field, fields, type IndexBuilder, type Page, type SearchIndex } from '../types.ts';
import { assemble, type ReadPage, utf8 } from './assemble.ts';
import { type IndexData, packIndex } from './container.ts';
import { dataOf, slice, startOf, termText } from './index-data.ts';
import { NumberList, TextList } from './lists.ts';
import { addPassageTerms, type FieldTerms } from './passage-terms.ts';

/** Buffers for the page that is being analysed, reused for the next. */
interface Buffers {
  readonly terms: FieldTerms;
  readonly stream: NumberList;
  readonly lengths: NumberList;
  readonly passageText: TextList;
  readonly passageEnds: NumberList;
}

/**
 * @param options.settings any text to store in the index; a cached index with other settings is not used
 * @param options.previous an index whose pages may be kept
 */
export function indexBuilder(
  options: { readonly settings?: string; readonly previous?: SearchIndex } = {},
): IndexBuilder {
  const vocabulary = new Vocabulary();
  const runs = new RunTerms(vocabulary);
  const pages = new Map<string, ReadPage>();
  const lists: Buffers = {
    terms: Object.fromEntries(fields.map((field) => [field, new NumberList()])) as Record<Field, NumberList>,
    stream: new NumberList(),
    lengths: new NumberList(),
    passageText: new TextList(),
    passageEnds: new NumberList(),
  };
  const previous = options.previous && dataOf.get(options.previous);
  const keeper = previous && pageKeeper(previous, vocabulary);
  const places = new Map(options.previous?.pages().map(({ location }, page) => [location, page]));
  return {
    add: (page) => {
      const title = cutText(page.title, maxHeadingLength);
      pages.set(page.location, readPage({ ...page, title }, runs, lists));
    },
    keep: (location) => {
      const page = places.get(location);
      if (page === undefined || !keeper) return false;
      pages.set(location, keeper(page));
      return true;
    },
    finish: () => packIndex(assemble(pages, vocabulary, options.settings ?? '')),
  };
}

function readPage(page: Page, runs: RunTerms, lists: Buffers): ReadPage {
  const { terms, stream, lengths, passageText, passageEnds } = lists;
  for (const list of [stream, lengths, passageText, passageEnds]) list.clear();
  for (const passage of splitPage(page)) {
    addPassageTerms(passage, runs, terms);
    for (const field of fields) {
      const list = terms[field];
      stream.append(list);
      lengths.push(list.length);
      list.clear();
    }
    const visibleBlocks = passage.blocks.filter((block) => block.kind === 'code' || !block.isHidden);
    const blocks = visibleBlocks.map((block) =>
      block.kind === 'text' ? block.text : [block.text, block.language ?? ''],
    );
    const { headings, line = 0, anchor } = passage;
    const place = anchor === undefined ? line : [line, anchor];
    passageText.append(JSON.stringify([headings, place, ...blocks]));
    passageEnds.push(passageText.length);
  }
  const isStub = page.isStub === true;
  const marks = page.isAside ? [isStub, true] : isStub ? [true] : [];
  return {
    text: utf8(JSON.stringify([page.title, page.location, page.stamp ?? '', ...marks])),
    isStub,
    isAside: page.isAside === true,
    passageText: passageText.copy(),
    passageEnds: passageEnds.copy(),
    stream: stream.copy(),
    lengths: lengths.copy(),
  };
}

/** Copies pages from a previous index, with their terms renumbered. */
function pageKeeper(data: IndexData, vocabulary: Vocabulary): (page: number) => ReadPage {
  const newNumbers = new Int32Array(data.termTextEnds.length).fill(-1);
  const renumber = (term: number) => {
    const newNumber = newNumbers[term] as number;
    if (newNumber !== -1) return newNumber;
    const number = vocabulary.number(termText(data, term));
    newNumbers[term] = number;
    return number;
  };
  return (page) => {
    const first = startOf(data.pagePassageEnds, page);
    const end = data.pagePassageEnds[page] as number;
    const textStart = startOf(data.passageTextEnds, first);
    const passageEnds = data.passageTextEnds.slice(first, end).map((textEnd) => textEnd - textStart);
    const passageText = data.passageText.subarray(textStart, startOf(data.passageTextEnds, end));
    const streamStart = startOf(data.streamEnds, first * fields.length);
    const stream = data.stream.slice(streamStart, startOf(data.streamEnds, end * fields.length));
    for (let index = 0; index < stream.length; index++) stream[index] = renumber(stream[index] as number);
    const lengths = new Uint32Array((end - first) * fields.length);
    for (let index = 0; index < lengths.length; index++) {
      const place = first * fields.length + index;
      lengths[index] = (data.streamEnds[place] as number) - startOf(data.streamEnds, place);
    }
    const text = slice(data.pageText, data.pageTextEnds, page);
    const [, , , isStub, isAside] = JSON.parse(Buffer.from(text).toString()) as unknown[];
    return { text, isStub: isStub === true, isAside: isAside === true, passageText, passageEnds, stream, lengths };
  };
}
