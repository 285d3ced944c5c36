/** Builds the index of the starter reference from the pages in `reference/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMarkdown } from '../text/markdown.ts';
import { indexBuilder } from './build.ts';

/** Describes the reference, so that it is listed first. */
const aboutPage = 'about.md';
const folders = ['how-to', 'symbols'];
/** Prefix of every location: it shows models and people where a result comes from. */
const locationPrefix = 'starter-reference';

/** @param folder the path of `reference/` */
export function buildReference(folder: string): Uint8Array {
  const builder = indexBuilder({ settings: 'reference' });
  for (const location of [aboutPage, ...folders.flatMap((name) => pagesIn(folder, name))])
    builder.add(readMarkdown(readFileSync(join(folder, location), 'utf8'), `${locationPrefix}/${location}`));
  return builder.finish();
}

function pagesIn(folder: string, name: string): string[] {
  return readdirSync(join(folder, name))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${name}/${file}`);
}
