/** Reads passages and pages from the data of an index. */

import type { Passage } from '../types.ts';
import type { IndexData } from './container.ts';
import { slice, startOf } from './index-data.ts';

export function pageText(
  data: IndexData,
  page: number,
): [title: string, location: string, stamp: string, isStub?: boolean, isAside?: boolean] {
  return JSON.parse(textOf(data.pageText, data.pageTextEnds, page));
}

/** Binary search: pages are sorted by location. -1 if there is no such page. */
export function pageAt(data: IndexData, location: string): number {
  let low = 0;
  let high = data.pagePassageEnds.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [, foundLocation] = pageText(data, middle);
    if (foundLocation === location) return middle;
    if (foundLocation < location) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export function passageOf(data: IndexData, passage: number): Passage {
  const page = data.passagePages[passage] as number;
  const [title, location] = pageText(data, page);
  const [headings, place, ...blocks] = JSON.parse(textOf(data.passageText, data.passageTextEnds, passage)) as [
    string[],
    number | [number, string],
    ...(string | [string, string])[],
  ];
  const [line, anchor] = typeof place === 'number' ? [place] : place;
  return {
    title,
    location,
    headings,
    blocks: blocks.map((block) => {
      if (typeof block === 'string') return { kind: 'text', text: block };
      const [text, language] = block;
      return { kind: 'code', text, ...(language !== '' && { language }) };
    }),
    ...(line > 0 && { line }),
    ...(anchor !== undefined && { anchor }),
    order: passage - startOf(data.pagePassageEnds, page),
  };
}

function textOf(bytes: Uint8Array, ends: Uint32Array, index: number): string {
  const { buffer, byteOffset, byteLength } = slice(bytes, ends, index);
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}
