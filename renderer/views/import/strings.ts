import { wordList } from '../../../src/base/word-list.ts';

/** The full sentences of the import dialogs; short labels are in the components. */
export const strings = {
  leftOut: (from: readonly string[]) => {
    const names = [...new Set(from)];
    const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
    return `Not imported: ${wordList(shown)}. The reasons are at the end.`;
  },
  nothingToImport: 'Nothing here can be imported.',
  fileFormats:
    'Wolfram Language, Claude Code commands and skills, VS Code prompt files, dotprompt, Langfuse JSON, Markdown and text. You can also drop files and folders anywhere on the window.',
  textFormats: 'Wolfram Language such as CreateMCPServer[…], Langfuse JSON, or any text with {{placeholders}}.',
  aboutProbe: 'Fetches its prompts with made-up values to find the slots.',
  aboutToken: 'Sent as a bearer token, only to this address. It is not saved.',
  aboutCommand: 'Runs without a shell and stops after its prompts are read. Start only programs you trust.',
  cannotCopy: "Couldn't copy: the clipboard isn't available. Select the text and copy it with the keyboard.",
} as const;
