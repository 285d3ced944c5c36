/**
 * Terms that a page borrows from the pages it refers to. A how-to page says `Merge` where a person asks how to add the
 * values of equal keys: the description of `Merge` is evidence for the page that refers to it. This is the reverse of
 * anchor text in web search. Only pages whose title is not a name borrow; the others are found by their name. A reference
 * is a name written as code in a sentence: names in programs and in lists without backticks are often incidental.
 */
import type { IndexData } from '../index/container.ts';
import { startOf } from '../index/index-data.ts';
import { fields } from '../types.ts';
import { borrowedTerms } from './weights.ts';

const title = fields.indexOf('title');
const symbols = fields.indexOf('symbols');
const body = fields.indexOf('body');

type Text = Pick<IndexData, 'stream' | 'streamEnds' | 'passagePages' | 'pagePassageEnds'>;

/**
 * @param isName for each term, 1 when it is a name
 * @returns a function that appends the borrowed terms of a passage to `to`, once for each page they come from
 */
export function borrower(text: Text, isName: Uint8Array): (passage: number, to: number[]) => void {
  const { stream, streamEnds, passagePages, pagePassageEnds } = text;
  const { pageOf, hasName } = namedPages(text, isName);
  /** For each page, the last call that borrowed from it. */
  const lastCall = new Uint32Array(pagePassageEnds.length);
  let call = 0;
  return (passage, to) => {
    if (hasName[passagePages[passage] as number] === 1) return;
    call++;
    const place = passage * fields.length + symbols;
    const end = streamEnds[place] as number;
    let pages = 0;
    for (let at = startOf(streamEnds, place); at < end && pages < borrowedTerms.pages; at++) {
      const page = pageOf[stream[at] as number] as number;
      if (page < 0 || lastCall[page] === call) continue;
      lastCall[page] = call;
      pages++;
      // The beginning of a page says what it is about.
      const start = startOf(pagePassageEnds, page) * fields.length + body;
      const first = startOf(streamEnds, start);
      const last = Math.min(streamEnds[start] as number, first + borrowedTerms.ofEach);
      for (let word = first; word < last; word++) to.push(stream[word] as number);
    }
  };
}

/** The pages whose title is one name; for each term, the page with that name: -1 for none, -2 for several. */
function namedPages(text: Text, isName: Uint8Array): { pageOf: Int32Array; hasName: Uint8Array } {
  const { stream, streamEnds, pagePassageEnds } = text;
  const pageOf = new Int32Array(isName.length).fill(-1);
  const hasName = new Uint8Array(pagePassageEnds.length);
  pagePassageEnds.forEach((end, page) => {
    const passage = startOf(pagePassageEnds, page);
    if (passage === end) return;
    const place = passage * fields.length + title;
    const first = startOf(streamEnds, place);
    const name = stream[first];
    if (name === undefined || first === streamEnds[place] || isName[name] !== 1) return;
    for (let at = first + 1; at < (streamEnds[place] as number); at++) if (isName[stream[at] as number] === 1) return;
    hasName[page] = 1;
    pageOf[name] = pageOf[name] === -1 ? page : -2;
  });
  return { pageOf, hasName };
}
