/**
 * The starter reference of the Wolfram Language: an index made at build time (`dist/reference.index.br`, compressed for the package), opened at the
 * first search. Every location begins with `starter-reference/`; the page `about.md` describes it.
 */
import { brotliDecompressSync, constants } from 'node:zlib';
import { readDataFile } from '../data-file.ts';
import { openIndex } from '../open.ts';
import { synonymsOf, wolframSynonyms } from '../query/synonym-lookup.ts';
import type { SearchIndex } from '../types.ts';
import { type IndexSize, readSize } from './container.ts';

let reference: SearchIndex | undefined;

/** In compressed bytes: the first pages come with the header. */
const beginningSize = 16 * 1024;

/**
 * Reads how large the reference is, which every window shows. Decompressing all of it would take 50 ms of its start.
 * @throws as `openReference`
 */
export function readReferenceSize(): IndexSize {
  const beginning = readDataFile('reference.index.br').subarray(0, beginningSize);
  return readSize(brotliDecompressSync(beginning, { finishFlush: constants.BROTLI_OPERATION_FLUSH }));
}

/**
 * Opens the reference once, and once more for a source with more synonyms.
 * @param lines its synonyms, as in its definition
 * @throws a Node.js file error, a Brotli error or `IndexError` if the installation is incomplete
 */
export function openReference(lines: readonly string[] = []): SearchIndex {
  reference ??= openIndex(brotliDecompressSync(readDataFile('reference.index.br')), wolframSynonyms());
  return lines.length === 0 ? reference : openIndex(reference.bytes, synonymsOf(lines, true));
}
