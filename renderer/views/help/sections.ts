/** Splits Markdown into sections. */

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
  // Keys are the only HTML in the pages; as code they are shown, searched and quoted without their tags.
  for (const line of markdown.replace(/<\/?kbd>/g, '`').split('\n')) {
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
function slugOf(title: string): string {
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

/** The section that a place names: `format.md#slots`, `format.md`. Undefined if there is none. */
export function sectionAt(pages: readonly HelpPage[], place: string): HelpSection | undefined {
  const [id, slug = ''] = place.split('#');
  const page = pages.find((helpPage) => helpPage.id === id);
  return page?.sections.find((section) => section.slug === slug) ?? page?.sections[0];
}
