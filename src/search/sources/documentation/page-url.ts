/** The addresses of pages on the web. */
import type { IndexSettings, Root } from './settings.ts';

const wolframLanguage = 'https://reference.wolfram.com/language/';

/** The folders of an installation, and the folders of the web site for them. */
const wolframFolders: readonly (readonly [folder: string, onWeb: string])[] = [
  ['ReferencePages/Symbols/', 'ref/'],
  ['Guides/', 'guide/'],
  ['Tutorials/', 'tutorial/'],
  ['HowTos/', 'howto/'],
];

/**
 * The web address of a symbol in the starter reference, whose own pages are short. Undefined for pages that only the
 * reference has.
 */
export function urlOfReferencePage(location: string): string | undefined {
  const [, name] = /\/(?:symbols|stubs)\/([^/]+)\.md$/.exec(location) ?? [];
  return name === undefined ? undefined : `${wolframLanguage}ref/${encodeURIComponent(name)}.html`;
}

/** The address of a page of an installation by its path below `Documentation/English/System`. */
export function urlOfInstalledPage(path: string): string | undefined {
  const match = wolframFolders.find(([folder]) => path.startsWith(folder));
  if (!match || !path.endsWith('.nb')) return undefined;
  const [folder, onWeb] = match;
  return `${wolframLanguage}${onWeb}${encodePath(path.slice(folder.length, -'.nb'.length))}.html`;
}

/**
 * The address of a page of a person's documentation.
 * @param baseUrl `{path}` in it is replaced by the page's path below the folder, without extension; without `{path}`, the whole
 *   path is added at the end
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
