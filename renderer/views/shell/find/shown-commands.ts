/** The commands as the window shows them: with keys that reach it in this host. */
import {
  type CommandEntry,
  type CommandId,
  commands,
  keysOfBrowsers,
  windowKeys,
} from '../../../../src/model/commands.ts';

export type ShownCommand = CommandEntry & { readonly id: CommandId };

/** @param isInBrowser whether the page is a tab of a browser, which keeps some keys for itself */
export function commandsWithKeys(isInBrowser: boolean): readonly ShownCommand[] {
  const reaches = (keys: string) => !isInBrowser || !keysOfBrowsers.includes(keys);
  return commands.map((command) => ({ ...command, keys: command.keys.filter(reaches) }));
}

export const shownCommands = commandsWithKeys(globalThis.window?.workbench === undefined);

/** Opposite commands share their keys and one row. */
const favourites = 'Add to or remove from favourites';
const sharedTitles: Partial<Record<CommandId, string>> = {
  'add-favourite': favourites,
  'remove-favourite': favourites,
};

/** The rows of the keyboard map: every key of the window, by group. */
export function keyGroups(entries = shownCommands) {
  const commandRows = entries.map(({ id, title, group, keys }) => ({ title: sharedTitles[id] ?? title, group, keys }));
  const commandsById = new Map(
    [...commandRows, ...windowKeys].filter(({ keys }) => keys.length > 0).map((row) => [row.title, row]),
  );
  const rows = [...commandsById.values()];
  return [...new Set(rows.map(({ group }) => group))].map((group) => ({
    group,
    rows: rows.filter((row) => row.group === group),
  }));
}
