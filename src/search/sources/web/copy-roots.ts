/** The copies of a source as folders of its documentation. */
import { dirname } from 'node:path';
import { makePrivateFolderSync } from '../../../files/make-folder.ts';
import type { WebPages } from '../../../model/definitions.ts';
import { urlBelow } from '../documentation/page-url.ts';
import type { Root } from '../documentation/settings.ts';
import { type Addresses, addressesStamp, copyFolder, pagesFolder, readAddresses } from './copy.ts';

/**
 * Creates the folders, so that they can be watched before the first fetch.
 * @param root the workspace's real path
 */
export function copyRoots(cacheDir: string, root: string, web: readonly WebPages[]): readonly Root[] {
  const versions = new Set(web.map(({ version }) => version));
  return web.map((pages) => {
    const { url, version } = pages;
    const path = pagesFolder(copyFolder(cacheDir, root, pages));
    try {
      makePrivateFolderSync(path);
    } catch {
      // A fetch will say that the cache cannot be written.
    }
    const showsVersion = version !== undefined && versions.size > 1;
    return { path, label: labelOf(pages), writtenPath: url, isCopy: true, ...(showsVersion && { version }) };
  });
}

/** `14.2/docs.example.com`, or `engine` for a git repository. */
function labelOf({ url, type, version }: WebPages): string {
  const { host, pathname } = new URL(url);
  const repository = pathname
    .replace(/\/+$/, '')
    .replace(/^.*\//, '')
    .replace(/\.git$/i, '');
  const name = type === 'Git' && repository !== '' ? repository : host;
  const segments = version === undefined ? [name] : [version, name];
  return segments.map((segment) => segment.replace(/[\\/]/g, '-')).join('/');
}

/** A search may ask for many addresses, so the time of the file is read only this often. */
const checkIntervalMs = 1_000;

interface CachedAddresses {
  checkedAt: number;
  stamp: string;
  addresses: Addresses;
}

/** @returns a function for the address of a page, which reads the addresses of a copy again after they change */
export function urlsInCopies(): (root: Root, path: string) => string | undefined {
  const addressesByFolder = new Map<string, CachedAddresses>();
  return ({ path: folder }, path) => {
    const { files, base } = addressesIn(dirname(folder));
    return files[path] ?? (base === undefined ? undefined : urlBelow(base, path));
  };

  function addressesIn(copy: string): Addresses {
    const cachedAddresses = addressesByFolder.get(copy);
    const now = performance.now();
    if (cachedAddresses && now - cachedAddresses.checkedAt < checkIntervalMs) return cachedAddresses.addresses;
    const stamp = addressesStamp(copy);
    const addresses = cachedAddresses?.stamp === stamp ? cachedAddresses.addresses : readAddresses(copy);
    addressesByFolder.set(copy, { checkedAt: now, stamp, addresses });
    return addresses;
  }
}
