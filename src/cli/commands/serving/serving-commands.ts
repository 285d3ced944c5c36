/** Adds the commands that open the workbench and serve its servers. Each command loads its own code when it runs. */
import { type Command, Option } from 'commander';
import { addCommand, collect } from '../../add-command.ts';
import { readCount, readCountUpTo } from '../../number-arguments.ts';
import { UsageError } from '../../outcome.ts';
import { readPort } from '../../serve-arguments.ts';

export function addServingCommands(program: Command): void {
  addCommand(program, 'open', 'open the workbench in the browser (the default command)', {
    isDefault: true,
  })
    .option('--port <number>', 'the port on this computer', readPort)
    .option('--no-browser', 'print the address without opening a browser')
    // For `npm start`.
    .addOption(new Option('--download', 'download Electron once if it is missing').hideHelp())
    .action(async (options) => {
      const isForBrowser = program.args[0] === 'open' || options.port !== undefined || !options.browser;
      if (isForBrowser) return (await import('./open.ts')).open(options);
      return (await import('./desktop.ts')).openPreferred(options);
    });

  addCommand(program, 'desktop', 'open the workbench as a desktop app; downloads Electron if it is missing').action(
    async (options) => (await import('./desktop.ts')).desktop(options),
  );

  addCommand(program, 'sessions', 'list the browser pages that are signed in to the open workbench')
    .addOption(new Option('--end <id>', 'end one session').conflicts('endAll'))
    .option('--end-all', 'end all sessions')
    .option('--json', 'print them as JSON')
    .action(async (options) => (await import('./sessions.ts')).listSessions(options));

  addCommand(program, 'serve', 'serve one server to MCP clients over stdio, or over HTTP on this computer')
    .argument('<server>', 'name of the server')
    .option('--http', 'use Streamable HTTP instead of stdio; prints the address and the file with its token')
    .option('--port <number>', 'with --http: the port to listen on, 0 for any free one', readPort)
    .option('--for <client>', 'adapt to a client application, such as claude-code')
    .option('--ref <name>', 'serve what a branch, tag or commit of the workspace has, and follow it')
    .action(async (server, options) =>
      (await import('./serve.ts')).serve({ ...options, server, http: options.http ?? false }),
    );

  addCommand(program, 'team', 'serve a git repository to a company, as one of any number of replicas', {
    hasWorkspace: false,
  })
    .option('--repository <address>', 'address or path of the repository; else PROMPT_WORKBENCH_REPOSITORY')
    .option('--ref <ref>', 'the branch or tag to serve', 'main')
    .option('--folder <path>', "the workspace's folder in the repository", '')
    .option('--listen <address>', 'the address on which this computer listens', '127.0.0.1')
    .option('--port <number>', 'the port to listen on, 0 for any free one', readPort, 8080)
    .option('--host-name <name>', 'a name of this server, as clients write it; repeat it for others', collect, [])
    .option('--origin <name>', 'the host name of a web page that may send requests; repeat it for others', collect, [])
    .option('--database <url>', 'the PostgreSQL database that the replicas share; else PROMPT_WORKBENCH_DATABASE')
    .option('--dev', 'one replica on this computer, with its own repository and database')
    .addOption(
      new Option('--publish <commit>', 'publish an older commit to all replicas, and exit').conflicts('rotateKeys'),
    )
    .option('--rotate-keys', 'add a key that signs the sessions of all replicas, and exit')
    .option('--public-url <url>', 'the address that clients use; with it, they have to log in')
    .option('--issuer <url>', 'with --public-url: who issues the tokens; repeat it for others', collect, [])
    .option('--audience <name>', 'another audience of tokens for this server; repeat it for others', collect, [])
    .option('--groups-claim <name>', "the claim with a person's groups", 'groups')
    .option(
      '--calls-per-minute <number>',
      'calls per minute of one person or program, on all replicas together',
      readCount,
      600,
    )
    .option(
      '--megabytes-per-minute <number>',
      'what one person or program may send per minute, to all replicas together',
      readCount,
      64,
    )
    .option('--keep-usage <days>', 'how long usage rows are kept', readCount, 90)
    .option('--log-calls', 'write a line to the log for each call, with its trace')
    .option('--refuse-errors', 'keep serving the last commit without errors')
    .option('--poll <seconds>', 'the time between two fetches', readCountUpTo(86_400), 30)
    .option(
      '--allow <ask>',
      'an address, program or variable that the files may use; repeat it for others',
      collect,
      [],
    )
    .option('--notice <seconds>', 'how long a load balancer gets to notice that this replica stops', readSeconds, 0)
    .addOption(new Option('--log <form>', 'the format of the log').choices(['json', 'text']).default('json'))
    .action(async (options) => (await import('../team/team.ts')).team(options));
}

/** @throws UsageError */
function readSeconds(text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`"${text}" is not a number of seconds.`);
  return Number(text);
}
