/** The text that the bytes of a file are. */
import { hasBinaryCharacters } from './media-type.ts';

/**
 * UTF-8, or UTF-16 where it begins with its mark (BOM); the mark is not in the text.
 * @returns undefined for bytes that are neither, and for what has characters that no text has
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
