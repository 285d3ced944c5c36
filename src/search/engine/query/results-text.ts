/**
 * Search results as a model reads them: the text between `<search-results>` and its closing tag. Each passage is one
 * `<result>` element with its source and its location or web address, its title and headings as a heading, and its text in Markdown.
 */
import { cleanText } from '../../../base/text/clean-text.ts';
import { fencedCode } from '../../../base/text/markdown.ts';
import type { FilledBudget, Filling, Passage } from '../types.ts';

/** Invisible characters between the letters do not stop a model from reading a tag. */
const tagNames = ['search-query', 'search-results', 'user-query', 'result']
  .map((name) => [...name].join('\\p{DI}*'))
  .join('|');
let tag: RegExp | undefined;

/** Opening and closing tags of the output format in any spelling. Made at the first use, which a start need not wait for. */
function tagPattern(): RegExp {
  tag ??= new RegExp(`<(?=[\\s\\p{DI}]*(?:/[\\s\\p{DI}]*)?(?:${tagNames})\\b)`, 'giu');
  return tag;
}

/** Replaces the `<` of a tag. */
const harmless = '‹';

/**
 * Neutralises the tags of the output format in a foreign text. Control characters are removed first, as a tag may appear
 * without them.
 */
export function withoutTags(text: string): string {
  return cleanText(text).replace(tagPattern(), harmless);
}

/** The text of all results in rank order; empty if there are none. */
export function renderResults({ fillings }: Pick<FilledBudget, 'fillings'>): string {
  return fillings
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n\n');
}

/**
 * One passage as the model reads it. Tags of the output format inside it are neutralised, so that a page cannot end the
 * results early or pretend to be the person's query; `defused` lists their positions.
 * @param url the address of its page on the web, which then stands in for the location
 */
export function entryText(source: string, passage: Passage, url?: string): Pick<Filling, 'text' | 'defusedSpans'> {
  // Clean before quoting, fencing and neutralising: afterwards, cleaning could produce a tag or end a fence.
  const heading = [passage.title, ...passage.headings].map(cleanLine).join(' › ');
  const inner = [`# ${heading}`, ...passage.blocks.map(blockText)].join('\n\n');
  const place = url === undefined ? `location=${quoteAttribute(placeOf(passage))}` : `url=${quoteAttribute(url)}`;
  const openingTag = `<result source=${quoteAttribute(source)} ${place}>\n`;
  const defusedSpans = [...inner.matchAll(tagPattern())].map(({ index }) => ({
    start: openingTag.length + index,
    end: openingTag.length + index + harmless.length,
  }));
  return { text: `${openingTag}${withoutTags(inner)}\n</result>`, defusedSpans };
}

/** The location of the page, and the fragment of the passage: `guide.html#install`, `manual.pdf#page=12`. */
export function placeOf({ location, anchor }: Pick<Passage, 'location' | 'anchor'>): string {
  return anchor === undefined ? location : `${location}#${anchor}`;
}

function blockText(block: Passage['blocks'][number]): string {
  const text = cleanText(block.text);
  if (block.kind === 'text') return text;
  return fencedCode(text, cleanLine(block.language ?? ''));
}

function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

function quoteAttribute(text: string): string {
  return `"${cleanLine(text).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`;
}
