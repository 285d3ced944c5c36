/** Names the files of a copy after the addresses of their pages. */

import { decodeUri } from '../../../base/text/decode-uri.ts';
import { sha256 } from '../../../files/sha256.ts';
import { formatOf, isReadableFormat } from '../readers/formats.ts';

const maxSegment = 80;
const maxSegments = 20;
/** File names that Windows reserves. */
const reservedName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Folders that documentation leaves out. */
const skippedFolder = /^(?:node_modules|__pycache__|bower_components)$/i;

/** Gives each file a different name, also on disks that ignore case. */
export class PageFiles {
  readonly #takenNames = new Set<string>();

  /** Keeps the name of a file that exists. */
  reserve(file: string): void {
    for (const part of parentsOf(file)) this.#takenNames.add(`${part}/`);
    this.#takenNames.add(keyOf(file));
  }

  /**
   * A free name below the folder of the copy, POSIX: `guide/start.html` for `https://example.com/guide/start`.
   * @param ending of the page's format, such as `.html`
   */
  nameFor(url: URL, ending: string): string {
    const { pathname, search } = url;
    const segments = pathname.split('/').filter((part) => part !== '');
    const isTooDeep = segments.length > maxSegments;
    const last = pathname.endsWith('/') || segments.length === 0 ? 'index' : (segments.pop() ?? '');
    const name = withEnding(safe(last), ending);
    const withQuery = search === '' ? name : name.replace(/(\.[^.]*)$/, `~${hashOf(search)}$1`);
    const path = [...segments.slice(0, maxSegments).map(safe), withQuery].join('/');
    const unique = !isTooDeep && this.#isFree(path) ? path : `${hashOf(url.href)}${ending}`;
    this.reserve(unique);
    return unique;
  }

  #isFree(path: string): boolean {
    const isFolder = this.#takenNames.has(`${keyOf(path)}/`);
    return (
      !isFolder && !this.#takenNames.has(keyOf(path)) && !parentsOf(path).some((part) => this.#takenNames.has(part))
    );
  }
}

/** Keeps an ending of the same format. */
function withEnding(name: string, ending: string): string {
  const isKnown = isReadableFormat(name) && formatOf(name) === formatOf(`page${ending}`);
  return isKnown ? name : `${name}${ending}`;
}

function safe(segment: string): string {
  const plainName = (decodeUri(segment) ?? segment)
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this removes.
    .replace(/[\x00-\x1f\x7f<>:"/\\|?*]/g, '_')
    .replace(/^\.+|[. ]+$/g, '_');
  const segmentName =
    reservedName.test(plainName) || skippedFolder.test(plainName) || plainName === '' ? `_${plainName}` : plainName;
  return segmentName.length > maxSegment ? `${segmentName.slice(0, maxSegment - 10)}~${hashOf(segment)}` : segmentName;
}

function keyOf(path: string): string {
  return path.toLowerCase().normalize('NFC');
}

/** The keys of the folders that a file is in. */
function parentsOf(file: string): string[] {
  const parts = keyOf(file).split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function hashOf(text: string): string {
  return sha256(text).slice(0, 10);
}
