/** The format of a fetched page, by its content type, or by its address if the type is vague. */
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
