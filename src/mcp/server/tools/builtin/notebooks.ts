/** `ReadNotebook`, `WriteNotebook` and the prompt `Notebook`: plain notebooks, without a kernel. */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { WorkbenchError } from '../../../../base/errors.ts';
import { asRefusal } from '../../../../files/file-errors.ts';
import { makeFolder } from '../../../../files/make-folder.ts';
import { readRegularFile, UnusableFileError } from '../../../../files/regular-file.ts';
import { createFile, readIfThere, replaceFile } from '../../../../files/write/atomic-write.ts';
import { notebookOf } from '../../../../search/sources/readers/write-notebook.ts';
import type { RenderContext } from '../../answer/render-context.ts';
import type { ServerServices } from '../../services.ts';
import { pathIn, readablePath } from './named-files.ts';
import { markdownOf, NOTEBOOK_TASK } from './notebook-task.ts';

const maxMegabytes = 50;
/** A longer notebook is read by a worker, with limits of time and memory. */
const maxQuickLength = 200_000;
/** The worker reads some 5 MB of text in a second, and graphics faster. */
const maxReadMs = 10_000;

type Context = Pick<RenderContext, 'services' | 'client' | 'signal'>;

/** @throws WorkbenchError for anything else than a readable notebook, NotAllowedError */
export async function notebookAsMarkdown(path: string, { services, client, signal }: Context): Promise<string> {
  if (/^\s*NotebookObject\s*\[/.test(path))
    throw new WorkbenchError(
      'unavailable',
      'an open notebook can be read only by the Wolfram front end: save it, and give the path of its file.',
    );
  requireNotebookName(path);
  const file = await readablePath(path, services);
  const text = await textOf(file);
  if (!/\bNotebook\s*\[/.test(text))
    throw new WorkbenchError('invalid-input', `${file} is not a valid Wolfram notebook: it has no Notebook[…].`);
  const limitMessage = `${file} takes too long to read: delete its outputs (Cell > Delete All Output), and save it again.`;
  const sandbox = text.length > maxQuickLength ? await services.sandbox() : undefined;
  const markdown = sandbox
    ? await sandbox.compute({ task: NOTEBOOK_TASK, input: text, cpuMs: maxReadMs, limitMessage, client, signal })
    : markdownOf(text);
  return markdown === '' ? 'The notebook has no text.' : markdown;
}

/** @throws WorkbenchError */
async function textOf(file: string): Promise<string> {
  try {
    return (await readRegularFile(file, maxMegabytes * 1024 * 1024)).toString('utf8');
  } catch (error) {
    if (error instanceof UnusableFileError)
      throw new WorkbenchError(
        'refused',
        `${file} cannot be read: it is not a regular file of at most ${maxMegabytes} MB.`,
      );
    throw asRefusal(error, `${file} cannot be read`);
  }
}

/** Opening and closing tags of the prompt's format, which the text of a notebook must not imitate. */
const tag = /<(?=[\s\p{DI}]*(?:\/[\s\p{DI}]*)?notebook-(?:path|content)\b)/giu;

/** The text of the prompt `Notebook`, in the format of the reference. @throws as `notebookAsMarkdown` */
export async function notebookText(path: string, context: Context): Promise<string> {
  const markdown = await notebookAsMarkdown(path, context);
  const [shownPath, content] = [path, markdown].map((text) => text.replace(tag, '‹'));
  return `<notebook-path>${shownPath}</notebook-path>\n<notebook-content>\n${content}\n</notebook-content>`;
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
  try {
    await saveNotebook(file, text, overwrite);
  } catch (error) {
    throw asRefusal(error, `${file} cannot be written`);
  }
  return `Wrote ${cells} ${cells === 1 ? 'cell' : 'cells'} to ${file}.`;
}

async function saveNotebook(file: string, text: string, overwrite: boolean): Promise<void> {
  await makeFolder(dirname(file));
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
  if (!isFile) throw new WorkbenchError('refused', `${file} is not a regular file: choose another name.`);
  const current = await readIfThere(file);
  if (current === undefined && (await createFile(file, text))) return;
  if (!overwrite)
    throw new WorkbenchError('conflict', `${file} exists already: choose another name, or set overwrite to true.`);
  const outcome = await replaceFile(file, text, {
    isCurrent: (bytes) => current !== undefined && Buffer.compare(bytes, current) === 0,
  });
  if (!outcome) throw new WorkbenchError('conflict', `Another program changed ${file}: read it, and try again.`);
}

function requireNotebookName(path: string): void {
  if (!/\.nb\s*$/i.test(path))
    throw new WorkbenchError('invalid-input', `${path} is not a notebook: its name must end in .nb.`);
}
