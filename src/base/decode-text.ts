/** Decodes the bytes of a text file. */
import { hasBinaryCharacters } from './media-type.ts';

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

/** The characters from 0x80 to 0x9f, where Windows-1252 differs from Latin-1. Undefined bytes stay control characters. */
const from80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Decodes Windows-1252, which is also what files and pages mean by Latin-1. TextDecoder is not used, because some versions
 * of Node decode the bytes from 0x80 to 0x9f as control characters.
 */
export function windowsText(bytes: Uint8Array): string {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin.replace(/[\x80-\x9f]/g, (control) => from80[control.charCodeAt(0) - 0x80] ?? control);
}
