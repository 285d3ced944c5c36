/** The readable formats, by file extension. */

/** By lower-case extension. */
const formats = {
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  txt: 'text',
  text: 'text',
  rst: 'restructuredtext',
  nb: 'notebook',
  pdf: 'pdf',
} as const;

export type Format = (typeof formats)[keyof typeof formats];

/** Other files that a source includes are read as plain text. */
export function formatOf(path: string): Format {
  return known(path) ?? 'text';
}

export function isReadableFormat(path: string): boolean {
  return known(path) !== undefined;
}

function known(path: string): Format | undefined {
  // Sphinx copies the sources of its pages as `guide.rst.txt`.
  const name = path.replace(/\.(rst|md)\.txt$/i, '.$1');
  const ending = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(formats, ending) ? formats[ending as keyof typeof formats] : undefined;
}
