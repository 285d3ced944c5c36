/** Decodes the bytes of a text file. */

import { WorkbenchError } from '../../../base/errors.ts';
import { windowsText } from '../../../files/windows-text.ts';

/**
 * Uses the encoding of the byte order mark, else the one that an HTML page declares, else UTF-8, else Windows-1252, as in
 * older documentation.
 * @throws WorkbenchError for binary data
 */
export function textOf(bytes: Uint8Array, isHtml: boolean): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 8_000).includes(0))
    throw new WorkbenchError('failed', 'It is not text: exclude it with Exclude.');
  const decoder = isHtml && bytes[0] !== 0xef ? declaredDecoder(bytes) : undefined;
  if (decoder) return decoder.encoding === 'windows-1252' ? windowsText(bytes) : decoder.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return windowsText(bytes);
  }
}

/** Browsers need the declaration in the first 1024 bytes, but also use a later one. */
const declarationEnd = 16_384;

/** The decoder of `<meta charset>`, `<meta http-equiv>` or the XML declaration; undefined for UTF-8 or an unknown encoding. */
function declaredDecoder(bytes: Uint8Array): InstanceType<typeof TextDecoder> | undefined {
  const start = windowsText(bytes.subarray(0, declarationEnd)).replace(/<!--[\s\S]*?-->/g, '');
  const name =
    /<meta[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start)?.[1] ??
    /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1];
  // A page in bytes of ASCII that declares UTF-16 is UTF-8 (HTML, "Prescan a byte stream").
  if (!name || /^utf-?(8|16.*)$/i.test(name)) return undefined;
  try {
    return new TextDecoder(name);
  } catch {
    return undefined;
  }
}
