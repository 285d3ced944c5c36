/** Adds the commands that export and import. Each command loads its own code when it runs. */
import { type Command, Option } from 'commander';
import { addCommand } from '../../add-command.ts';
import { UsageError } from '../../outcome.ts';

export function addExchangeCommands(program: Command): void {
  addCommand(
    program,
    'export',
    'print a server or the workspace as Wolfram Language, write it as a paclet, or print its tests for promptfoo',
  )
    .argument('[server]', 'name of the server')
    .option('--all', 'all servers of the workspace, and the prompts and tools that none of them lists')
    .addOption(
      new Option('--as <notation>', 'the notation').choices(['wolfram', 'paclet', 'promptfoo']).makeOptionMandatory(),
    )
    .option('--output <dir>', 'with --as paclet: the new folder')
    .option('--json', 'print the text and its notes as JSON')
    .action(async (server, options) => {
      if ((server === undefined) === (options.all === undefined))
        throw new UsageError('Export what? Name one server, or add --all for the whole workspace.');
      if (options.as === 'paclet') {
        if (server !== undefined || options.output === undefined)
          throw new UsageError('A paclet has the whole workspace: export --all --as paclet --output DIR.');
        return (await import('./export-paclet.ts')).exportPaclet(options.output, options);
      }
      if (options.as === 'promptfoo') {
        if (server === undefined)
          throw new UsageError('promptfoo gets the tests of one server: export SERVER --as promptfoo.');
        return (await import('./export-promptfoo.ts')).exportPromptfoo(server, options);
      }
      if (options.output !== undefined)
        throw new UsageError('--output is for --as paclet: redirect the text to a file.');
      return (await import('./export-wolfram.ts')).exportWolfram(server, options);
    });

  addCommand(
    program,
    'import',
    'import prompts from other programs: prints what it will create and what is lost, then writes the files',
  )
    .argument('<place>', 'a file, a folder, the address of an MCP server, or with --stdio its program')
    .argument('[args...]', 'with --stdio: arguments of the program')
    .option('--stdio', 'start a program as an MCP server and read its prompts')
    .option('--token-env <variable>', 'the environment variable that holds the bearer token of the address')
    .option('--server <name>', 'the server to list them in; created if it does not exist')
    .option('--as-written', 'keep {{placeholders}} and PromptData unchanged')
    .option('--dry-run', 'print what would be created, and write nothing')
    .option('--json', 'print the created files as JSON')
    .action(async (place, args, options) => (await import('./import.ts')).importFrom(place, args, options));
}
