/** Reads one file of any format. Only the indexing worker loads it: some of its libraries are large. */
import { gunzipSync } from 'node:zlib';
import { WorkbenchError } from '../../../base/errors.ts';
import { failureSentence } from '../../../files/file-errors.ts';
import { credentialKindOf } from '../../../model/problems/credential-text.ts';
import { readMarkdown } from '../../engine/text/markdown.ts';
import { readPlainText } from '../../engine/text/plain-text.ts';
import { readContained } from './contained-file.ts';
import { textOf } from './decode-text.ts';
import { type Format, formatOf, isProgram, isReadableFormat } from './formats.ts';
import type { ReadPage } from './share-read.ts';

/** Maximum size of a text file; a larger one is data rather than documentation. */
const maxTextMegabytes = 16;
const maxMegabytes: Readonly<Partial<Record<Format, number>>> = {
  notebook: 64,
  jupyter: 64,
  docx: 64,
  pdf: 128,
  archive: 128,
};

export interface PageFile {
  /** The real path of the folder, or of the file itself, that must contain the file. */
  readonly boundary: string;
  /** The name in results. */
  readonly location: string;
  /** Whether only the doc comments of programs are read. By default, a program is read as plain text. */
  readonly docComments?: boolean;
  /** The file belongs to a copy of web pages. */
  readonly isCopy?: true | undefined;
}

/** @throws WorkbenchError with a sentence about this file; `cause` is the error of the operating system, if any */
export async function readPage(path: string, { docComments = false, ...file }: PageFile): Promise<ReadPage> {
  const format = formatWith(path, docComments);
  const bytes = await bytesOf(path, file, format);
  const { location } = file;
  return readBytes(format === 'manual' ? gunzip(bytes) : bytes, format, location);
}

/**
 * The pages of an archive. For a file in it that cannot be read, it yields the error and goes on.
 * @throws WorkbenchError for an archive that cannot be read
 */
export async function* readArchivedPages(
  path: string,
  { docComments = false, ...file }: PageFile,
): AsyncGenerator<{ readonly page: ReadPage } | { readonly location: string; readonly error: unknown }> {
  const { readArchive } = await import('./archive.ts');
  const { location } = file;
  const { files, isCut } = readArchive(
    await bytesOf(path, file, 'archive'),
    (name) => isReadableFormat(name) || (docComments && isProgram(name)),
  );
  if (isCut) yield { location, error: new WorkbenchError('failed', 'It is too large to be read whole: split it.') };
  for (const { name, bytes } of files) {
    const inner = `${location}/${name}`;
    try {
      yield { page: await readBytes(bytes, formatWith(name, docComments), inner) };
    } catch (error) {
      yield { location: inner, error };
    }
  }
}

function formatWith(path: string, docComments: boolean): Format {
  return docComments && isProgram(path) ? 'program' : formatOf(path);
}

async function bytesOf(path: string, { boundary, isCopy }: PageFile, format: Format): Promise<Uint8Array> {
  const maxFileMegabytes = maxMegabytes[format] ?? maxTextMegabytes;
  return readContained(path, { boundary, maxMegabytes: maxFileMegabytes, isCopy }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error instanceof WorkbenchError) throw error;
      throw new WorkbenchError('failed', failureSentence('It cannot be read', error), { cause: error });
    },
  );
}

/** @throws WorkbenchError as `readPage` */
async function readBytes(bytes: Uint8Array, format: Format, location: string): Promise<ReadPage> {
  if (format === 'pdf') return (await import('./pdf/pdf.ts')).readPdf(bytes, location);
  if (format === 'docx') return (await import('./docx.ts')).readDocx(bytes, location);
  const text = textOf(bytes, format === 'html');
  const kind = credentialKindOf(text);
  if (kind !== undefined)
    throw new WorkbenchError('refused', `It holds ${kind}: private data is never read as documentation.`);
  switch (format) {
    case 'markdown':
      return readMarkdown(text, location);
    case 'html':
      return (await import('./html/html.ts')).readHtml(text, location);
    case 'restructuredtext':
      return (await import('./restructured-text.ts')).readRestructuredText(text, location);
    case 'notebook':
      if (!text.includes('Notebook['))
        throw new WorkbenchError('failed', 'It is not a Wolfram notebook: save it again, or exclude it with Exclude.');
      return (await import('./notebook.ts')).readNotebook(text, location);
    case 'jupyter':
      return (await import('./jupyter.ts')).readJupyter(text, location);
    case 'asciidoc':
      return (await import('./asciidoc.ts')).readAsciidoc(text, location);
    case 'org':
      return (await import('./org.ts')).readOrg(text, location);
    case 'manual':
      return (await import('./manual.ts')).readManual(text, location);
    case 'schema':
      return (await import('./schema.ts')).readSchema(text, location);
    case 'program':
      return (await import('./comments/read-doc-comments.ts')).readDocComments(text, location);
    case 'archive':
    case 'text':
      return readPlainText(text, location);
  }
}

/** Manual pages are installed as `.gz`. @throws WorkbenchError */
function gunzip(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxTextMegabytes * 1024 * 1024 });
  } catch {
    throw new WorkbenchError('failed', 'It is damaged, or too large after unpacking: exclude it with Exclude.');
  }
}
