/**
 * Building an index, anew or from the one before. What a page's text came to (its passages and their terms) is taken over
 * from the previous index for pages that are kept; the inverted lists are always made again from the terms, which costs
 * a small part of reading text. So an update needs no segments, no merging later and no second format: one file, whose
 * bytes depend on nothing but the pages and the settings.
 */
import { assemble, type ReadPage, utf8 } from './assemble.ts';
import { type IndexData, packIndex } from './container.ts';
import { cutText } from './cut.ts';
import { before, dataOf, slice, termText } from './index-data.ts';
import { NumberList } from './number-list.ts';
import { addPassageTerms, type FieldTerms } from './passage-terms.ts';
import { RunTerms } from './run-terms.ts';
import { longestHeading, splitPage } from './split.ts';
import { TextList } from './text-list.ts';
import { type Field, fields, type IndexBuilder, type Page, type SearchIndex } from './types.ts';
import { Vocabulary } from './vocabulary.ts';

/** What a page comes to while it is read; used again for the next. */
interface Lists {
  readonly terms: FieldTerms;
  readonly stream: NumberList;
  readonly lengths: NumberList;
  readonly passageText: TextList;
  readonly passageEnds: NumberList;
}

/**
 * @param options.settings any text that the index is to carry; a cache made with other settings is not used
 * @param options.previous an index whose pages may be kept
 */
export function indexBuilder(
  options: { readonly settings?: string; readonly previous?: SearchIndex } = {},
): IndexBuilder {
  const vocabulary = new Vocabulary();
  const runs = new RunTerms(vocabulary);
  const pages = new Map<string, ReadPage>();
  const lists: Lists = {
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
      const title = cutText(page.title, longestHeading);
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

function readPage(page: Page, runs: RunTerms, lists: Lists): ReadPage {
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
    const blocks = passage.blocks.map((block) =>
      block.kind === 'text' ? block.text : [block.text, block.language ?? ''],
    );
    passageText.append(JSON.stringify([passage.headings, passage.line ?? 0, ...blocks]));
    passageEnds.push(passageText.length);
  }
  return {
    text: utf8(JSON.stringify([page.title, page.location, page.stamp ?? ''])),
    passageText: passageText.copy(),
    passageEnds: passageEnds.copy(),
    stream: stream.copy(),
    lengths: lengths.copy(),
  };
}

/** Takes pages of a previous index over, their terms renumbered. */
function pageKeeper(data: IndexData, vocabulary: Vocabulary): (page: number) => ReadPage {
  const renumbered = new Int32Array(data.termTextEnds.length).fill(-1);
  const renumber = (term: number) => {
    const known = renumbered[term] as number;
    if (known !== -1) return known;
    const number = vocabulary.number(termText(data, term));
    renumbered[term] = number;
    return number;
  };
  return (page) => {
    const first = before(data.pagePassageEnds, page);
    const end = data.pagePassageEnds[page] as number;
    const textStart = before(data.passageTextEnds, first);
    const passageEnds = data.passageTextEnds.slice(first, end).map((textEnd) => textEnd - textStart);
    const passageText = data.passageText.subarray(textStart, before(data.passageTextEnds, end));
    const streamStart = before(data.streamEnds, first * fields.length);
    const stream = data.stream.slice(streamStart, before(data.streamEnds, end * fields.length));
    for (let index = 0; index < stream.length; index++) stream[index] = renumber(stream[index] as number);
    const lengths = new Uint32Array((end - first) * fields.length);
    for (let index = 0; index < lengths.length; index++) {
      const place = first * fields.length + index;
      lengths[index] = (data.streamEnds[place] as number) - before(data.streamEnds, place);
    }
    return { text: slice(data.pageText, data.pageTextEnds, page), passageText, passageEnds, stream, lengths };
  };
}
