/** The passages that a search gave, as data. */
import type { JsonObject } from '../../../base/json.ts';
import type { SearchReport } from '../../../contract/contract.ts';

type Passage = SearchReport['passages'][number];

/** Those in the text of the results, best first. */
export function givenPassages({ passages }: SearchReport): readonly Passage[] {
  return passages.filter(({ text }) => text !== '');
}

/** Where a passage is. */
export function placeAsData({ title, headings, source, location, anchor, url, score, tokens }: Passage): JsonObject {
  return {
    title,
    ...(headings.length > 0 && { headings }),
    source,
    location: anchor === undefined ? location : `${location}#${anchor}`,
    ...(url !== undefined && { url }),
    score: Math.round(score * 100) / 100,
    tokens,
  };
}
