/** The addresses of pages that may be fetched. */
import type { WebPages } from '../../../model/definitions.ts';
import { mayBeDocument } from '../documentation/other-formats.ts';

/** Longer addresses are traps for crawlers. */
const maxLength = 2_000;

/** @returns an address without its fragment; undefined for a link that is not an http: or https: address */
export function addressOf(link: string, base: URL): URL | undefined {
  const text = link.trim();
  if (text === '' || text.length > maxLength || !URL.canParse(text, base.href)) return undefined;
  const url = new URL(text, base);
  url.hash = '';
  const isPage = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return isPage && url.href.length <= maxLength ? url : undefined;
}

/** The part of one origin that a person named. */
export class Bounds {
  readonly #startUrl: URL;
  readonly #pathPrefix: string;

  constructor({ url, below }: Pick<WebPages, 'url' | 'below'>) {
    this.#startUrl = new URL(url);
    this.#pathPrefix = below;
  }

  isSameOrigin({ origin }: URL): boolean {
    return origin === this.#startUrl.origin;
  }

  /** Compares the path as the server reads it: parsing removes `..` and `%2e%2e`. */
  has(url: URL): boolean {
    const { pathname } = url;
    const isBelow = pathname === this.#pathPrefix || pathname.startsWith(`${this.#pathPrefix}/`);
    return this.isSameOrigin(url) && (isBelow || pathname === this.#startUrl.pathname);
  }

  /**
   * Whether a link on a page leads to another page. Links with a query often go on forever, like those of a calendar; they
   * count only if the first page has a query too.
   */
  mayFollow(url: URL): boolean {
    const isPlain = url.search === '' || this.#startUrl.search !== '';
    return isPlain && this.has(url) && mayBeDocument(url.pathname);
  }
}
