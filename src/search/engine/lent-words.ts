/**
 * Words that a page is lent by the pages it names. A how-to page says `Merge` where a person asks how to add the values
 * of equal keys: what the page of that name says of itself is evidence for the page that sends its readers there, as the
 * text of links is in web search, the other way round. Only pages that have no name of their own are lent words; those
 * that have one are found by it. A page names another when it has its name as code in a sentence: what programs hold, and
 * lists without backticks, is too often there by the way.
 */
import type { IndexData } from './container.ts';
import { before } from './index-data.ts';
import { fields } from './types.ts';
import { lentWords } from './weights.ts';

const title = fields.indexOf('title');
const symbols = fields.indexOf('symbols');
const body = fields.indexOf('body');

type Text = Pick<IndexData, 'stream' | 'streamEnds' | 'passagePages' | 'pagePassageEnds'>;

/**
 * @param isName for each term, 1 when it is a name
 * @returns appends to `to` the terms that a passage is lent; a term comes once for each page that lends it
 */
export function lender(text: Text, isName: Uint8Array): (passage: number, to: number[]) => void {
  const { stream, streamEnds, passagePages, pagePassageEnds } = text;
  const { pageOf, hasName } = namedPages(text, isName);
  /** The call in which a page lent last. */
  const lentIn = new Uint32Array(pagePassageEnds.length);
  let call = 0;
  return (passage, to) => {
    if (hasName[passagePages[passage] as number] === 1) return;
    call++;
    const place = passage * fields.length + symbols;
    const end = streamEnds[place] as number;
    let lending = 0;
    for (let at = before(streamEnds, place); at < end && lending < lentWords.pages; at++) {
      const page = pageOf[stream[at] as number] as number;
      if (page < 0 || lentIn[page] === call) continue;
      lentIn[page] = call;
      lending++;
      // What a page is about stands at its beginning.
      const said = before(pagePassageEnds, page) * fields.length + body;
      const first = before(streamEnds, said);
      const last = Math.min(streamEnds[said] as number, first + lentWords.ofEach);
      for (let word = first; word < last; word++) to.push(stream[word] as number);
    }
  };
}

/** Pages whose title is one name, and for each term the only page of that name: -1 for none, -2 for several. */
function namedPages(text: Text, isName: Uint8Array): { pageOf: Int32Array; hasName: Uint8Array } {
  const { stream, streamEnds, pagePassageEnds } = text;
  const pageOf = new Int32Array(isName.length).fill(-1);
  const hasName = new Uint8Array(pagePassageEnds.length);
  pagePassageEnds.forEach((end, page) => {
    const passage = before(pagePassageEnds, page);
    if (passage === end) return;
    const place = passage * fields.length + title;
    const first = before(streamEnds, place);
    const name = stream[first];
    if (name === undefined || first === streamEnds[place] || isName[name] !== 1) return;
    for (let at = first + 1; at < (streamEnds[place] as number); at++) if (isName[stream[at] as number] === 1) return;
    hasName[page] = 1;
    pageOf[name] = pageOf[name] === -1 ? page : -2;
  });
  return { pageOf, hasName };
}
