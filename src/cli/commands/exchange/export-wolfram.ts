/** `export [SERVER | --all] --as wolfram`: prints a server, or the workspace, as Wolfram Language on stdout, and what is lost on stderr. */

import { findServerName } from '../../../library/live-server.ts';
import { workspaceDir } from '../../../state/paths.ts';
import { print, printJson } from '../../print.ts';
import { printNotes } from './print-notes.ts';

/** @throws WorkbenchError `not-found` */
export async function exportWolfram(
  server: string | undefined,
  options: { workspace?: string; json?: boolean },
): Promise<void> {
  const [{ serverText, workspaceText }, { openLibrary }] = await Promise.all([
    import('../../../import/wolfram-text.ts'),
    import('../../../library/open-library.ts'),
  ]);
  const library = await openLibrary(workspaceDir(options.workspace));
  const snapshot = library.snapshot();
  await library.close();
  const { text, notes } =
    server === undefined ? workspaceText(snapshot) : serverText(snapshot, findServerName(snapshot, server) ?? server);
  if (options.json) {
    printJson({ text, notes });
    return;
  }
  printNotes(notes);
  print(text);
}
