/** The full sentences of the inspected servers. */
export const strings = {
  aboutInspect:
    'See the prompts, tools and resources of any MCP server, and call them. Nothing changes in your workspace.',
  aboutCommand: 'The program runs with your privileges and can do anything that you can do on this computer.',
  aboutVariables: 'Environment variables, one NAME=value per line. They are used for this connection and never stored.',
  aboutHeaders: 'Headers, one Name: value per line. They are used for this connection and never stored.',
  aboutApplications: 'The servers in the configurations of your client applications. Choose one to see what it runs.',
  noApplications: 'No configuration of a client application names a server.',
  notConnected: 'Nothing runs until you press the button.',
  opening: 'Connecting… A server that installs itself first can take a minute.',
  noPrompts: 'This server has no prompts.',
  noTools: 'This server has no tools.',
  noResources: 'This server has no resources.',
  noInstructions: 'This server has no instructions.',
  noMessages: 'No messages yet.',
  isCut: 'The list is longer: only its beginning is shown.',
  chooseItem: 'Choose a prompt, tool or resource on the left, then call it here.',
  connectFirst: 'Connect to the server to call its prompts and tools.',
  cancelled: 'You stopped the request.',
  toolReportedError: 'A model reads this text as the answer.',
  destructive: 'The server marks this tool as destructive: it may delete or overwrite data.',
} as const;
