/** Decodes the bytes of a text file. */

import { WorkbenchError } from '../../../base/errors.ts';
import { windowsText } from '../../../files/windows-text.ts';
import { koreanText } from './korean-text.ts';

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
  const encoding = isHtml && bytes[0] !== 0xef ? declaredEncoding(bytes) : undefined;
  const declaredText = encoding === undefined ? undefined : textIn(encoding, bytes);
  if (declaredText !== undefined) return declaredText;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return windowsText(bytes);
  }
}

/** Browsers need the declaration in the first 1024 bytes, but also use a later one. */
const declarationEnd = 16_384;

/** That of `<meta charset>`, `<meta http-equiv>` or the XML declaration; undefined for UTF-8. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = windowsText(bytes.subarray(0, declarationEnd)).replace(/<!--[\s\S]*?-->/g, '');
  const name =
    /<meta[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start)?.[1] ??
    /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1];
  // A page in bytes of ASCII that declares UTF-16 is UTF-8 (HTML, "Prescan a byte stream").
  return !name || /^utf-?(8|16.*)$/i.test(name) ? undefined : name;
}

/** @returns undefined for an unknown encoding */
export function textIn(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    const decoder = new TextDecoder(encoding);
    if (decoder.encoding === 'windows-1252') return windowsText(bytes);
    return decoder.encoding === 'euc-kr' ? koreanText(bytes) : decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
