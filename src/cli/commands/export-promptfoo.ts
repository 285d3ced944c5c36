/** `export SERVER --as promptfoo`: prints the tests of answers as a configuration on stdout, and what is lost on stderr. */
import { onOneLine, print, printError, printJson } from '../print.ts';
import { withServer } from '../with-preview.ts';

export async function exportPromptfoo(
  server: string,
  options: { readonly workspace?: string; readonly json?: boolean },
): Promise<void> {
  const { promptfooConfig } = await import('../../expectations/promptfoo.ts');
  const { text, notes } = await withServer(server, options.workspace, (opened, services) =>
    promptfooConfig(opened.name, opened, services),
  );
  if (options.json) return printJson({ text, notes });
  for (const { prompt, message } of notes)
    printError(`${onOneLine(`Note: ${prompt === undefined ? '' : `${prompt}: `}${message}`)}\n`);
  print(text);
}
