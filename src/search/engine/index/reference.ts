/**
 * The starter reference of the Wolfram Language: an index made at build time (`dist/reference.index`), opened at the
 * first search. Every location begins with `starter-reference/`; the page `about.md` describes it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openIndex } from '../open.ts';
import type { SearchIndex } from '../types.ts';

let opened: SearchIndex | undefined;

/**
 * Opens the reference once.
 * @throws a Node.js file error or `IndexError` if the installation is incomplete
 */
export function openReference(): SearchIndex {
  opened ??= openIndex(readFileSync(referencePath()));
  return opened;
}

/** Beside the bundled program; in tests, which run the sources, in `dist/`. */
function referencePath(): string {
  const beside = join(__dirname, 'reference.index');
  return existsSync(beside) ? beside : join(__dirname, '../../../../dist/reference.index');
}
