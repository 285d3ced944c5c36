/** Splits Markdown into sections, and searches them. */
import type { Range } from '../../components/overlay/fuzzy.ts';

/** A heading with the text up to the next one. */
export interface HelpSection {
  /** The id of its page: `format.md`. */
  readonly page: string;
  /** Its fragment, unique in the page: `messages-and-blocks`. The first section has the empty one. */
  readonly slug: string;
  readonly title: string;
  /** 1 for the title of the page. */
  readonly level: number;
  /** Markdown without the heading. */
  readonly text: string;
}

export interface HelpPage {
  readonly id: string;
  readonly title: string;
  readonly sections: readonly HelpSection[];
}

export function readPage(id: string, markdown: string): HelpPage {
  const sections: { slug: string; title: string; level: number; lines: string[] }[] = [];
  const slugs = new Map<string, number>();
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const [, run] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (run !== undefined) fence = fence === undefined ? run[0] : run[0] === fence ? undefined : fence;
    const [, marks, heading] = (fence === undefined && /^(#{1,6}) +(.+?) *$/.exec(line)) || [];
    if (marks !== undefined && heading !== undefined) {
      const title = plainText(heading);
      const base = slugOf(title);
      const count = slugs.get(base) ?? 0;
      slugs.set(base, count + 1);
      const slug = marks.length === 1 ? '' : count === 0 ? base : `${base}-${count}`;
      sections.push({ slug, title, level: marks.length, lines: [] });
    } else sections.at(-1)?.lines.push(line);
  }
  return {
    id,
    title: sections[0]?.title ?? id,
    sections: sections.map(({ lines, ...section }) => ({ page: id, ...section, text: lines.join('\n').trim() })),
  };
}

/** The fragment that GitHub gives a heading. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Markdown as the text that a reader sees, roughly: for search and its excerpts. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(`{3,}|~{3,}).*$/gm, '')
    .replace(/^\|[\s:|-]+\|$/gm, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[-*+]|\d+\.) +/gm, '')
    .replace(/\*\*|`/g, '')
    .replace(/\\([|<>\\`*_])/g, '$1')
    .replace(/ *\| */g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

export interface HelpResult {
  readonly section: HelpSection;
  readonly pageTitle: string;
  /** The ranges of the matches in the title. */
  readonly titleRanges: readonly Range[];
  readonly excerpt: string;
  readonly excerptRanges: readonly Range[];
}

const maxResults = 50;
const excerptLength = 160;

/** The words of a query, in lower case. */
export function wordsOf(query: string): readonly string[] {
  return [
    ...new Set(
      query
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== ''),
    ),
  ];
}

/** The sections that have all words of the query; a word in a title counts most. */
export function searchHelp(pages: readonly HelpPage[], query: string): readonly HelpResult[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return pages
    .flatMap((page) => page.sections.flatMap((section) => resultOf(page, section, words)))
    .sort((a, b) => b.score - a.score)
    .slice(0, maxResults)
    .map(({ score: _, ...result }) => result);
}

function resultOf(
  page: HelpPage,
  section: HelpSection,
  words: readonly string[],
): readonly (HelpResult & { readonly score: number })[] {
  const text = plainText(section.text);
  const [inTitle, inText] = [section.title.toLowerCase(), text.toLowerCase()];
  if (!words.every((word) => inTitle.includes(word) || inText.includes(word))) return [];
  const score = words.reduce(
    (sum, word) =>
      sum + (inTitle === word ? 20 : inTitle.includes(word) ? 10 : 0) + Math.min(5, inText.split(word).length - 1),
    0,
  );
  const first = Math.min(...words.map((word) => inText.indexOf(word)).filter((at) => at >= 0), text.length);
  const start = first === text.length ? 0 : wordStart(text, Math.max(0, first - 40));
  const isCut = start + excerptLength < text.length;
  const cut = text.slice(start, start + excerptLength);
  // At the end of a word, unless the last one is very long.
  const end = isCut ? cut.replace(/\s\S{0,30}$/, '') : cut;
  const excerpt = `${start > 0 ? '… ' : ''}${end}${isCut ? ' …' : ''}`;
  return [
    {
      section,
      pageTitle: page.title,
      titleRanges: rangesOf(section.title, words),
      excerpt,
      excerptRanges: rangesOf(excerpt, words),
      score,
    },
  ];
}

function wordStart(text: string, at: number): number {
  return at === 0 ? 0 : Math.max(0, text.indexOf(' ', at) + 1);
}

/** Where the words are in a text: in order, without overlap. */
export function rangesOf(text: string, words: readonly string[]): readonly Range[] {
  const lower = text.toLowerCase();
  // Lower case can change the length of a text; the ranges would then mark other characters.
  if (lower.length !== text.length) return [];
  const marked = new Set<number>();
  for (const word of words)
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
      for (let index = at; index < at + word.length; index++) marked.add(index);
  const ranges: [number, number][] = [];
  for (const index of [...marked].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === index) last[1] = index + 1;
    else ranges.push([index, index + 1]);
  }
  return ranges;
}

/** The section that a place names: `format.md#slots`, `format.md`. Undefined if there is none. */
export function sectionAt(pages: readonly HelpPage[], place: string): HelpSection | undefined {
  const [id, slug = ''] = place.split('#');
  const page = pages.find((each) => each.id === id);
  return page?.sections.find((section) => section.slug === slug) ?? page?.sections[0];
}
