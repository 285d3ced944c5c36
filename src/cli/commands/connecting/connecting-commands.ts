/** Adds the commands that allow what files ask for, pack servers, and connect them and check their connections. Each command loads its own code when it runs. */
import { type Command, Option } from 'commander';
import { addCommand } from '../../add-command.ts';
import { UsageError } from '../../outcome.ts';

export function addConnectingCommands(program: Command): void {
  addCommand(program, 'trust', 'print what the files of the workspace ask for now, and allow it')
    .argument('[ask...]', 'with --revoke: the asks to revoke instead of everything')
    .option('--yes', 'allow the list without confirmation')
    .option('--list', 'only show what the files ask for and what is allowed')
    .option('--revoke', 'restrict the workspace and revoke everything, or individual asks')
    .option('--json', 'print the list as JSON')
    .action(async (asks, options) => (await import('./trust.ts')).trust(asks, options));

  addCommand(program, 'allow', 'allow individual asks of the workspace: a folder, an address, a program, a variable')
    .argument('[ask...]', 'the id that trust --list prints, or the folder, address or variable itself')
    .option('--list', 'only show what the files ask for and what is allowed')
    .option('--json', 'print the list as JSON')
    .action(async (asks, options) => (await import('./trust.ts')).allow(asks, options));

  addCommand(
    program,
    'connect',
    'add a server to the configuration of a client application, then check that it answers',
  )
    .argument('<server>', 'name of the server')
    .option('--to <client>', 'the client application, such as claude-code, cursor or codex')
    .addOption(
      new Option('--scope <scope>', 'which configuration to change; the default depends on the application').choices([
        'user',
        'project',
        'local',
      ]),
    )
    .option('--project <dir>', "the project folder; changes that project's configuration (default: the current folder)")
    .option('--http', 'connect to the open workbench over HTTP instead of starting the server')
    .option('--ref <ref>', 'serve a branch, tag or commit of the workspace instead of the folder')
    .option('--team <name>', 'connect a server of this team server, which the application logs in to by itself')
    .option('--bundle <file>', 'for Claude Desktop: write a bundle to install, instead of its configuration')
    .option('--dry-run', 'show the exact change and write nothing')
    .option('--json', 'print the change and its outcome as JSON')
    .action(async (server, options) => {
      if (options.to === undefined) {
        const { applicationNames } = await import('./applications.ts');
        throw new UsageError(`Connect to which client application? Add --to with one of ${await applicationNames()}.`);
      }
      return (await import('./connect.ts')).connect(server, options);
    });

  addCommand(program, 'pack', 'write a server as a plugin or bundle that other people install, with all it needs')
    .argument('<server>', 'name of the server')
    .addOption(
      new Option('--as <kind>', 'plugin: a folder and its archive; mcpb: a bundle for Claude Desktop')
        .choices(['plugin', 'mcpb'])
        .makeOptionMandatory(),
    )
    .option('--to <dir>', 'the folder to write it to')
    .option('--marketplace', 'also list the plugin in the marketplace of the git repository; --to is then optional')
    .option('--author <name>', 'the author that the manifests name (default: the title of the server)')
    .option('--dry-run', 'print what would be written, with its size and what it needs, and write nothing')
    .option('--json', 'print it as JSON')
    .action(async (server, options) => (await import('./pack.ts')).pack(server, options));

  addCommand(program, 'surfaces', 'compare what the prompts of a server say as prompt, tool, skill, plugin and bundle')
    .argument('<server>', 'name of the server')
    .option('--json', 'print what each surface says as JSON')
    .action(async (server, options) => (await import('./surfaces.ts')).surfaces(server, options));

  addCommand(program, 'connections', 'list the connections of every workspace, and their state', {
    hasWorkspace: false,
  })
    .option('--workspace <dir>', 'only the connections of this workspace')
    .option('--all', 'include those that were disconnected')
    .option('--json', 'print the connections as JSON')
    .action(async (options) => (await import('./connections.ts')).listConnections(options));

  addCommand(program, 'disconnect', 'remove a server from a configuration; without an id, the newest connection', {
    hasWorkspace: false,
  })
    .argument('[id]', 'the id that connect printed')
    .action(async (id) => (await import('./connect.ts')).disconnect(id));

  addCommand(
    program,
    'doctor',
    'find out why a server does not appear in a client application; fails if there is an error',
  )
    .option('--project <dir>', 'the project folder', '.')
    .option('--start', 'also start each server as the application would')
    .option('--fix', 'make the fixes that can be undone: connect servers again, remove entries of deleted servers')
    .option('--json', 'print the findings as JSON')
    .action(async (options) => (await import('./doctor.ts')).doctor(options));
}
