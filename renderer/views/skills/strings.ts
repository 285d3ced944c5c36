/** The full sentences of the dialog; short labels are in the components. */
export const strings = {
  about:
    'A model picks up a skill by its description. Agents without MCP prompts read it from a folder: you see the exact change first, and you can undo it.',
  none: 'Open a prompt of this server, choose "Edit details", and select "Also a skill".',
  chooseFolder: 'Choose a project folder. The skill goes into a folder inside it, which you can commit.',
  drifted: (paths: string) => `You or another program changed ${paths} after the installation. Undo brings it back.`,
  keep: 'Keep in step while the workbench is open',
  binary: (bytes: number) => `${bytes} bytes, not text`,
} as const;
