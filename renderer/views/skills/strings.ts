/** The full sentences of the dialog; short labels are in the components. */
export const strings = {
  about:
    'A model picks up a skill by its description. Agents without MCP prompts read it from a folder: you see the exact change first, and you can undo it.',
  none: 'Open a prompt of this server, choose “Edit details”, and select “Also a skill”; or choose “New skill” for one without a prompt.',
  whenToUse: 'What it does, and when a model should use it',
  aboutWhen: 'Models choose the skill by this text: say what it does, and when to use it.',
  asDescription: 'Same as the description of the prompt',
  instructions: 'What the model then does, step by step, in Markdown. Names between backticks are not slots.',
  listed: 'Clients of these servers get it, and their packages include it.',
  notServed: 'Not served until you fix its error.',
  /** @param servers one or more that list it */
  otherServed: (servers: string) => `Not served by ${servers}: another skill there has the same name.`,
  /** @param servers one or more whose file has an error */
  unknownList: (servers: string) => `What ${servers} lists is not known until you fix the error in its file.`,
  notListed: 'No server lists it yet, so no client gets it: choose one.',
  newSkill: (server: string | undefined) =>
    server === undefined
      ? "Instructions that a model picks up by itself. Use lower-case letters, digits and hyphens; on the skill's page, choose the servers that list it."
      : `Instructions that a model picks up by itself. Use lower-case letters, digits and hyphens. The server ${server} will list it.`,
  chooseFolder: 'Choose a project folder. The skill goes into a folder inside it, which you can commit.',
  drifted: (paths: string) =>
    `You or another program changed ${paths} after the installation. If you continue, those changes are lost; Undo restores them.`,
  keep: 'Keep in step while the workbench is open',
  binary: (bytes: number) => `${bytes} bytes, not text`,
} as const;
