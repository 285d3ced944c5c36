/** Names that are free, and names that a file can have on every operating system. */
import { fileNameKey } from '../base/file-name-key.ts';

/** Returns the name itself, or the first of `name-2`, `name-3` … that is not taken, ignoring case and Unicode form. */
export function freeName(name: string, takenNames: Iterable<string>): string {
  const names = new Set([...takenNames].map(fileNameKey));
  if (!names.has(fileNameKey(name))) return name;
  const stem = name.replace(/-\d+$/, '');
  for (let number = 2; ; number++) {
    const candidate = `${stem}-${number}`;
    if (!names.has(fileNameKey(candidate))) return candidate;
  }
}

/** Windows reserves these names for devices, with any extension. */
const windowsDevice = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;

/** File systems allow 255 bytes, and a character takes up to four. */
const maxCharacters = 100;

/** Whether a name can be a file's on every operating system. */
export function isPortableFileName(name: string): boolean {
  return fileNameFault(name) === undefined;
}

function wordsFor(character: string): string {
  if (/\p{Cc}/u.test(character)) return 'a line break or another control character';
  // A lone surrogate: neither UTF-8 nor an address can hold it.
  return /\p{Cs}/u.test(character) ? 'half a character' : character;
}

/** Returns a sentence for a name that some operating system does not allow for a file. */
export function fileNameFault(name: string): string | undefined {
  const length = [...name].length;
  if (length > maxCharacters)
    return `This name is too long (${length.toLocaleString('en')} characters): use at most ${maxCharacters}.`;
  const quotedName = JSON.stringify(name);
  if (windowsDevice.test(name)) return `Windows reserves the name ${quotedName} for a device: choose another one.`;
  const [character] = /[/\\:*?"<>|\p{Cc}\p{Cs}]/u.exec(name) ?? [];
  if (character !== undefined) {
    const forbidden = wordsFor(character);
    return `${quotedName} cannot be a file name because it contains ${forbidden}: use letters, digits, hyphens and underscores.`;
  }
  if (name === '' || /^[.\s]|[.\s]$/.test(name))
    return `${quotedName} cannot be a file name: start and end it with a letter or a digit.`;
  return undefined;
}

/**
 * The file name of a new prompt or tool: its MCP name if a file can have it, else the nearest name that is free.
 * @param takenNames catalogue names of the workspace's prompts (or tools) and of the built-in ones
 */
export function fileNameOf(name: string, takenNames: Iterable<string>): string {
  if (isPortableFileName(name)) return freeName(name, takenNames);
  const words = name.split(/[\s/\\:*?"<>|\p{Cc}]+/u).join('-');
  const [trimmedName = ''] = /[^.\s-](?:.*[^.\s-])?/u.exec([...words].slice(0, maxCharacters - 10).join('')) ?? [];
  return freeName(
    isPortableFileName(trimmedName) ? trimmedName : `named-${trimmedName}`.replace(/\W+$/, ''),
    takenNames,
  );
}

/** Whether a file's name follows the MCP name: it is the same, or the MCP name cannot be a file's. */
export function isFileNameOf(fileName: string, name: unknown): boolean {
  if (typeof name !== 'string') return false;
  return name === fileName || !isPortableFileName(name);
}
