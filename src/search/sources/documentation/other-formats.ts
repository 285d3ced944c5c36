/** Names the formats of files that a source leaves out because it has no reader for them. */

import { isProgram, isReadableFormat } from '../readers/formats.ts';

/** Endings of files that are not documents: parts of pages, and data of programs. */
const nonDocumentEndings = new Set(
  (
    'css scss less js mjs cjs map wasm ico png jpg jpeg gif svg svgz webp avif bmp tif tiff eps mp3 mp4 webm ogg wav mov ' +
    'woff woff2 ttf otf eot inv pickle doctree buildinfo js_t css_t lock log tmp bak swp sqlite db dot md5 sha256 sig asc ' +
    'xml xsl xslt dtd json yaml yml toml ini cfg conf in am po pot mo license gitignore'
  ).split(' '),
);
const archives = new Set('zip gz tgz bz2 xz 7z rar tar whl jar deb rpm dmg exe msi apk iso'.split(' '));

/** Whether the path of a link may lead to a page, judged by its ending alone. */
export function mayBeDocument(path: string): boolean {
  if (isReadableFormat(path)) return true;
  const ending = endingOf(path);
  return ending === undefined || !(nonDocumentEndings.has(ending) || archives.has(ending) || isProgram(path));
}

function endingOf(path: string): string | undefined {
  return /\.([a-z][a-z0-9_+-]{0,9})$/i.exec(path)?.[1]?.toLowerCase();
}

/** Formats that the sentence names. */
const maxNamedFormats = 8;

export class OtherFormats {
  readonly #files = new Map<string, number>();

  add(path: string): void {
    const ending = endingOf(path);
    if (ending !== undefined && !nonDocumentEndings.has(ending))
      this.#files.set(ending, (this.#files.get(ending) ?? 0) + 1);
  }

  /** One sentence; undefined if there are none. */
  sentence(): string | undefined {
    if (this.#files.size === 0) return undefined;
    const byFrequency = [...this.#files].sort(([a, i], [b, j]) => j - i || (a < b ? -1 : 1));
    const list = byFrequency.slice(0, maxNamedFormats).map(([ending, files]) => `.${ending} (${files})`);
    const rest = byFrequency.length > maxNamedFormats ? ' and others' : '';
    const hasPrograms = byFrequency.slice(0, maxNamedFormats).some(([ending]) => isProgram(`.${ending}`));
    const advice = hasPrograms ? ', or set DocComments to read the doc comments of programs' : '';
    return `Files of these formats are not read: ${list.join(', ')}${rest}. Name them in Include to read them as text${advice}.`;
  }
}
