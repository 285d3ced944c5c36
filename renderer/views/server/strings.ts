/** The full sentences of the server pages; short labels are in the components. */
export const strings = {
  builtinIsReadOnly: 'Built-in servers are read-only. To edit this one, make a copy; your copy replaces it.',
  serverName:
    'The name of its entry in client applications. Claude Code shows it before each prompt: /mcp__name__prompt. Letters, digits, - and _ work everywhere.',
  differentName: (server: string) =>
    `Clients show this name. The list, the address and connections use the file's name, ${server}.`,
  toolName: 'Models call it by this name: 1 to 128 letters, digits, _, - and ".".',
  noPrompts: 'Write a new prompt, or add an existing one.',
  noTools: 'Models call tools; people choose prompts. Create a tool, or add an existing one.',
  notServedOverHttp: 'Not served over HTTP.',
  shareAs: 'As a plugin or bundle that runs without this computer.',
  notSetUp: 'Not set up in a client application yet.',
  brokenIn: (places: string) => `The configuration of ${places} cannot be read: open Connect to see why.`,
  deletingKeepsPrompts: 'Deleting a server keeps the prompts, tools and skills that have their own files.',
  fixServer: 'Fix the error shown below and these entries come back.',
  added: (entry: string, server: string) => `${entry} was added to ${server}.`,
  writeNew: (noun: string) => `To write a new one, close this and choose “New ${noun}”.`,
  nameClash: (server: string, name: string, otherName: string) =>
    `${server} already has ${name} (${otherName}). Rename one of them; until then neither is served.`,
  share: (noun: string, name: string) =>
    `Moves the ${noun} into a file with this name in the ${noun}s folder, where other servers can list it too. Clients still call it ${name}.`,
  renameShared: (servers: string, mcpName: string) =>
    `Renames its file and updates every list (${servers}). Clients still call it ${mcpName}.`,
  noToolDescription: 'No description yet. A model chooses a tool by its description.',
  entryHasError: 'This entry has an error. Open it to see the details.',
  moved: (name: string, place: number, count: number) => `Moved ${name} to position ${place} of ${count}.`,
} as const;
