/** Decodes the bytes of a text file. */
import { hasBinaryCharacters } from '../media-type.ts';

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark. Removes the mark.
 * @returns undefined for other encodings and for binary data
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    return hasBinaryCharacters(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
