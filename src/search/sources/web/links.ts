/** The links of pages, and the addresses in sitemaps and `llms.txt` files. */
import { Parser } from 'htmlparser2';
import { addressOf } from './web-address.ts';

/** Maximum number of links of one page or sitemap; a sitemap may have 50,000 (sitemaps.org). */
const maxLinks = 50_000;

/** The links of an HTML page in order, and the address that it redirects to. */
export function linksInHtml(html: string, address: URL): readonly URL[] {
  const links = new Links(address);
  let base = address;
  const parser = new Parser(
    {
      onopentag(name, { href, content, 'http-equiv': header }) {
        if (name === 'base' && href !== undefined) base = addressOf(href, address) ?? base;
        if ((name === 'a' || name === 'area') && href !== undefined) links.add(href, base);
        if (name === 'meta' && header?.toLowerCase() === 'refresh' && content !== undefined) {
          const target = /^[^;,]*[;,]\s*(?:url\s*=\s*)?(\S.*)$/is.exec(content)?.[1];
          if (target !== undefined) links.add(target.trim().replace(/^(["'])(.*)\1$/s, '$2'), base);
        }
      },
    },
    { decodeEntities: true, recognizeSelfClosing: true },
  );
  parser.end(html);
  return links.all;
}

/** The targets of Markdown's inline links and autolinks, except in code blocks. */
export function linksInMarkdown(text: string, address: URL): readonly URL[] {
  const links = new Links(address);
  let fence = '';
  for (const line of text.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (mark !== '' && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    else if (fence === '')
      for (const [, inline, automatic] of line.matchAll(/\]\(\s*<?([^\s<>()]+)|<(https?:[^\s<>]+)>/g))
        links.add(inline ?? automatic ?? '', address);
  }
  return links.all;
}

export interface Sitemap {
  readonly pages: readonly URL[];
  /** Other sitemaps, of an index. */
  readonly sitemaps: readonly URL[];
}

/** A sitemap or an index of sitemaps (sitemaps.org), in XML or as lines of addresses. */
export function addressesInSitemap(text: string, address: URL): Sitemap {
  const pages = new Links(address);
  const sitemaps = new Links(address);
  if (!/^\s*</.test(text)) {
    for (const line of text.split('\n')) pages.add(line, address);
    return { pages: pages.all, sitemaps: [] };
  }
  let inSitemap = false;
  let location: string | undefined;
  const parser = new Parser(
    {
      onopentag(name) {
        if (localName(name) === 'sitemap') inSitemap = true;
        if (localName(name) === 'loc') location = '';
      },
      ontext(piece) {
        if (location !== undefined && location.length < 10_000) location += piece;
      },
      onclosetag(name) {
        if (localName(name) === 'sitemap') inSitemap = false;
        // Elements such as `image:loc` do not name pages.
        if (localName(name) === 'loc' && location !== undefined) {
          if (!/:/.test(name)) (inSitemap ? sitemaps : pages).add(location, address);
          location = undefined;
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return { pages: pages.all, sitemaps: sitemaps.all };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/** Distinct addresses in the order of their first appearance. */
class Links {
  readonly #addresses = new Map<string, URL>();
  readonly #page: string;

  constructor(page: URL) {
    this.#page = page.href;
  }

  add(link: string, base: URL): void {
    if (this.#addresses.size >= maxLinks) return;
    const url = addressOf(link, base);
    if (url && url.href !== this.#page && !this.#addresses.has(url.href)) this.#addresses.set(url.href, url);
  }

  get all(): readonly URL[] {
    return [...this.#addresses.values()];
  }
}
