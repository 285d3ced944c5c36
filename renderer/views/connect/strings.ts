/** The full sentences of the Connect dialog; short labels are in the components. */
export const strings = {
  listsNoPrompts: 'Lists no prompts: it uses only the tools of a server.',
  untested: 'Untested: it may or may not list prompts.',
  foundBy: (finder: string) => `Found on this computer by ${finder}.`,
  chooseFolder:
    'Choose a project folder. Its configuration gets one entry for this server. You see the exact change first, and you can undo it.',
  keepTyping: 'Keep typing, or choose a suggested folder.',
  noPromptsHere: 'This server has no prompts for this application.',
} as const;
