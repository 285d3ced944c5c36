/** Reads tar archives (POSIX.1-1988 `ustar`, with long names of GNU tar and pax). */

const blockBytes = 512;
const maxNameLength = 4_096;

/** @param isWanted whether to read a file, by its name and size */
export function tarFiles(
  tar: Uint8Array,
  isWanted: (name: string, size: number) => boolean,
): { readonly name: string; readonly bytes: Uint8Array }[] {
  const files: { name: string; bytes: Uint8Array }[] = [];
  let longName: string | undefined;
  for (let at = 0; at + blockBytes <= tar.length; ) {
    const header = tar.subarray(at, at + blockBytes);
    if (header[0] === 0) break;
    const size = sizeOf(header);
    if (size === undefined) break;
    const start = at + blockBytes;
    const content = tar.subarray(start, start + size);
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'L') longName = textOf(content.subarray(0, maxNameLength));
    else if (type === 'x') longName = paxPath(content) ?? longName;
    else {
      const name = longName ?? nameOf(header);
      longName = undefined;
      // A cut archive has a cut last file.
      if ((type === '0' || type === '\0') && content.length === size && isWanted(name, size))
        files.push({ name, bytes: content });
    }
    at = start + Math.ceil(size / blockBytes) * blockBytes;
  }
  return files;
}

function nameOf(header: Uint8Array): string {
  const name = textOf(header.subarray(0, 100));
  const prefix = textOf(header.subarray(257, 262)) === 'ustar' ? textOf(header.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Octal digits. */
function sizeOf(header: Uint8Array): number | undefined {
  const digits = textOf(header.subarray(124, 136)).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
}

/** `30 path=docs/a.md` */
function paxPath(content: Uint8Array): string | undefined {
  return /^\d+ path=(.*)$/m.exec(textOf(content.subarray(0, maxNameLength)))?.[1];
}

function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}
