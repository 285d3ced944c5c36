/** The starter reference as an index: what the build makes of the pages in reference. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexBuilder } from './build.ts';
import { readMarkdown } from './markdown.ts';

/** The page that says what the reference is; the first when pages are listed. */
const aboutPage = 'about.md';
const folders = ['how-to', 'symbols'];
/** Begins every location, so that a model and a person read beside each result what it comes from. */
const shownAs = 'starter-reference';

/** @param folder reference */
export function buildReference(folder: string): Uint8Array {
  const builder = indexBuilder({ settings: 'reference' });
  for (const location of [aboutPage, ...folders.flatMap((name) => pagesIn(folder, name))])
    builder.add(readMarkdown(readFileSync(join(folder, location), 'utf8'), `${shownAs}/${location}`));
  return builder.finish();
}

function pagesIn(folder: string, name: string): string[] {
  return readdirSync(join(folder, name))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${name}/${file}`);
}
