/**
 * The file format of an index: a header, then sections that are typed arrays. Opening an index makes views and parses
 * nothing.
 *
 * Header, 32-bit little-endian: magic, format, checksum (CRC-32 of all bytes after it), number of sections, then for each
 * section its offset and length in bytes. Sections begin at multiples of 8.
 */
import { crc32 } from 'node:zlib';

/** Increase it when older bytes could be misread. */
const format = 3;
/** "PWSI" read as little-endian. */
const magic = 0x49535750;
const checksumAt = 8;
const countAt = 12;
const tableAt = 16;

/** The sections in file order, with their array types. */
const sections = {
  /** UTF-8, one line each: `builtWith`, and the settings of the builder. */
  made: Uint8Array,
  /** UTF-8 JSON of each page: [title, location, stamp], and `true` for a stub. */
  pageText: Uint8Array,
  /** Where each page's text ends. */
  pageTextEnds: Uint32Array,
  /** For each page: the number of passages up to its end. */
  pagePassageEnds: Uint32Array,
  /** UTF-8 JSON of each passage: [headings, line or 0 (or [line, anchor]), ...blocks]. */
  passageText: Uint8Array,
  passageTextEnds: Uint32Array,
  /** The page of each passage. */
  passagePages: Uint32Array,
  /** The terms of each passage in order, field by field. */
  stream: Uint32Array,
  /** For each passage and each field: where its terms end in `stream`. */
  streamEnds: Uint32Array,
  /** 16 numbers for each passage (`../text/sketch.ts`); near-duplicates share most of them. */
  sketches: Uint32Array,
  /** UTF-16 units of all terms, sorted. */
  termText: Uint16Array,
  termTextEnds: Uint32Array,
  /** An open-addressed hash table: 1 + the term, 0 for a free slot. Its length is a power of two. */
  termSlots: Uint32Array,
  /** For each term: where its postings end. */
  postingEnds: Uint32Array,
  /** The passages that have the term, ascending. */
  postingPassages: Uint32Array,
  /** The impact on each of them (`impacts.ts`), in units of `impactUnit`. */
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

export interface IndexSize {
  readonly pageCount: number;
  readonly passageCount: number;
}

/** The bytes are not a usable index: damaged, in another format, or something else. */
export class IndexError extends Error {
  override readonly name = 'IndexError';
}

/** Serialises the sections. */
export function packIndex(data: IndexData): Uint8Array {
  const names = Object.keys(sections) as SectionName[];
  let size = alignOffset(tableAt + 8 * names.length);
  const offsets = names.map((name) => {
    const offset = size;
    size = alignOffset(size + data[name].byteLength);
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
 * The numbers of pages and passages, from the header alone.
 * @param beginning at least the first 256 bytes of an index
 */
export function readSize(beginning: Uint8Array): IndexSize {
  const view = new DataView(beginning.buffer, beginning.byteOffset, beginning.byteLength);
  const names = Object.keys(sections) as SectionName[];
  const lengthOf = (name: SectionName) =>
    view.getUint32(tableAt + 8 * names.indexOf(name) + 4, true) / sections[name].BYTES_PER_ELEMENT;
  return { pageCount: lengthOf('pagePassageEnds'), passageCount: lengthOf('passagePages') };
}

/** The checksum of the bytes after it, from parts of an index in order. The first part has at least the header. */
export class Checksum {
  #value: number | undefined;

  add(part: Uint8Array): void {
    this.#value = this.#value === undefined ? crc32(part.subarray(countAt)) : crc32(part, this.#value);
  }

  get value(): number {
    return this.#value ?? 0;
  }
}

/**
 * Makes views on the sections of packed bytes, which must not change afterwards.
 * @param checksum of these bytes, if it is known
 * @throws IndexError
 */
export function unpackIndex(bytes: Uint8Array, checksum?: number): IndexData {
  const names = Object.keys(sections) as SectionName[];
  if (new Uint8Array(Uint32Array.of(magic).buffer)[0] !== (magic & 0xff))
    throw new IndexError('Search indexes need a little-endian machine.');
  // A view on 32-bit numbers must begin at a multiple of four; a slice of a larger buffer may not.
  const ownBytes = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  const view = new DataView(ownBytes.buffer, ownBytes.byteOffset, ownBytes.byteLength);
  if (ownBytes.byteLength < tableAt + 8 * names.length || view.getUint32(0, true) !== magic)
    throw new IndexError('This file is not a search index.');
  if (view.getUint32(4, true) !== format || view.getUint32(countAt, true) !== names.length)
    throw new IndexError('This search index was written by another version.');
  if ((checksum ?? crc32(ownBytes.subarray(countAt))) !== view.getUint32(checksumAt, true))
    throw new IndexError('This search index is damaged.');
  const data = names.map((name, index) => {
    const Section = sections[name];
    const offset = ownBytes.byteOffset + view.getUint32(tableAt + 8 * index, true);
    return [
      name,
      new Section(
        ownBytes.buffer as ArrayBuffer,
        offset,
        view.getUint32(tableAt + 8 * index + 4, true) / Section.BYTES_PER_ELEMENT,
      ),
    ];
  });
  return Object.fromEntries(data) as IndexData;
}

function alignOffset(offset: number): number {
  return (offset + 7) & ~7;
}
