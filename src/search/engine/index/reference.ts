/**
 * The starter reference of the Wolfram Language: an index made at build time (`dist/reference.index.br`, compressed for the package), opened at the
 * first search. Every location begins with `starter-reference/`; the page `about.md` describes it.
 */
import { brotliDecompressSync } from 'node:zlib';
import { readDataFile } from '../data-file.ts';
import { openIndex } from '../open.ts';
import type { SearchIndex } from '../types.ts';

let opened: SearchIndex | undefined;

/**
 * Opens the reference once.
 * @throws a Node.js file error, a Brotli error or `IndexError` if the installation is incomplete
 */
export function openReference(): SearchIndex {
  opened ??= openIndex(brotliDecompressSync(readDataFile('reference.index.br')));
  return opened;
}
