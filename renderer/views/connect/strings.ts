/** The full sentences of the Connect dialog; short labels are in the components. */
export const strings = {
  theFolder: 'The folder, as you edit it',
  toolsOnly: 'tools only',
  listsNoPrompts: "Doesn't list prompts: it uses only a server's tools.",
  untested: 'Untested: it may or may not list prompts.',
  foundBy: (finder: string) => `Found on this computer by ${finder}.`,
  notFound: (name: string) =>
    `${name} was not found on this computer. You can connect it anyway: it reads this configuration when it starts.`,
  chooseFolder:
    'Choose a project folder. Its configuration gets one entry for this server. You see the exact change first, and you can undo it.',
  keepTyping: 'Keep typing, or choose a suggested folder.',
  shareWorkspace:
    "It holds the servers, prompts, tools and sources as text files. Put it in a repository, or in the project's folder.",
  shareOpen: 'In their own Prompt Workbench: “Open workspace…”, then “Connect”.',
  keepOut: (file: string) => `Don't commit this entry: it is in ${file}.`,
  onlyForMe: 'The scope “One project, only for me” writes it to a file that only you read.',
  notPublished:
    "Prompt Workbench is not published as a package yet, so an entry can't start it on other computers. A plugin or bundle runs on any computer with Node: press Share… on the server's page.",
  noPromptsHere: 'This server has no prompts for this application.',
} as const;
