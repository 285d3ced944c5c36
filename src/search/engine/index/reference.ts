/**
 * The starter reference of the Wolfram Language: an index made at build time (`dist/reference.index.br`, compressed for the package), opened at the
 * first search. Every location begins with `starter-reference/`; the page `about.md` describes it.
 */
import { brotliDecompressSync } from 'node:zlib';
import { readDataFile } from '../data-file.ts';
import { openIndex } from '../open.ts';
import { synonymsOf, wolframSynonyms } from '../query/synonym-lookup.ts';
import type { SearchIndex } from '../types.ts';

let reference: SearchIndex | undefined;

/**
 * Opens the reference once, and once more for a source with more synonyms.
 * @param lines its synonyms, as in its definition
 * @throws a Node.js file error, a Brotli error or `IndexError` if the installation is incomplete
 */
export function openReference(lines: readonly string[] = []): SearchIndex {
  reference ??= openIndex(brotliDecompressSync(readDataFile('reference.index.br')), wolframSynonyms());
  return lines.length === 0 ? reference : openIndex(reference.bytes, synonymsOf(lines, true));
}
