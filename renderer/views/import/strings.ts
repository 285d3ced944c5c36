/** The full sentences of the import dialogs; short labels are in the components. */
export const strings = {
  nothingToImport: 'Nothing here can be imported.',
  fileFormats:
    'Wolfram Language, Claude Code commands and skills, VS Code prompt files, dotprompt, Langfuse JSON, Markdown and text. You can also drop files and folders anywhere on the window.',
  textFormats: 'Wolfram Language such as CreateMCPServer[…], Langfuse JSON, or any text with {{placeholders}}.',
  aboutProbe: 'Fetches its prompts with made-up values to find the slots.',
  aboutToken: 'Sent as a bearer token, only to this address. It is not saved.',
  aboutCommand: 'Runs without a shell and stops after its prompts are read. Start only programs you trust.',
  cannotCopy: "Couldn't copy: the clipboard isn't available. Select the text and copy it with the keyboard.",
} as const;
