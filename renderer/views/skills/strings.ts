/** The full sentences of the dialog; short labels are in the components. */
export const strings = {
  about:
    'A model picks up a skill by its description. Agents without MCP prompts read it from a folder: you see the exact change first, and you can undo it.',
  none: 'Open a prompt of this server, choose "Edit details", and select "Also a skill"; or choose New skill for one without a prompt.',
  whenToUse: 'What it does, and when a model should use it',
  aboutWhen: 'Models choose the skill by it; say what it does, and when to use it.',
  asDescription: 'As the description of the prompt',
  instructions: 'What the model does then, step by step, in Markdown. Backticks are not slots.',
  listed: 'Clients of these servers get it, and a package of them carries it.',
  notServed: 'Not served until you fix its error.',
  /** @param servers one or more that list it */
  otherServed: (servers: string) => `Not served by ${servers}: another skill there has the same name.`,
  /** @param servers one or more whose file has an error */
  unknownList: (servers: string) => `What ${servers} lists is not known until you fix the error in its file.`,
  notListed: 'No server lists it yet, so no client gets it: choose one.',
  newSkill: (server: string | undefined) =>
    server === undefined
      ? 'Instructions that a model picks up by itself. Lower-case letters and digits with hyphens; choose the servers that list it on its page.'
      : `Instructions that a model picks up by itself. Lower-case letters and digits with hyphens; the server ${server} lists it.`,
  chooseFolder: 'Choose a project folder. The skill goes into a folder inside it, which you can commit.',
  drifted: (paths: string) =>
    `You or another program changed ${paths} after the installation. Undo restores the change.`,
  keep: 'Keep in step while the workbench is open',
  binary: (bytes: number) => `${bytes} bytes, not text`,
} as const;
