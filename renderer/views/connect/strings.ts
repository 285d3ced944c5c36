/** The full sentences of the Connect dialog; short labels are in the components. */
export const strings = {
  theFolder: 'The folder, as you edit it',
  toolsOnly: 'tools only',
  listsNoPrompts: 'Lists no prompts: it uses only the tools of a server.',
  untested: 'Untested: it may or may not list prompts.',
  foundBy: (finder: string) => `Found on this computer by ${finder}.`,
  notFound: (name: string) =>
    `${name} was not found on this computer. You can connect it anyway: it reads this configuration when it starts.`,
  chooseFolder:
    'Choose a project folder. Its configuration gets one entry for this server. You see the exact change first, and you can undo it.',
  keepTyping: 'Keep typing, or choose a suggested folder.',
  shareWorkspace:
    'It holds the servers, prompts, tools and sources as text files. Put it into a repository, or into the folder of the project.',
  shareOpen: 'In their own Prompt Workbench: "Open workspace…", then "Connect".',
  keepOut: (file: string) => `Leave this entry out of what you commit: it is in ${file}.`,
  onlyForMe: 'The scope "One project, only for me" writes it to a file that only you read.',
  notPublished:
    'Prompt Workbench is not published as a package yet, so no entry starts it on every computer. A plugin or bundle runs on every computer with Node: press Share… on the page of the server.',
  noPromptsHere: 'This server has no prompts for this application.',
} as const;
