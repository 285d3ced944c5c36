import { wordList } from '../../../src/base/text/word-list.ts';

function namesIn(names: readonly string[]): string {
  return wordList(names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names);
}

/** The full sentences of the import dialogs; short labels are in the components. */
export const strings = {
  leftOut: (from: readonly string[]) => {
    return `Not imported: ${namesIn([...new Set(from)])}. The reasons are at the end.`;
  },
  promptsLeftOut: (names: readonly string[], totalCount: number) =>
    `${names.length} of ${totalCount} prompts ${names.length === 1 ? 'is' : 'are'} left out: ${namesIn(names)}. The reasons are at the end.`,
  nothingToImport: 'Nothing here can be imported.',
  fileFormats:
    'Wolfram Language, Claude Code commands and skills, VS Code prompt files, dotprompt, Langfuse JSON, Markdown and text. You can also drop files and folders anywhere on the window.',
  textFormats: 'Wolfram Language such as CreateMCPServer[…], Langfuse JSON, or any text with {{placeholders}}.',
  aboutProbe: 'Fetches its prompts with made-up values to find the slots.',
  aboutToken: 'Sent as a bearer token, only to this address. It is not saved.',
  aboutCommand: 'Runs without a shell and stops after its prompts are read. Start only programs you trust.',
  cannotCopy: "Couldn't copy: the clipboard isn't available. Select the text and copy it with the keyboard.",
} as const;
