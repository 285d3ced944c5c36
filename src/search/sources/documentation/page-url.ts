/** The addresses of pages on the web. */
import type { IndexSettings, Root } from './settings.ts';

const wolframLanguage = 'https://reference.wolfram.com/language/';

/** The folders of the web site by those of an installation. */
const wolframFolders: readonly (readonly [folder: string, onWeb: string])[] = [
  ['ReferencePages/Symbols/', 'ref/'],
  ['Guides/', 'guide/'],
  ['Tutorials/', 'tutorial/'],
  ['HowTos/', 'howto/'],
];

/**
 * The address of a symbol's page by its location in the starter reference: that page is short, the one on the web is
 * complete. Undefined for pages that only the reference has.
 */
export function urlOfReferencePage(location: string): string | undefined {
  const [, name] = /\/(?:symbols|stubs)\/([^/]+)\.md$/.exec(location) ?? [];
  return name === undefined ? undefined : `${wolframLanguage}ref/${encodeURIComponent(name)}.html`;
}

/** The address of a page of an installation by its path below `Documentation/English/System`. */
export function urlOfInstalledPage(path: string): string | undefined {
  const found = wolframFolders.find(([folder]) => path.startsWith(folder));
  if (!found || !path.endsWith('.nb')) return undefined;
  const [folder, onWeb] = found;
  return `${wolframLanguage}${onWeb}${encodePath(path.slice(folder.length, -'.nb'.length))}.html`;
}

/**
 * The address of a page of a person's documentation.
 * @param baseUrl the path below the folder replaces `{path}` in it, without its extension, or else is added at its end
 */
export function urlBelow(baseUrl: string, path: string): string {
  const withoutExtension = path.replace(/\.[^./]+$/, '');
  if (baseUrl.includes('{path}')) return baseUrl.replaceAll('{path}', () => encodePath(withoutExtension));
  return `${baseUrl.replace(/\/+$/, '')}/${encodePath(path)}`;
}

/** The folder that a page belongs to, and the path of the page below it. */
export function rootOf(
  { roots }: IndexSettings,
  location: string,
): { readonly root: Root; readonly path: string } | undefined {
  for (const root of roots) {
    if (location === root.label) return { root, path: location.slice(location.lastIndexOf('/') + 1) };
    const prefix = root.label === '' ? '' : `${root.label}/`;
    if (location.startsWith(prefix)) return { root, path: location.slice(prefix.length) };
  }
  return undefined;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
