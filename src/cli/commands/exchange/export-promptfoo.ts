/** `export SERVER --as promptfoo`: prints the tests of answers as a configuration on stdout, and what is lost on stderr. */

import { print, printJson } from '../../print.ts';
import { withServer } from '../../with-preview.ts';
import { printNotes } from './print-notes.ts';

export async function exportPromptfoo(
  server: string,
  options: { readonly workspace?: string; readonly json?: boolean },
): Promise<void> {
  const { writePromptfooConfig } = await import('../../../expectations/promptfoo.ts');
  const { text, notes } = await withServer(server, options.workspace, (openedServer, services) =>
    writePromptfooConfig(openedServer.name, openedServer, services),
  );
  if (options.json) return printJson({ text, notes });
  printNotes(notes);
  print(text);
}
