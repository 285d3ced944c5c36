/** A short line about a field, and the section of the help with more. */
export const helpHints = {
  arguments: {
    about: 'Values that a person enters when they use the prompt. A prompt can ask for them in a form.',
    place: 'format.md#arguments',
  },
  slots: {
    about: 'The name of an argument between backticks is a slot: its value appears there.',
    place: 'format.md#slots',
  },
  functions: {
    about: 'JavaScript that returns text or messages. It gets the arguments and a context with log and search.',
    place: 'format.md#functions',
  },
  search: {
    about: 'Each use of the prompt searches the sources and adds what it finds, within a number of tokens.',
    place: 'format.md#content',
  },
  messages: {
    about: 'A prompt can have several messages from the user and the assistant, with images, sounds and resources.',
    place: 'format.md#messages-and-blocks',
  },
  patterns: {
    about: 'Patterns choose files by their paths: * is any name, ** is any number of folders.',
    place: 'format.md#a-source',
  },
  tools: {
    about: "A tool has arguments and an answer, written like a prompt's. A model decides when to call it.",
    place: 'format.md#a-tool',
  },
  instructions: {
    about: 'Clients can give this text to the model, to explain when the server is useful.',
    place: 'format.md#a-server',
  },
} as const;

export type HelpTopic = keyof typeof helpHints;
