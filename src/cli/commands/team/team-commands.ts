/** Adds the commands about team servers and their use. Each command loads its own code when it runs. */
import type { Command } from 'commander';
import { addCommand, collect } from '../../add-command.ts';

export function addTeamCommands(program: Command): void {
  addCommand(program, 'team-token', "make a token for a program, and write its hash into the workspace's access.yaml")
    .argument('<name>', 'what uses the token; its calls are recorded under this name')
    .option(
      '--scope <scope>',
      'what it allows: prompts:read (default), tools:call, prompts:publish or metrics:read; repeat it for others',
      collect,
      [],
    )
    .option('--group <group>', 'a group of access.yaml that it belongs to; repeat it for others', collect, [])
    .option('--expires <day>', 'the first day on which it is refused, such as 2027-06-30')
    .option('--json', 'print the token and its hash as JSON')
    .action(async (name, options) => (await import('./team-token.ts')).teamToken(name, options));

  addCommand(
    program,
    'team-servers',
    'list the team servers that you have added; log in to them, and read what they serve',
    {
      hasWorkspace: false,
    },
  )
    .argument('[name]', 'a team server: print the commit and the servers that it serves')
    .option('--add <address>', 'add the team server at this address')
    .option('--name <name>', 'with --add: what you call it; its host name by default')
    .option(
      '--client-id <id>',
      'with --add: the id of the workbench at an issuer that does not register programs automatically',
    )
    .option('--log-in <name>', 'log in with the browser')
    .option('--log-out <name>', 'delete the login to it')
    .option('--remove <name>', 'remove it from the list, with the login to it')
    .option('--json', 'print as JSON')
    .action(async (name, options) => (await import('./team-servers.ts')).teamServers(name, options));

  addCommand(
    program,
    'usage',
    'list how the prompts and tools of a server are used, according to the usage rows of a team server',
    {
      hasWorkspace: false,
    },
  )
    .argument('<server>', 'name of the server, as in its address')
    .option('--since <time>', 'how far back: 24h, 7d, 4w, or a time such as 2026-11-27', '30d')
    .option('--database <url>', 'the PostgreSQL database of the team server; else PROMPT_WORKBENCH_DATABASE')
    .option('--folder <dir>', 'the folder with the rows of a team server without a database')
    .option('--json', 'print the report as JSON')
    .action(async (server, options) => (await import('./usage.ts')).usage(server, options));
}
