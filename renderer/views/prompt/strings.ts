/** The full sentences of the prompt pages; short labels are in the components. */
export const strings = {
  tokens:
    'An estimate of this text without the values of its slots; each model counts differently. The preview counts the whole answer.',
  aboutSearch: "Around the results, clients also get: “Use the above search results to answer the user's query below.”",
  noSuchPrompt:
    "A server lists this name. Create a file with that name in the prompts folder, or correct the name in the server's file.",
  unknownContent: 'Unknown kind of content. Edit it in the YAML view.',
  noContent:
    'No content yet. Text reaches clients unchanged. A template has slots for arguments. Messages have roles and can hold images and files.',
  restOfLine: 'In Claude Code, it then receives all remaining words, not just the next one.',
  moreOfArgument: 'Title, kind, when the prompt asks, suggestions',
  unusedArgument: 'No slot uses this argument.',
  insertHint: "or type /, or drag an argument's handle here",
  noArguments: 'No arguments yet. An argument is a value that the client asks for, such as a file name or a question.',
  unknownBlock: 'Unknown kind of block. Edit it in the YAML view.',
  noMedia: 'The media folder has no suitable file yet. Add one.',
  aboutChoices: 'A value, or “value = title” for a title that people see. Paste a list to replace them all.',
  aboutQuestions:
    'Clients that can ask show a form for the arguments; in the others, people type the values on the line as before.',
  onlyWhen: 'Only when',
  noMessages: 'No messages yet. Add a user or assistant message.',
  messageMoved: (place: number, count: number) => `Moved the message to position ${place} of ${count}.`,
  blockMoved: (block: number, message: number) => `Moved the block to position ${block} of message ${message}.`,
  isLastBlock: 'This is the last block.',
  isFirstBlock: 'This is the first block.',
  isLastMessage: 'This is the last message.',
  isFirstMessage: 'This is the first message.',
  aboutConversion:
    'The text below shows the file after conversion. Convert it to edit it; a backup of the original bytes stays beside it.',
  noWolframScript:
    'This code needs wolframscript, which is not installed. Install the Wolfram Engine and WolframScript; until then clients get an error.',
  codeAllowed: (program: string) => `Allowed: ${program} runs this code for every client.`,
  codeNeedsPermission: (program: string) =>
    `This code runs outside the sandbox, in ${program}, with your privileges. Read it before you allow it. After every change, you are asked again.`,
} as const;
