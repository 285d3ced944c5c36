/**
 * Every command of the window with its keys, as plain data: the palette, the keyboard map, the key handling and
 * Electron's menu use this one table. `renderer/views/shell/find/run-commands.ts` implements the commands.
 *
 * Keys are joined with `+`. `Mod` is ⌘ on Apple's systems and Ctrl elsewhere. The first one is the one shown.
 */
export const commands = [
  { id: 'palette', title: 'Find anything', group: 'Find', keys: ['Mod+P'] },
  { id: 'commands', title: 'All commands', group: 'Find', keys: ['Mod+K', 'Mod+Shift+P'] },
  { id: 'find', title: 'Find in all text', group: 'Find', keys: ['Mod+Shift+F'] },
  { id: 'filter', title: 'Filter the list', group: 'Find', keys: ['Mod+Alt+F'] },

  { id: 'new-prompt', title: 'New prompt', group: 'Prompt', keys: ['Mod+N', 'Mod+Alt+N'] },
  { id: 'new-tool', title: 'New tool', group: 'Prompt', keys: [] },
  { id: 'open', title: 'Open', group: 'Prompt', keys: [] },
  { id: 'duplicate', title: 'Duplicate', group: 'Prompt', keys: ['Mod+D'] },
  { id: 'rename', title: 'Rename…', group: 'Prompt', keys: ['F2'] },
  { id: 'move-up', title: 'Move up', group: 'Prompt', keys: [] },
  { id: 'move-down', title: 'Move down', group: 'Prompt', keys: [] },
  { id: 'add-favourite', title: 'Add to favourites', group: 'Prompt', keys: ['Mod+Alt+S'] },
  { id: 'remove-favourite', title: 'Remove from favourites', group: 'Prompt', keys: ['Mod+Alt+S'] },
  { id: 'share', title: 'Share with other servers…', group: 'Prompt', keys: [] },
  { id: 'local-copy', title: 'Make a separate copy for this server', group: 'Prompt', keys: [] },
  { id: 'remove', title: 'Remove from this server', group: 'Prompt', keys: [] },
  { id: 'delete-prompt', title: 'Delete prompt or tool', group: 'Prompt', keys: [] },
  { id: 'focus-text', title: "Go to the prompt's text", group: 'Prompt', keys: ['Mod+E'] },
  { id: 'add-argument', title: 'Add argument', group: 'Prompt', keys: ['Mod+Alt+A'] },
  { id: 'form', title: 'Show as form', group: 'Prompt', keys: ['Mod+Alt+1'] },
  { id: 'source', title: 'Show as YAML', group: 'Prompt', keys: ['Mod+Alt+2'] },
  { id: 'history', title: 'Show history', group: 'Prompt', keys: ['Mod+Alt+3'] },
  { id: 'tests', title: 'Show the tests of the prompt', group: 'Prompt', keys: [] },
  { id: 'add-test', title: 'Add test…', group: 'Prompt', keys: [] },
  { id: 'run', title: 'Run the prompt', group: 'Prompt', keys: [] },
  { id: 'compare-runs', title: 'Compare answers…', group: 'Prompt', keys: [] },
  { id: 'check-reach', title: 'What reaches the models…', group: 'Prompt', keys: [] },
  { id: 'run-results', title: 'Earlier answers…', group: 'Prompt', keys: [] },
  { id: 'skills', title: 'Install skill…', group: 'Prompt', keys: [] },
  { id: 'connect', title: 'Connect a client application', group: 'Prompt', keys: ['Mod+Shift+E'] },

  { id: 'new-server', title: 'New server', group: 'Server', keys: [] },
  { id: 'copy-server', title: 'Copy the built-in server to the workspace', group: 'Server', keys: [] },
  { id: 'new-source', title: 'New source', group: 'Server', keys: [] },
  { id: 'new-skill', title: 'New skill', group: 'Server', keys: [] },
  { id: 'inspect', title: 'Inspect another server…', group: 'Server', keys: [] },
  { id: 'add-team', title: 'Add team server…', group: 'Server', keys: [] },
  { id: 'teams', title: 'Team servers…', group: 'Server', keys: [] },
  { id: 'forget-inspected', title: 'Remove the inspected server from the list', group: 'Server', keys: [] },
  { id: 'share-server', title: 'Share the server as a package…', group: 'Server', keys: [] },
  { id: 'delete-server', title: 'Delete server', group: 'Server', keys: [] },
  { id: 'delete-source', title: 'Delete source', group: 'Server', keys: [] },
  { id: 'delete-skill', title: 'Delete skill', group: 'Server', keys: [] },

  { id: 'import', title: 'Import prompts…', group: 'Import and copy', keys: ['Mod+Shift+O'] },
  { id: 'copy-wolfram', title: 'Copy the prompt as Wolfram Language', group: 'Import and copy', keys: [] },
  { id: 'copy-server-wolfram', title: 'Copy the server as Wolfram Language', group: 'Import and copy', keys: [] },

  { id: 'undo', title: 'Undo', group: 'Edit', keys: ['Mod+Z'] },
  { id: 'redo', title: 'Redo', group: 'Edit', keys: ['Mod+Shift+Z', 'Mod+Y'] },
  { id: 'recently-deleted', title: 'Recently deleted…', group: 'Edit', keys: [] },
  { id: 'publish', title: 'Publish…', group: 'Edit', keys: [] },
  { id: 'pull', title: 'Pull…', group: 'Edit', keys: [] },
  { id: 'save', title: 'Save now', group: 'Edit', keys: ['Mod+S'] },

  { id: 'go-list', title: 'Go to the list', group: 'Window', keys: ['Mod+1'] },
  { id: 'go-editor', title: 'Go to the editor', group: 'Window', keys: ['Mod+2'] },
  { id: 'go-preview', title: 'Go to the preview', group: 'Window', keys: ['Mod+3'] },
  { id: 'back', title: 'Back', group: 'Window', keys: ['Alt+ArrowLeft', 'Mod+['] },
  { id: 'forward', title: 'Forward', group: 'Window', keys: ['Alt+ArrowRight', 'Mod+]'] },
  { id: 'next-pane', title: 'Next pane', group: 'Window', keys: ['F6', 'Ctrl+F6'] },
  { id: 'previous-pane', title: 'Previous pane', group: 'Window', keys: ['Shift+F6', 'Ctrl+Shift+F6'] },
  { id: 'toggle-list', title: 'Show or hide the list', group: 'Window', keys: ['Mod+B'] },
  { id: 'group-by-tag', title: 'Group the list by tag', group: 'Window', keys: [] },
  { id: 'ungroup-list', title: 'Show the list in the order of the servers', group: 'Window', keys: [] },
  { id: 'toggle-preview', title: 'Show or hide the preview', group: 'Window', keys: ['Mod+Alt+B'] },
  { id: 'problems', title: 'Show or hide the problems', group: 'Window', keys: ['Mod+Shift+M'] },
  { id: 'wire', title: 'Show or hide the traffic', group: 'Window', keys: ['Mod+J'] },
  { id: 'new-workspace', title: 'New workspace…', group: 'Window', keys: [] },
  { id: 'open-workspace', title: 'Open workspace…', group: 'Window', keys: [] },
  { id: 'runners', title: 'Runners…', group: 'Window', keys: [] },
  { id: 'manage-trust', title: 'Manage trust…', group: 'Window', keys: [] },
  { id: 'reset-layout', title: 'Reset pane sizes', group: 'Window', keys: [] },
  { id: 'go-notices', title: 'Go to the notices', group: 'Window', keys: ['F8'] },
  { id: 'dismiss-notices', title: 'Dismiss all notices', group: 'Window', keys: ['Shift+F8'] },
  { id: 'sessions', title: 'Sessions of this workbench', group: 'Window', keys: [] },

  { id: 'theme-system', title: 'Theme: system', group: 'Theme', keys: [] },
  { id: 'theme-light', title: 'Theme: light', group: 'Theme', keys: [] },
  { id: 'theme-dark', title: 'Theme: dark', group: 'Theme', keys: [] },
  { id: 'theme-contrast', title: 'Theme: high contrast', group: 'Theme', keys: [] },

  { id: 'help', title: 'Help', group: 'Help', keys: ['F1'] },
  { id: 'keyboard-map', title: 'Keyboard shortcuts', group: 'Help', keys: ['?', 'Mod+/'] },
  { id: 'tour', title: 'Get started', group: 'Help', keys: [] },
] as const satisfies readonly CommandEntry[];

export interface CommandEntry {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly keys: readonly string[];
}

export type CommandId = (typeof commands)[number]['id'];

/** Keys that browsers keep for themselves, also in a page that handles them; they work in the desktop app. */
export const keysOfBrowsers: readonly string[] = ['Mod+N'];

/** Keys that a part of the window or the browser handles; the keyboard map lists them beside the commands. */
export const windowKeys: readonly Omit<CommandEntry, 'id'>[] = [
  { title: 'Move a row, message or block up', group: 'Edit', keys: ['Alt+ArrowUp'] },
  { title: 'Move a row, message or block down', group: 'Edit', keys: ['Alt+ArrowDown'] },
  { title: 'Quick fixes at the cursor', group: 'Edit', keys: ['Mod+.'] },
  { title: 'Next problem, when there are no notices', group: 'Edit', keys: ['F8'] },
  { title: 'Run the prompt beside the preview, or call the tool', group: 'Edit', keys: ['Mod+Enter'] },
  { title: 'Call the tool, from a one-line value', group: 'Edit', keys: ['Enter'] },
  { title: 'Make everything larger', group: 'Size', keys: ['Mod++'] },
  { title: 'Make everything smaller', group: 'Size', keys: ['Mod+-'] },
  { title: 'Reset to the default size', group: 'Size', keys: ['Mod+0'] },
];
