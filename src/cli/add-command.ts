/** What the commands of the program share. */
import type { Command } from 'commander';

/** Adds a command with the settings that all commands share. */
export function addCommand(
  program: Command,
  name: string,
  description: string,
  { hasWorkspace = true, ...options }: { isDefault?: boolean; hasWorkspace?: boolean } = {},
): Command {
  const subcommand = program.command(name, options).description(description).allowExcessArguments(false);
  return hasWorkspace ? subcommand.option('--workspace <dir>', 'the workspace folder') : subcommand;
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
