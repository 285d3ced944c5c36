/** Reads one file of any format. Only the indexing worker loads it: two of its libraries are large. */

import { WorkbenchError } from '../../../base/errors.ts';
import { credentialKindOf } from '../../../model/problems/credential-text.ts';
import { readMarkdown } from '../../engine/text/markdown.ts';
import { readPlainText } from '../../engine/text/plain-text.ts';
import { readContained } from './contained-file.ts';
import { textOf } from './decode-text.ts';
import { type Format, formatOf } from './formats.ts';
import type { ReadPage } from './share-read.ts';

/** Megabytes; a larger file is data rather than documentation. */
const maxMegabytes: Readonly<Record<Format, number>> = {
  markdown: 16,
  html: 16,
  text: 16,
  restructuredtext: 16,
  notebook: 64,
  pdf: 128,
};

export interface PageFile {
  /** The real path of the folder, or of the file itself, that must contain the file. */
  readonly boundary: string;
  /** The name in results. */
  readonly location: string;
}

/** @throws WorkbenchError with a sentence about this file; `cause` is the error of the operating system, if any */
export async function readPage(path: string, { boundary, location }: PageFile): Promise<ReadPage> {
  const format = formatOf(path);
  const bytes = await readContained(path, boundary, maxMegabytes[format]).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof WorkbenchError) throw error;
    throw new WorkbenchError('failed', `It cannot be read (${error.code}).`, { cause: error });
  });
  if (format === 'pdf') return (await import('./pdf.ts')).readPdf(bytes, location);
  const text = textOf(bytes, format === 'html');
  const kind = credentialKindOf(text);
  if (kind !== undefined)
    throw new WorkbenchError('refused', `It holds ${kind}: private data is never read as documentation.`);
  switch (format) {
    case 'markdown':
      return readMarkdown(text, location);
    case 'html':
      return (await import('./html.ts')).readHtml(text, location);
    case 'restructuredtext':
      return (await import('./restructured-text.ts')).readRestructuredText(text, location);
    case 'notebook':
      return (await import('./notebook.ts')).readNotebook(text, location);
    case 'text':
      return readPlainText(text, location);
  }
}
