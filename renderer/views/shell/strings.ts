/** The full sentences of the shell of the window; short labels are in the components. */
export const strings = {
  folderMissing: (folder: string) =>
    `${folder} was deleted or moved. Your text is still here: put the folder back, or open another one.`,
  changedInTwoPlaces: (name: string) => `${name} changed in two places. Your version is not saved until you choose.`,
  noProblems: 'Every file parses, and every listed prompt and tool is served.',
  aboutSessions:
    'Each browser page that you open with a workbench link has its own session. Ending a session stops its page from reading or changing anything. All sessions end when the workbench closes.',
  aboutFind: 'Searches the names, titles, descriptions, text and arguments of all prompts and tools.',
  noMatches: 'No matches in prompts or tools.',
  noMatchingNames: 'No matching prompts, tools, servers, sources or commands.',
  aboutSeparateFile: 'Other servers can list it too.',
  aboutServerFile: 'Only this server lists it. You can share it later.',
  noServers: 'Every prompt belongs to a server. Create a server with “New server”, or make a copy of a built-in one.',
  commandName: (server: string, name: string) => `Claude Code offers it as /mcp__${server}__${name}.`,
  createPrompt: 'Create one with the plus button above.',
  aboutFilter: 'This filter searches names and titles. Use Find to search the text of prompts and tools.',
  renameSource: 'The prompts and tools that search it follow. Its file gets the same name.',
  renameForClients: (noun: string) => `The name that clients use for the ${noun}. The old name stops working.`,
} as const;
