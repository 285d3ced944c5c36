/** The full sentences of what shares a server; short labels are in the components. */
export const strings = {
  about: {
    plugin:
      'One folder for Claude Code, and for VS Code, Cursor, Copilot, Codex and other clients of Agent Plugins 1.0. It runs on a computer with Node and nothing else.',
    bundle: 'One file that Claude Desktop installs. It runs without this computer and without Prompt Workbench.',
  },
  needsNode: 'Node 20.19 or newer; Claude Desktop brings its own.',
  asksNothing: 'The person who installs it has nothing to allow.',
  asksFirst:
    "The person who installs it must allow what its files ask for, in the plugin's settings or with the command that the error names. Until then, everything else works.",
  noSwitch: 'Can be allowed only with a command',
  secrets: 'The package holds no secrets. The settings of the plugin ask for them, and keep them in the keychain.',
  saved: (fileName: string) => `${fileName} is packed.`,
  published: (folder: string, marketplace: string) =>
    `The plugin is in ${folder}, and ${marketplace} lists it. Commit both: the repository is then a marketplace.`,
  unpublished: 'The repository is as it was before.',
  intoRepository: (repository: string) =>
    `The repository ${repository} can be a marketplace: the plugin goes into its plugins folder, and .claude-plugin/marketplace.json lists it. Nothing is committed.`,
  noRepository:
    'This workspace is not in a git repository. Save the plugin, or create a repository to make it a marketplace.',
  aboutSurfaces:
    'Compares what clients read of each prompt, with its samples: as a prompt, as a tool, as a skill that is served or installed, and from a packed plugin and bundle.',
  same: 'the same',
  skillAlone: (name: string) => `${name}, a skill without a prompt`,
  noPrompts: 'This server has no prompts and no skills.',
} as const;
