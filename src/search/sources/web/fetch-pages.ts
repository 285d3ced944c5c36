/** Fetches the pages at one address on the web into their copy, and keeps pages that have not changed. */

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { WebPages } from '../../../model/definitions.ts';
import { OutsideError } from '../../../outside/limits.ts';
import { textOf } from '../readers/decode-text.ts';
import { formatOf } from '../readers/formats.ts';
import { addressesInSitemap, linksInHtml, linksInMarkdown } from './links.ts';
import { Omissions } from './omissions.ts';
import { PageStore } from './page-store.ts';
import { BusyError, PoliteClient, type PoliteClientOptions } from './polite-client.ts';
import { Bounds } from './web-address.ts';

export interface FetchJob {
  readonly pages: WebPages;
  /** The absolute folder of the copy. */
  readonly copy: string;
  /** Allows an address of this computer or a private network. */
  readonly allowsPrivate: boolean;
}

export interface FetchProgress {
  /** Pages fetched or found unchanged. */
  readonly doneCount: number;
  /** Pages known so far, at most `MaxPages`. */
  readonly totalCount: number;
}

export interface FetchContext extends Pick<PoliteClientOptions, 'signal' | 'pause' | 'now'> {
  readonly report: (progress: FetchProgress) => void;
}

export interface FetchResult {
  readonly pages: number;
  readonly changedCount: number;
  readonly removedCount: number;
  /** Why the fetch ended early, as a clause: `it answered with HTTP 500`. */
  readonly failure?: string;
  readonly isStopped?: true;
}

interface Link {
  readonly url: URL;
  readonly depth: number;
  /** Redirects that led to it. */
  readonly redirectCount: number;
}

/** A fetch ends after this many failures in a row, because the server is probably gone. */
const maxFailures = 8;
const maxRedirects = 5;
/** Sitemaps that an index names. */
const maxSitemaps = 50;
/** Maximum size of one page; readers refuse larger ones. */
const maxPageBytes = 64_000_000;
/** Maximum number of known addresses that wait. */
const maxWaiting = 100_000;

/** Never rejects because of the server: the result and the manifest say what went wrong. */
export async function fetchPages(job: FetchJob, context: FetchContext): Promise<FetchResult> {
  return new PageFetcher(job, context).run();
}

class PageFetcher {
  readonly #pages: WebPages;
  readonly #startUrl: URL;
  readonly #bounds: Bounds;
  readonly #client: PoliteClient;
  readonly #store: PageStore;
  readonly #context: FetchContext;
  readonly #omissions = new Omissions();
  readonly #waitingLinks: Link[] = [];
  readonly #seenKeys = new Set<string>();
  #requests = 0;
  #failures = 0;

  constructor({ pages, copy, allowsPrivate }: FetchJob, context: FetchContext) {
    const { url, maxMegabytes, delaySeconds } = pages;
    this.#pages = pages;
    this.#context = context;
    this.#startUrl = new URL(url);
    this.#startUrl.hash = '';
    this.#bounds = new Bounds(pages);
    const maxBytes = Math.min(maxMegabytes * 1_000_000, maxPageBytes);
    const { signal, pause, now } = context;
    const asks = { start: this.#startUrl, bounds: this.#bounds, allowsPrivate, delaySeconds, maxBytes };
    this.#client = new PoliteClient({ ...asks, signal, pause, now });
    this.#store = new PageStore(copy, pages, now);
  }

  async run(): Promise<FetchResult> {
    let failure: string | undefined;
    let waitUntil: number | undefined;
    let isStopped = false;
    try {
      await this.#client.readRobots();
      if (!this.#client.isAllowed(this.#startUrl)) throw new OutsideError('its robots.txt does not allow this address');
      await this.#begin();
      await this.#follow();
    } catch (error) {
      if (this.#context.signal.aborted) isStopped = true;
      else if (error instanceof OutsideError) {
        failure = error.message;
        if (error instanceof BusyError) waitUntil = error.untilMs;
      } else throw error;
    } finally {
      this.#client.close();
    }
    const isComplete = failure === undefined && !isStopped;
    const problems = this.#omissions.list();
    const outcome = await this.#store.finish({ isComplete, failure, waitUntil, problems });
    return { ...outcome, ...(failure !== undefined && { failure }), ...(isStopped && { isStopped }) };
  }

  /** Finds the first addresses. */
  async #begin(): Promise<void> {
    switch (this.#pages.type) {
      case 'Sitemap':
        return this.#readSitemaps();
      case 'LlmsTxt':
        return this.#readLlmsTxt();
      default:
        this.#add({ url: this.#startUrl, depth: 0, redirectCount: 0 });
    }
  }

  async #readSitemaps(): Promise<void> {
    const sitemaps = [this.#startUrl];
    const readSitemaps = new Set<string>();
    let pagesCount = 0;
    for (const [index, url] of sitemaps.entries()) {
      if (readSitemaps.has(url.href) || !this.#isAllowed(url)) continue;
      readSitemaps.add(url.href);
      const result = await this.#readSitemap(url, index === 0);
      if (!result) continue;
      if (index === 0 && result.pages.length + result.sitemaps.length === 0)
        throw new OutsideError('it is not a sitemap: it names no pages');
      pagesCount += result.pages.length;
      for (const sitemap of result.sitemaps)
        if (sitemaps.length < maxSitemaps && this.#bounds.isSameOrigin(sitemap)) sitemaps.push(sitemap);
        else this.#omissions.add('elsewhere', sitemap.href);
      this.#addListed(result.pages);
      if (this.#waitingLinks.length >= this.#pages.maxPages) return;
    }
    if (pagesCount === 0) throw new OutsideError('the sitemaps that it names could not be read, or name no pages');
  }

  /** @returns undefined for one of several that cannot be read */
  async #readSitemap(url: URL, isFirst: boolean) {
    try {
      const { bytes } = await this.#getRequired(url);
      return addressesInSitemap(readableText(await unzipWithinLimit(bytes, url), false), url);
    } catch (error) {
      if (isFirst || error instanceof BusyError || !(error instanceof OutsideError)) throw error;
      this.#omissions.note(url.href, error.message);
      return undefined;
    }
  }

  async #readLlmsTxt(): Promise<void> {
    const answer = await this.#getRequired(this.#startUrl);
    const text = readableText(answer.bytes, false);
    if (/llms-full\.txt$/i.test(this.#startUrl.pathname)) {
      this.#seenKeys.add(this.#startUrl.href);
      await this.#store.addFull(answer, text);
      return;
    }
    const links = linksInMarkdown(text, this.#startUrl);
    if (links.length === 0) throw new OutsideError('it is not an llms.txt file: it links to no pages');
    this.#addListed(links);
  }

  /** Gets a file without which there is nothing to fetch. @throws OutsideError */
  async #getRequired(url: URL) {
    let address = url;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const answer = await this.#client.get(address, {});
      if (answer.kind === 'page') return answer;
      if (answer.kind !== 'moved')
        throw new OutsideError(answer.kind === 'unchanged' ? 'it sent nothing' : answer.message);
      if (!this.#bounds.isSameOrigin(answer.to))
        throw new OutsideError(`it redirects to ${answer.to.href}: name that address`);
      address = answer.to;
    }
    throw new OutsideError('it redirects endlessly');
  }

  /** Adds pages of a list, whose own links are not followed. */
  #addListed(urls: readonly URL[]): void {
    for (const url of urls) {
      if (this.#bounds.has(url)) this.#add({ url, depth: this.#pages.depth, redirectCount: 0 });
      else this.#omissions.add('elsewhere', url.href);
    }
  }

  #add(link: Link, isNext = false): void {
    const { href } = link.url;
    if (this.#seenKeys.has(href) || this.#waitingLinks.length >= maxWaiting) return;
    this.#seenKeys.add(href);
    if (isNext) this.#waitingLinks.unshift(link);
    else this.#waitingLinks.push(link);
  }

  #isAllowed(url: URL): boolean {
    const isAllowed = this.#client.isAllowed(url);
    if (!isAllowed) this.#omissions.add('disallowed', url.href);
    return isAllowed;
  }

  async #follow(): Promise<void> {
    const { maxPages } = this.#pages;
    // Redirects and refusals are requests too.
    const maxRequests = maxPages * 3 + 20;
    for (let link = this.#waitingLinks.shift(); link; link = this.#waitingLinks.shift()) {
      if (!this.#isAllowed(link.url)) continue;
      if (this.#store.pages >= maxPages || this.#requests >= maxRequests) {
        this.#omissions.limit(`Only the first ${maxPages.toLocaleString('en')} pages were fetched: raise MaxPages.`);
        return;
      }
      this.#requests++;
      const hasRoom = await this.#fetchPage(link);
      if (!hasRoom) {
        this.#omissions.limit(`Only the first ${this.#pages.maxMegabytes} MB were fetched: raise MaxMegabytes.`);
        return;
      }
      this.#context.report({
        doneCount: this.#store.pages,
        totalCount: Math.min(maxPages, this.#store.pages + this.#waitingLinks.length),
      });
    }
  }

  /** @returns false once the copy has reached its maximum size */
  async #fetchPage(link: Link): Promise<boolean> {
    const { url } = link;
    const isFirst = url.href === this.#startUrl.href && this.#pages.type === 'Page';
    const answer = await this.#client.get(url, this.#store.validatorsOf(url));
    if (answer.kind !== 'failed') this.#failures = 0;
    switch (answer.kind) {
      case 'moved':
        this.#redirect(link, answer.to);
        return true;
      case 'refused':
        if (isFirst) throw new OutsideError(answer.message);
        this.#omissions.note(url.href, answer.message);
        if (answer.status !== 404 && answer.status !== 410) this.#store.keep(url);
        return true;
      case 'failed':
        if (isFirst) throw new OutsideError(answer.message);
        this.#omissions.note(url.href, answer.message);
        this.#store.keep(url);
        if (++this.#failures >= maxFailures)
          throw new OutsideError(`${maxFailures} pages in a row failed, the last one because ${answer.message}`);
        return true;
      case 'unchanged': {
        const copy = await this.#store.keepUnchanged(url);
        if (copy) {
          this.#addLinks(link, copy);
          return true;
        }
        const message = 'it answered that nothing changed, although there is no copy';
        if (link.depth === 0 && this.#pages.type === 'Page') throw new OutsideError(message);
        this.#omissions.note(url.href, message);
        return true;
      }
      case 'page': {
        if (!this.#store.hasRoomFor(answer.bytes.length)) return false;
        const file = await this.#store.add(answer);
        if (file === undefined) this.#omissions.add('unreadable', url.href);
        else this.#addLinks(link, { bytes: answer.bytes, file });
        return true;
      }
    }
  }

  #redirect({ url, depth, redirectCount }: Link, to: URL): void {
    const isStart = depth === 0 && this.#pages.type === 'Page';
    // Sites that require a cookie do this. The page is not gone.
    const isCircle = to.href === url.href || (isStart && this.#seenKeys.has(to.href));
    if (this.#bounds.has(to) && redirectCount < maxRedirects && !isCircle) {
      this.#add({ url: to, depth, redirectCount: redirectCount + 1 }, true);
      return;
    }
    if (isCircle) {
      if (isStart) throw new OutsideError('it redirects in a circle');
      this.#omissions.note(url.href, 'it redirects to itself');
      this.#store.keep(url);
      return;
    }
    const reason =
      redirectCount >= maxRedirects ? `it redirects more than ${maxRedirects} times` : `it redirects to ${to.href}`;
    if (isStart)
      throw new OutsideError(
        redirectCount >= maxRedirects
          ? reason
          : `${reason}, which is not below ${this.#startUrl.origin}${this.#pages.below}/`,
      );
    this.#omissions.note(url.href, reason);
  }

  #addLinks({ url, depth }: Link, { bytes, file }: { readonly bytes: Uint8Array; readonly file: string }): void {
    if (this.#pages.type !== 'Page' || depth >= this.#pages.depth) return;
    const format = formatOf(file);
    if (format !== 'html' && format !== 'markdown') return;
    const text = readableText(bytes, format === 'html');
    const links = format === 'html' ? linksInHtml(text, url) : linksInMarkdown(text, url);
    for (const link of links)
      if (this.#bounds.mayFollow(link)) this.#add({ url: link, depth: depth + 1, redirectCount: 0 });
  }
}

/** Empty for binary data. */
function readableText(bytes: Uint8Array, isHtml: boolean): string {
  try {
    return textOf(bytes, isHtml);
  } catch {
    return '';
  }
}

const unzip = promisify(gunzip);
/** The maximum size of a sitemap (sitemaps.org). */
const maxSitemapBytes = 52_428_800;

/** Sitemaps are often stored as `.gz`. @throws OutsideError */
async function unzipWithinLimit(bytes: Buffer, { href }: URL): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await unzip(bytes, { maxOutputLength: maxSitemapBytes });
  } catch {
    throw new OutsideError(`the sitemap ${href} is damaged, or larger than 50 MB after unpacking`);
  }
}
