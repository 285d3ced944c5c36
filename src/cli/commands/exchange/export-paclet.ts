/** `export --all --as paclet --output DIR`: writes the workspace as the folder of a paclet. */

import { readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import { makeFolder } from '../../../files/make-folder.ts';
import { workspaceDir } from '../../../state/paths.ts';
import { onOneLine, print, printJson } from '../../print.ts';
import { printNotes } from './print-notes.ts';

/** @throws WorkbenchError `conflict` for a folder with files */
export async function exportPaclet(
  output: string,
  options: { readonly workspace?: string; readonly json?: boolean },
): Promise<void> {
  const folder = resolve(output);
  const presentNames = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new WorkbenchError('refused', `${folder} cannot be used (${error.code}): choose another folder.`);
  });
  if (presentNames.length > 0)
    throw new WorkbenchError('conflict', `${folder} has files: choose a new or empty folder.`);
  const [{ pacletFiles }, { openLibrary }] = await Promise.all([
    import('../../../import/wolfram-text.ts'),
    import('../../../library/open-library.ts'),
  ]);
  const workspace = workspaceDir(options.workspace);
  const library = await openLibrary(workspace, { watch: false });
  const { files, notes } = pacletFiles(library.snapshot(), pacletName(workspace));
  await library.close();
  for (const { path, text } of files) {
    const file = join(folder, path);
    await makeFolder(dirname(file));
    await writeFile(file, text, { flag: 'wx' });
  }
  if (options.json) return printJson({ folder, files: files.map(({ path }) => path), notes });
  printNotes(notes);
  print(`Wrote ${files.length} files to ${onOneLine(folder)}.\n`);
}

/** Letters and digits, beginning with a letter: `Prompt Workbench` is `PromptWorkbench`. */
function pacletName(workspace: string): string {
  const name = basename(workspace).replace(/[^A-Za-z0-9]+/g, '');
  return /^[A-Za-z]/.test(name) ? name : `Prompts${name}`;
}
