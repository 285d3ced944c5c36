/** Builds the index of the starter reference from the pages in `reference/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMarkdown } from '../text/markdown.ts';
import type { Page } from '../types.ts';
import { indexBuilder } from './build.ts';

/** Describes the reference, so that it is listed first. */
const aboutPage = 'about.md';
const folders = ['how-to', 'symbols'];
/** Pages on a kernel's messages: their words would crowd out the pages on a subject, their tags find them. */
const messageFolder = 'messages';
/** Its files have many pages each, one below each heading of level 1. */
const stubFolder = 'stubs';
/** Begins the line of a page with other words for its subject. */
const questionsLabel = 'Also asked as: ';
/** Prefix of every location: it shows models and people where a result comes from. */
const locationPrefix = 'starter-reference';

/** @param folder the path of `reference/` */
export function buildReference(folder: string): Uint8Array {
  const builder = indexBuilder({ settings: 'reference' });
  const read = (location: string) =>
    withHiddenQuestions(readMarkdown(readFileSync(join(folder, location), 'utf8'), `${locationPrefix}/${location}`));
  for (const location of [aboutPage, ...folders.flatMap((name) => pagesIn(folder, name))]) builder.add(read(location));
  for (const location of pagesIn(folder, messageFolder))
    builder.add({ ...read(location), isStub: true, isAside: true });
  for (const file of pagesIn(folder, stubFolder))
    for (const text of readFileSync(join(folder, file), 'utf8').split(/^(?=# )/m)) builder.add(readStub(text));
  return builder.finish();
}

/** In what other words people ask for a page helps to find it. A reader of the page has no use for it. */
function withHiddenQuestions(page: Page): Page {
  const blocks = page.blocks.map((block) =>
    block.kind === 'text' && block.text.startsWith(questionsLabel) ? { ...block, isHidden: true as const } : block,
  );
  return { ...page, blocks };
}

/** Reads one entry of a stub file. */
function readStub(text: string): Page {
  const name = /^# (\S+)$/m.exec(text)?.[1];
  if (name === undefined) throw new Error(`A stub has no name: ${text.slice(0, 80)}`);
  return { ...readMarkdown(text, `${locationPrefix}/${stubFolder}/${name}.md`), isStub: true };
}

function pagesIn(folder: string, name: string): string[] {
  return readdirSync(join(folder, name))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${name}/${file}`);
}
