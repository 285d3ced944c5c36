/** Reads the files in an archive of documentation (`.zip`, `.epub`, `.tar.gz`). Nothing is written to the disk. */
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { WorkbenchError } from '../../../base/errors.ts';
import { privateKindOf } from '../../../model/problems/private-paths.ts';
import { isReadableFormat } from './formats.ts';
import { tarFiles } from './tar.ts';

export interface ArchivedFile {
  /** Below the archive, with `/`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Maximum size of all files after unpacking. */
const maxMegabytes = 256;
const maxFileBytes = 16 * 1024 * 1024;
const maxFiles = 20_000;

/**
 * The wanted files, sorted by name. If files beyond the limits are left out, `isCut` is true.
 * @throws WorkbenchError for a damaged archive, or a `.tar.gz` that unpacks to too much
 */
export function readArchive(
  bytes: Uint8Array,
  isWanted: (path: string) => boolean = isReadableFormat,
): { readonly files: readonly ArchivedFile[]; readonly isCut: boolean } {
  const limits = new Limits(isWanted);
  const contents = isGzip(bytes)
    ? tarFiles(gunzip(bytes), (name, size) => limits.takes(name, size))
    : zipFiles(bytes, limits);
  const files = contents.flatMap(({ name, bytes: content }) => {
    const safe = safeName(name);
    return safe === undefined || !isWanted(safe) ? [] : [{ name: safe, bytes: content }];
  });
  if (files.length === 0)
    throw new WorkbenchError('failed', 'It has no file in a readable format: exclude it with Exclude.');
  return { files: files.sort((a, b) => (a.name < b.name ? -1 : 1)), isCut: limits.isCut };
}

class Limits {
  readonly #isWanted: (path: string) => boolean;
  isCut = false;
  #files = 0;
  #bytes = 0;

  constructor(isWanted: (path: string) => boolean) {
    this.#isWanted = isWanted;
  }

  takes(name: string, size: number): boolean {
    const safe = safeName(name);
    if (safe === undefined || !this.#isWanted(safe)) return false;
    const hasRoom = size <= maxFileBytes && this.#files < maxFiles && this.#bytes + size <= maxMegabytes * 1024 * 1024;
    if (!hasRoom) {
      this.isCut = true;
      return false;
    }
    this.#files++;
    this.#bytes += size;
    return true;
  }
}

/** Undefined for a file that must not be read: hidden, private, an inner archive, or with a path out of the archive. */
function safeName(name: string): string | undefined {
  const parts = name
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const path = parts.join('/');
  const isLeftOut = parts.some((part) => part.startsWith('.') || part === 'node_modules' || part === '__MACOSX');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such a name cannot be shown.
  if (path === '' || isLeftOut || /[\u0000-\u001f]/.test(path) || /^[a-z]:/i.test(path)) return undefined;
  return !/\.(epub|gz)$/i.test(path) && privateKindOf(`/${path}`) === undefined ? path : undefined;
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function gunzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxMegabytes * 1024 * 1024 });
  } catch {
    throw new WorkbenchError('failed', `It is damaged, or larger than ${maxMegabytes} MB after unpacking: split it.`);
  }
}

/** Limits what is unpacked by the sizes that the archive states. */
function zipFiles(bytes: Uint8Array, limits: Limits): ArchivedFile[] {
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize, compression }) =>
        (compression === 0 || compression === 8) && limits.takes(name, originalSize),
    });
    return Object.entries(files).map(([name, content]) => ({ name, bytes: content }));
  } catch {
    throw new WorkbenchError('failed', 'It is not a readable archive: pack it again.');
  }
}
