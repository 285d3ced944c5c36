/** The pages of one copy during a fetch: which exist, which are new, and which are gone at the end. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../../files/sha256.ts';
import type { WebPages } from '../../../model/definitions.ts';
import { formatOf } from '../readers/formats.ts';
import { endingOf } from './content-type.ts';
import {
  type FetchedDocument,
  type FetchProblem,
  type Manifest,
  pagesFolder,
  readManifest,
  removePageFile,
  requestKey,
  writeManifest,
  writePageFile,
} from './copy.ts';
import { pagesInFullText } from './llms-full.ts';
import { PageFiles } from './page-files.ts';
import type { Answer, Validators } from './polite-client.ts';

type Page = Extract<Answer, { kind: 'page' }>;

export interface FetchEnd {
  readonly isComplete: boolean;
  /** Why it ended early, as a clause. */
  readonly failure: string | undefined;
  readonly waitUntil: number | undefined;
  readonly problems: readonly FetchProblem[];
}

/** How often the manifest is saved, so that an interrupted fetch loses little. */
const saveIntervalMs = 15_000;

export class PageStore {
  readonly #copyFolder: string;
  readonly #request: WebPages;
  readonly #now: () => number;
  readonly #earlierManifest: Manifest | undefined;
  /** The documents of earlier fetches and of this one, by address. */
  readonly #documents = new Map<string, FetchedDocument>();
  readonly #seenAddresses = new Set<string>();
  readonly #files = new PageFiles();
  #bytes = 0;
  #pages = 0;
  #changedCount = 0;
  #savedAt: number;

  constructor(copy: string, request: WebPages, now: () => number) {
    this.#copyFolder = copy;
    this.#request = request;
    this.#now = now;
    this.#savedAt = now();
    this.#earlierManifest = readManifest(copy);
    for (const document of this.#earlierManifest?.documents ?? []) {
      this.#documents.set(document.url, document);
      for (const { file } of document.files) this.#files.reserve(file);
    }
  }

  /** The number of pages of this fetch. */
  get pages(): number {
    return this.#pages;
  }

  /** Empty for a page whose file is gone from the cache, so that the server sends it again. */
  validatorsOf({ href }: URL): Validators {
    const { etag, lastModified, files } = this.#documents.get(href) ?? {};
    if (!files?.every(({ file }) => existsSync(join(pagesFolder(this.#copyFolder), file)))) return {};
    return { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
  }

  hasRoomFor(bytes: number): boolean {
    return this.#bytes + bytes <= this.#request.maxMegabytes * 1_000_000;
  }

  /** Keeps a page that could not be fetched this time. */
  keep({ href }: URL): void {
    const knownDocument = this.#documents.get(href);
    if (knownDocument) this.#count(knownDocument);
  }

  /** @returns the page; undefined for one that the copy does not have */
  async keepUnchanged({ href }: URL): Promise<{ readonly bytes: Buffer; readonly file: string } | undefined> {
    const knownDocument = this.#documents.get(href);
    const file = knownDocument?.files[0]?.file;
    if (!knownDocument || file === undefined) return undefined;
    const bytes = await readFile(join(pagesFolder(this.#copyFolder), file)).catch(() => undefined);
    if (!bytes) return undefined;
    this.#count(knownDocument);
    return { bytes, file };
  }

  /** @returns the file; undefined for a format that is not read */
  async add(page: Page): Promise<string | undefined> {
    const { url, bytes, contentType } = page;
    const ending = endingOf(contentType, url);
    if (ending === undefined) return undefined;
    const hash = sha256(bytes);
    const knownDocument = this.#documents.get(url.href);
    const before = knownDocument?.files[0]?.file;
    const isSameFormat = before !== undefined && formatOf(before) === formatOf(`page${ending}`);
    const file = isSameFormat ? before : this.#files.nameFor(url, ending);
    const isUnchanged = knownDocument?.hash === hash && existsSync(join(pagesFolder(this.#copyFolder), file));
    if (!isUnchanged) await this.#write(file, bytes);
    if (before !== undefined && before !== file) await removePageFile(this.#copyFolder, before);
    this.#keepDocument(page, hash, [{ file, url: url.href }]);
    await this.#saveAtIntervals();
    return file;
  }

  /** Adds each page of an `llms-full.txt`. */
  async addFull(page: Page, text: string): Promise<void> {
    const { url, bytes } = page;
    const hash = sha256(bytes);
    const knownDocument = this.#documents.get(url.href);
    if (knownDocument?.hash === hash) {
      this.#count(knownDocument);
      return;
    }
    const names = new PageFiles();
    const files: { file: string; url: string }[] = [];
    for (const fullPage of pagesInFullText(text, url).slice(0, this.#request.maxPages)) {
      const address = fullPage.url?.origin === url.origin ? fullPage.url : undefined;
      const pageUrl = address ?? new URL(`/llms-full/${encodeURIComponent(fullPage.title.slice(0, 60))}`, url);
      const file = names.nameFor(pageUrl, '.md');
      await this.#write(file, fullPage.text);
      files.push({ file, url: (address ?? url).href });
    }
    const currentFiles = new Set(files.map(({ file }) => file));
    for (const { file } of knownDocument?.files ?? [])
      if (!currentFiles.has(file)) await removePageFile(this.#copyFolder, file);
    this.#keepDocument(page, hash, files);
  }

  /** Removes the pages that a complete fetch no longer found, and saves the manifest. */
  async finish(end: FetchEnd): Promise<{ pages: number; changedCount: number; removedCount: number }> {
    let removedCount = 0;
    if (end.isComplete)
      for (const [url, { files }] of this.#documents) {
        if (this.#seenAddresses.has(url)) continue;
        this.#documents.delete(url);
        for (const { file } of files) await removePageFile(this.#copyFolder, file);
        removedCount += files.length;
      }
    const pages = await this.#save(end);
    return { pages, changedCount: this.#changedCount, removedCount };
  }

  async #write(file: string, content: Uint8Array | string): Promise<void> {
    await writePageFile(this.#copyFolder, file, content);
    this.#changedCount++;
  }

  #keepDocument({ url, bytes, etag, lastModified }: Page, hash: string, files: FetchedDocument['files']): void {
    const validators = { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
    const document = { url: url.href, ...validators, hash, bytes: bytes.length, files };
    this.#documents.set(url.href, document);
    this.#count(document);
  }

  #count({ url, bytes, files }: FetchedDocument): void {
    if (this.#seenAddresses.has(url)) return;
    this.#seenAddresses.add(url);
    this.#bytes += bytes;
    this.#pages += files.length;
  }

  async #saveAtIntervals(): Promise<void> {
    if (this.#now() - this.#savedAt < saveIntervalMs) return;
    await this.#save({ isComplete: false, failure: undefined, waitUntil: undefined, problems: [] });
  }

  /** @returns the number of pages in the copy */
  async #save({ isComplete, failure, waitUntil, problems }: FetchEnd): Promise<number> {
    this.#savedAt = this.#now();
    const documents = [...this.#documents.values()];
    const pages = documents.reduce((sum, { files }) => sum + files.length, 0);
    const fetchedAt = isComplete ? this.#savedAt : this.#earlierManifest?.fetchedAt;
    await writeManifest(this.#copyFolder, {
      version: 1,
      asked: requestKey(this.#request),
      ...(fetchedAt !== undefined && { fetchedAt }),
      triedAt: this.#savedAt,
      isComplete,
      ...(failure !== undefined && { failure }),
      ...(waitUntil !== undefined && { waitUntil }),
      pages,
      bytes: documents.reduce((sum, { bytes }) => sum + bytes, 0),
      documents,
      problems: [...problems],
    });
    return pages;
  }
}
