/**
 * The starter reference of the Wolfram Language: an index made at build time (`dist/reference.index`), opened at the
 * first search and not before. What it is stands at its top (`starter-reference/about.md`) and in every location, which
 * begins with `starter-reference/`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openIndex } from './open.ts';
import type { SearchIndex } from './types.ts';

let opened: SearchIndex | undefined;

/**
 * Opens it once.
 * @throws an error of Node's or `IndexError` when the installation is incomplete
 */
export function openReference(): SearchIndex {
  opened ??= openIndex(readFileSync(referencePath()));
  return opened;
}

/** Beside the bundled program; in `dist/` when the sources run as they are, in tests. */
function referencePath(): string {
  const beside = join(__dirname, 'reference.index');
  return existsSync(beside) ? beside : join(__dirname, '../../../dist/reference.index');
}
