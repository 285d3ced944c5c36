/**
 * One index as one run of bytes: a header, then sections that are typed arrays. Opening it makes views and parses
 * nothing.
 *
 * Header, 32-bit little-endian: magic, format, checksum (CRC-32 of all bytes after it), number of sections, then for each
 * section its offset and length in bytes. Sections begin at multiples of 8.
 */
import { crc32 } from 'node:zlib';

/** Changes when bytes written before could be misread. */
const format = 3;
/** "PWSI" read as little-endian. */
const magic = 0x49535750;
const checksumAt = 8;
const countAt = 12;
const tableAt = 16;

/** The sections in the order in which they are written, and what each is an array of. */
const sections = {
  /** UTF-8: what the numbers in it were made with, and the maker's settings, one line each. */
  made: Uint8Array,
  /** UTF-8 JSON of one page after the other: [title, location, stamp]. */
  pageText: Uint8Array,
  /** Where each page's text ends. */
  pageTextEnds: Uint32Array,
  /** After each page: the number of passages so far. */
  pagePassageEnds: Uint32Array,
  /** UTF-8 JSON of one passage after the other: [headings, line or 0, ...blocks]. */
  passageText: Uint8Array,
  passageTextEnds: Uint32Array,
  /** The page of each passage. */
  passagePages: Uint32Array,
  /** The terms of each passage in order, field by field. */
  stream: Uint32Array,
  /** For each passage and each field: where its terms end in `stream`. */
  streamEnds: Uint32Array,
  /** 16 numbers a passage; passages with much text in common share most of them. */
  sketches: Uint32Array,
  /** UTF-16 units of all terms, sorted. */
  termText: Uint16Array,
  termTextEnds: Uint32Array,
  /** An open-addressed hash table: 1 + the term whose hash leads here, 0 where there is none. A power of two long. */
  termSlots: Uint32Array,
  /** For each term: where its postings end. */
  postingEnds: Uint32Array,
  /** The passages that have the term, ascending. */
  postingPassages: Uint32Array,
  /** Its impact on each of them (`impacts.ts`), in units of `impactUnit`. */
  postingImpacts: Uint16Array,
} as const;

type SectionName = keyof typeof sections;

/** The typed arrays of one index. */
export type IndexData = {
  readonly [Name in SectionName]: (typeof sections)[Name] extends Uint8ArrayConstructor
    ? Uint8Array
    : (typeof sections)[Name] extends Uint16ArrayConstructor
      ? Uint16Array
      : Uint32Array;
};

/** Bytes that are not an index this program can use: damaged, of another format, or something else altogether. */
export class IndexError extends Error {
  override readonly name = 'IndexError';
}

/** Puts the sections into one run of bytes. */
export function packIndex(data: IndexData): Uint8Array {
  const names = Object.keys(sections) as SectionName[];
  let size = aligned(tableAt + 8 * names.length);
  const offsets = names.map((name) => {
    const offset = size;
    size = aligned(size + data[name].byteLength);
    return offset;
  });
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, format, true);
  view.setUint32(countAt, names.length, true);
  names.forEach((name, index) => {
    const { buffer, byteOffset, byteLength } = data[name];
    view.setUint32(tableAt + 8 * index, offsets[index] as number, true);
    view.setUint32(tableAt + 8 * index + 4, byteLength, true);
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), offsets[index] as number);
  });
  view.setUint32(checksumAt, crc32(bytes.subarray(countAt)), true);
  return bytes;
}

/**
 * Views on the sections of packed bytes; the bytes must not change afterwards.
 * @throws IndexError
 */
export function unpackIndex(bytes: Uint8Array): IndexData {
  const names = Object.keys(sections) as SectionName[];
  if (new Uint8Array(Uint32Array.of(magic).buffer)[0] !== (magic & 0xff))
    throw new IndexError('Search indexes need a little-endian machine.');
  // A view on 32-bit numbers must begin at a multiple of four, which a part of a larger buffer may not.
  const own = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  const view = new DataView(own.buffer, own.byteOffset, own.byteLength);
  if (own.byteLength < tableAt + 8 * names.length || view.getUint32(0, true) !== magic)
    throw new IndexError('This file is not a search index.');
  if (view.getUint32(4, true) !== format || view.getUint32(countAt, true) !== names.length)
    throw new IndexError('This search index was written by another version.');
  if (crc32(own.subarray(countAt)) !== view.getUint32(checksumAt, true))
    throw new IndexError('This search index is damaged.');
  const data = names.map((name, index) => {
    const Section = sections[name];
    const offset = own.byteOffset + view.getUint32(tableAt + 8 * index, true);
    return [
      name,
      new Section(
        own.buffer as ArrayBuffer,
        offset,
        view.getUint32(tableAt + 8 * index + 4, true) / Section.BYTES_PER_ELEMENT,
      ),
    ];
  });
  return Object.fromEntries(data) as IndexData;
}

function aligned(offset: number): number {
  return (offset + 7) & ~7;
}
