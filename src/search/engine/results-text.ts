/**
 * The results as a model reads them: what stands between `<search-results>` and its closing tag. Each passage is one
 * element with its source and location, its title and headings as a heading, and its text in Markdown.
 */
import { cleanText } from '../../base/clean-text.ts';
import type { Filled, Filling, Passage } from './types.ts';

/** Characters without a glyph may be between any two letters: a model reads the tag all the same. */
const tagNames = ['search-query', 'search-results', 'user-query', 'result']
  .map((name) => [...name].join('\\p{DI}*'))
  .join('|');
/** Tags of the output format, opening or closing, however they are written. */
const tag = new RegExp(`<(?=[\\s\\p{DI}]*(?:/[\\s\\p{DI}]*)?(?:${tagNames})\\b)`, 'giu');
/** What stands in place of the `<` that would make it a tag. */
const harmless = '‹';

/**
 * A text of another server, whose tags of the output format are made harmless. Control characters go first: without
 * them, what is left may be a tag.
 */
export function withoutTags(text: string): string {
  return cleanText(text).replace(tag, harmless);
}

/** The text of all results in rank order; empty when nothing was taken. */
export function renderResults({ fillings }: Pick<Filled, 'fillings'>): string {
  return fillings
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n\n');
}

/**
 * One passage as the model reads it. A tag of the output format inside it is made harmless, so that a page cannot end the
 * results early or pose as the person's query; `defused` says where.
 */
export function entryText(source: string, passage: Passage): Pick<Filling, 'text' | 'defused'> {
  // Cleaned before anything is quoted, fenced or made harmless: later, what is left could be a tag or the end of a fence.
  const heading = [passage.title, ...passage.headings].map(cleanLine).join(' › ');
  const inner = [`# ${heading}`, ...passage.blocks.map(blockText)].join('\n\n');
  const opening = `<result source=${quoted(source)} location=${quoted(passage.location)}>\n`;
  const defused = [...inner.matchAll(tag)].map(({ index }) => ({
    start: opening.length + index,
    end: opening.length + index + harmless.length,
  }));
  return { text: `${opening}${withoutTags(inner)}\n</result>`, defused };
}

function blockText(block: Passage['blocks'][number]): string {
  const text = cleanText(block.text);
  if (block.kind === 'text') return text;
  // A fence longer than any in the program, so that the program cannot end it.
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${cleanLine(block.language ?? '')}\n${text}\n${fence}`;
}

function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

function quoted(text: string): string {
  return `"${cleanLine(text).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`;
}
