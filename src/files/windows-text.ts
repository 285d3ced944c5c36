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
