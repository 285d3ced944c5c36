/** `ReadNotebook`, `WriteNotebook` and the prompt `Notebook`: plain notebooks, without a kernel. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WorkbenchError } from '../../../../base/errors.ts';
import { createFile, readIfThere, replaceFile } from '../../../../files/atomic-write.ts';
import { readRegularFile } from '../../../../files/regular-file.ts';
import { readNotebook } from '../../../../search/sources/readers/notebook.ts';
import { notebookOf } from '../../../../search/sources/readers/write-notebook.ts';
import type { ServerServices } from '../../services.ts';
import { pathIn, readablePath } from './named-files.ts';

const maxBytes = 50 * 1024 * 1024;

/** @throws WorkbenchError for anything else than a readable notebook, NotAllowedError */
export async function notebookAsMarkdown(path: string, services: ServerServices): Promise<string> {
  if (/^\s*NotebookObject\s*\[/.test(path))
    throw new WorkbenchError(
      'unavailable',
      'an open notebook can be read only by the Wolfram front end: save it, and give the path of its file.',
    );
  requireNotebookName(path);
  const file = await readablePath(path, services);
  const text = (await readRegularFile(file, maxBytes)).toString('utf8');
  if (!/\bNotebook\s*\[/.test(text))
    throw new WorkbenchError('invalid-input', `${file} is not a valid Wolfram notebook: it has no Notebook[…].`);
  const { title, blocks } = readNotebook(text, '');
  const parts = blocks.map((block) => {
    if (block.kind === 'heading') return `${'#'.repeat(Math.min(block.level, 6))} ${block.text}`;
    return block.kind === 'code' ? fenced(block.text, block.language ?? '') : block.text;
  });
  const markdown = joined(title === '' ? parts : [`# ${title}`, ...parts]);
  return markdown === '' ? 'The notebook has no text.' : markdown;
}

/** The text of the prompt `Notebook`, in the format of the reference. @throws as `notebookAsMarkdown` */
export async function notebookText(path: string, services: ServerServices): Promise<string> {
  const markdown = await notebookAsMarkdown(path, services);
  return `<notebook-path>${path}</notebook-path>\n<notebook-content>\n${markdown}\n</notebook-content>`;
}

/** @returns what was written. @throws WorkbenchError `conflict` for an existing file, NotAllowedError */
export async function writeNotebook(
  path: string,
  markdown: string,
  overwrite: boolean,
  services: ServerServices,
): Promise<string> {
  await services.permit([{ kind: 'evaluator' }]);
  requireNotebookName(path);
  const file = pathIn(path, services);
  const { text, cells } = notebookOf(markdown);
  await mkdir(dirname(file), { recursive: true });
  const written = `Wrote ${cells} ${cells === 1 ? 'cell' : 'cells'} to ${file}.`;
  const current = await readIfThere(file);
  if (current === undefined && (await createFile(file, text))) return written;
  if (!overwrite)
    throw new WorkbenchError('conflict', `${file} exists already: choose another name, or set overwrite to true.`);
  const replaced = await replaceFile(file, text, {
    isCurrent: (bytes) => current !== undefined && Buffer.compare(bytes, current) === 0,
  });
  if (!replaced) throw new WorkbenchError('conflict', `Another program changed ${file}: read it, and try again.`);
  return written;
}

function requireNotebookName(path: string): void {
  if (!/\.nb\s*$/i.test(path))
    throw new WorkbenchError('invalid-input', `${path} is not a notebook: its name must end in .nb.`);
}

/** Items of one list follow each other; other parts have a blank line between them. */
function joined(parts: readonly string[]): string {
  return parts
    .map((part, index) => {
      if (index === 0) return part;
      const before = parts[index - 1] ?? '';
      return `${part.startsWith('- ') && before.startsWith('- ') ? '\n' : '\n\n'}${part}`;
    })
    .join('');
}

/** With more backticks than the code has in a row. */
function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}
