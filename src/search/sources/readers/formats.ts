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
const programPattern = /\.(?:[cm]?tsx?|[cm]?jsx?|pyi?|rs|go|c|h|cc|cpp|cxx|hh|hpp|hxx)$/i;

/** `ls.1`, `printf.3p`, `ls.1.gz`; not `libc.so.6` or `v1.2`. */
const manualPattern = /[^/\\]\.[1-9][a-z]{0,4}\.gz$|[^\d/\\.](?<!\.so)\.[1-9][a-z]{0,4}$|\.(?:man|mdoc)\.gz$/i;
/** OpenAPI descriptions and JSON Schemas, by their usual names. */
const schemaPattern = /(?:^|[/\\.-])(?:openapi|swagger)[^/\\]*\.(?:json|ya?ml)$|(?:^|[/\\.])schema\.(?:json|ya?ml)$/i;

/** Files of an unknown format count as plain text. */
export function formatOf(path: string): Format {
  return knownFormatOf(path) ?? 'text';
}

/** Whether the file is a program whose doc comments can be read. Without `DocComments` in the source, it counts as text. */
export function isProgram(path: string): boolean {
  return programPattern.test(path);
}

/** Whether a source reads the file by default. An archive other than a book may hold anything, so a source must name it. */
export function isReadableFormat(path: string): boolean {
  return knownFormatOf(path) !== undefined && !/\.(zip|tgz|tar\.gz)$/i.test(path);
}

function knownFormatOf(path: string): Format | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  // Sphinx copies the sources of its pages as `guide.rst.txt`.
  if (ending === 'txt' && /\.(?:rst|md)\.txt$/i.test(path)) return knownFormatOf(path.slice(0, -'.txt'.length));
  // This comes first, because a scan calls it for each file.
  if (ending !== path && Object.hasOwn(formats, ending)) return formats[ending as keyof typeof formats];
  if (/\.tar\.gz$/i.test(path)) return 'archive';
  if (manualPattern.test(path)) return 'manual';
  return schemaPattern.test(path) ? 'schema' : undefined;
}
