/** The pages of the previous index, by file: most files have one page, an archive has many. */
import type { IndexedPage } from '../../engine/types.ts';
import type { ScannedFile } from './scan-result.ts';

export class PreviousPages {
  /** The number of all pages. */
  readonly totalCount: number;
  readonly #files: ReadonlySet<string>;
  readonly #pages = new Map<string, { readonly stamp: string; readonly locations: string[] }>();

  /** @param files the files that exist now */
  constructor(pages: readonly IndexedPage[], files: readonly ScannedFile[]) {
    this.#files = new Set(files.map(({ location }) => location));
    this.totalCount = pages.length;
    for (const { location, stamp } of pages) {
      const file = this.fileOf(location);
      const pageOfFile = this.#pages.get(file);
      if (pageOfFile) pageOfFile.locations.push(location);
      else this.#pages.set(file, { stamp, locations: [location] });
    }
  }

  /** The locations of a file's pages; empty if the file has changed since. */
  unchangedOf({ location, stamp }: ScannedFile): readonly string[] {
    const pages = this.#pages.get(location);
    return pages?.stamp === stamp ? pages.locations : [];
  }

  /** The locations of a file's pages, whether it has changed or not. */
  allOf({ location }: ScannedFile): readonly string[] {
    return this.#pages.get(location)?.locations ?? [];
  }

  /** The location of the file that a page comes from: its own location, or that of the archive around it. */
  fileOf(location: string): string {
    if (this.#files.has(location)) return location;
    return /^.*?\.(?:zip|epub|tgz|tar\.gz)(?=\/)/i.exec(location)?.[0] ?? location;
  }
}
