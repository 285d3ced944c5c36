/** The readable formats, by file name. */

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
  ipynb: 'jupyter',
  adoc: 'asciidoc',
  asciidoc: 'asciidoc',
  org: 'org',
  man: 'manual',
  mdoc: 'manual',
  docx: 'docx',
  epub: 'archive',
  zip: 'archive',
  tgz: 'archive',
  pdf: 'pdf',
} as const;

export type Format = (typeof formats)[keyof typeof formats] | 'schema' | 'program';

/** Programs whose doc comments can be read. */
const program = /\.(?:[cm]?tsx?|[cm]?jsx?|pyi?|rs|go|c|h|cc|cpp|cxx|hh|hpp|hxx)$/i;

/** `ls.1`, `printf.3p`, `ls.1.gz`; not `libc.so.6` or `v1.2`. */
const manual = /[^/\\]\.[1-9][a-z]{0,4}\.gz$|[^\d/\\.](?<!\.so)\.[1-9][a-z]{0,4}$|\.(?:man|mdoc)\.gz$/i;
/** Descriptions of interfaces, by the names that they usually have. */
const schema = /(?:^|[/\\.-])(?:openapi|swagger)[^/\\]*\.(?:json|ya?ml)$|(?:^|[/\\.])schema\.(?:json|ya?ml)$/i;

/** Other files that a source includes are read as plain text. */
export function formatOf(path: string): Format {
  return known(path) ?? 'text';
}

/** Whether its doc comments can be read. Without `DocComments` in the source, it is a text as any other. */
export function isProgram(path: string): boolean {
  return program.test(path);
}

/** Whether a source reads the file without being asked: other archives than books may hold anything. */
export function isReadableFormat(path: string): boolean {
  return known(path) !== undefined && !/\.(zip|tgz|tar\.gz)$/i.test(path);
}

function known(path: string): Format | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  // Sphinx copies the sources of its pages as `guide.rst.txt`.
  if (ending === 'txt' && /\.(?:rst|md)\.txt$/i.test(path)) return known(path.slice(0, -'.txt'.length));
  // First, because a scan asks this for each file.
  if (ending !== path && Object.hasOwn(formats, ending)) return formats[ending as keyof typeof formats];
  if (/\.tar\.gz$/i.test(path)) return 'archive';
  if (manual.test(path)) return 'manual';
  return schema.test(path) ? 'schema' : undefined;
}
