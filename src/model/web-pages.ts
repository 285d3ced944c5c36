/** Reads `Web` of documentation sources: addresses whose pages are fetched into the cache. */
import { isJsonObject } from '../base/json.ts';
import type { WebPages, WebType } from './definitions.ts';
import { error, type Report, readFields, warning } from './problems/findings.ts';
import { webPages } from './schemas/source.ts';

const defaults = { depth: 3, maxPages: 500, maxMegabytes: 50, delaySeconds: 1 } as const;

/** @param value of the key `Web` @returns undefined after an error */
export function readWeb(value: unknown, report: Report): readonly WebPages[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value))
    return error(report, ['Web'], 'Web must be a list of addresses: start each with "- Url: https://…".');
  const readings = value.map((entry, index) => readWebPages(entry, ['Web', index], report));
  return readings.some((reading) => reading === 'faulty')
    ? undefined
    : readings.filter((reading) => typeof reading === 'object');
}

/** @returns `empty` for an entry that a person has not filled in yet */
function readWebPages(value: unknown, at: readonly (string | number)[], report: Report): WebPages | 'faulty' | 'empty' {
  if (!isJsonObject(value)) {
    error(report, at, `Entry ${Number(at.at(-1)) + 1} of Web must be a set of keys and values: write Url: https://….`);
    return 'faulty';
  }
  if (value.Url === undefined || value.Url === null || value.Url === '') {
    warning(report, at, 'This entry of Web has no Url, so nothing is fetched: write an address.');
    return 'empty';
  }
  const fields = readFields(webPages, value, at, report);
  if (!fields) return 'faulty';
  const { Url: url, Version: version, Refresh: refresh, Ref: ref, Folder: folder } = fields;
  if (!URL.canParse(url)) {
    error(report, [...at, 'Url'], 'Url is not a valid address.');
    return 'faulty';
  }
  const address = new URL(url);
  if (address.username !== '' || address.password !== '')
    if (address.protocol !== 'ssh:' || address.password !== '') {
      error(report, [...at, 'Url'], 'Url must not contain a user or a password: only public pages are fetched.');
      return 'faulty';
    }
  const type = fields.Type ?? typeOf(address);
  if (type !== 'Git' && !/^https?:$/.test(address.protocol)) {
    error(report, [...at, 'Url'], `Only a git repository may be at a ${address.protocol} address.`);
    return 'faulty';
  }
  const unusedKeys = type === 'Git' ? (['Below', 'Depth', 'Delay'] as const) : (['Ref', 'Folder'] as const);
  for (const key of unusedKeys)
    if (fields[key] !== undefined)
      warning(
        report,
        [...at, key],
        `${key} has no effect on ${type === 'Git' ? 'a git repository' : 'web pages'}: remove it.`,
      );
  return {
    url,
    type,
    ...(version !== undefined && { version }),
    below: (fields.Below ?? folderOf(address)).replace(/\/+$/, ''),
    depth: fields.Depth ?? defaults.depth,
    maxPages: fields.MaxPages ?? defaults.maxPages,
    maxMegabytes: fields.MaxMegabytes ?? defaults.maxMegabytes,
    delaySeconds: fields.Delay ?? defaults.delaySeconds,
    ...(refresh && { refresh }),
    ...(ref !== undefined && { ref }),
    ...(folder !== undefined && { folder: folder.replace(/\/+$/, '') }),
  };
}

function typeOf({ protocol, pathname }: URL): WebType {
  if (!/^https?:$/.test(protocol) || /\.git\/?$/i.test(pathname)) return 'Git';
  if (/\/llms(?:-full)?\.txt$/i.test(pathname)) return 'LlmsTxt';
  return /\.xml(?:\.gz)?$|\/sitemap[^/]*\.txt$/i.test(pathname) ? 'Sitemap' : 'Page';
}

/** `/guide/` of `/guide/start.html`; a last segment without an ending is a folder itself. */
function folderOf({ pathname }: URL): string {
  return /\/[^/]*\.[^/]*$/.test(pathname) ? pathname.slice(0, pathname.lastIndexOf('/')) : pathname;
}
