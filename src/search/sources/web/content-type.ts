/** The format of a fetched page, by its content type, or by its address if the type is vague; and its encoding. */
import { isUtf8 } from 'node:buffer';
import { textIn } from '../readers/decode-text.ts';
import { isReadableFormat } from '../readers/formats.ts';

const endings: Readonly<Record<string, string>> = {
  'text/html': '.html',
  'application/xhtml+xml': '.html',
  'text/markdown': '.md',
  'text/x-markdown': '.md',
  'text/x-rst': '.rst',
  'text/prs.fallenstein.rst': '.rst',
  'text/asciidoc': '.adoc',
  'application/pdf': '.pdf',
};

/** Types of many formats: the address says which. */
const vague =
  /^(?:text\/plain|text\/x-.*|text\/(?:x-)?yaml|application\/(?:octet-stream|x?-?yaml|json|epub\+zip|x-ipynb\+json|vnd\..*)|)$/;

/** @returns the ending of a file name, such as `.html`; undefined for a format that is not read */
export function endingOf(contentType: string, url: URL): string | undefined {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (Object.hasOwn(endings, type)) return endings[type];
  const extension = /\.[^./]+$/.exec(url.pathname)?.[0].toLowerCase();
  if (vague.test(type) && extension !== undefined && isReadableFormat(url.pathname)) return extension;
  return type === 'text/plain' ? '.txt' : undefined;
}

/**
 * Converts text to UTF-8 with its mark, if the type names another encoding. A copy has no types, and a page may not name its
 * encoding itself. Some servers name one for all pages, so that text in UTF-8 stays as it is.
 */
export function inUtf8(bytes: Buffer, contentType: string): Buffer {
  const encoding = /^(?:text\/|application\/xhtml).*;\s*charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(contentType)?.[1];
  if (encoding === undefined || isUtf8(bytes)) return bytes;
  const text = textIn(encoding, bytes);
  return text === undefined ? bytes : Buffer.from(`\ufeff${text}`);
}
