/** Adds the commands that list and call tools. Each command loads its own code when it runs. */
import type { Command } from 'commander';
import { addCommand } from '../../add-command.ts';

export function addToolCommands(program: Command): void {
  addCommand(program, 'tools', 'list the tools of one server, as an MCP client sees them')
    .argument('<server>', 'name of the server')
    .option('--json', 'print the result of tools/list as JSON')
    .action(async (server, options) => (await import('./tools.ts')).tools(server, options));

  addCommand(program, 'call', 'call one tool through the real server and print its result')
    .argument('<server>', 'name of the server')
    .argument('<tool>', 'name of the tool, as the server lists it')
    .argument('[name=value...]', 'values for its arguments; JSON if the type is not a string')
    .option('--arguments <json>', 'all arguments at once, as a JSON object')
    .option('--json', 'print the result of tools/call as JSON')
    .action(async (server, tool, values, options) => (await import('./call.ts')).call(server, tool, values, options));
}
