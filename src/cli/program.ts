/** The commands and their help. Each command loads its own code when it runs. */
import { Command, CommanderError, Help, Option } from 'commander';
import { nearestName } from '../base/near-names.ts';
import { didYouMean, exitCodes, UsageError } from './outcome.ts';
import { readBudget, readCount } from './search-arguments.ts';
import { readPort } from './serve-arguments.ts';
import { addSkillCommands } from './skill-commands.ts';
import { readTime } from './time-arguments.ts';

const overview = `
Prompts are YAML files in a workspace folder. Each server of the workspace serves some of them to
MCP clients.

Examples:
  prompt-workbench                                   open the workbench: the desktop app if Electron is
                                                     installed, otherwise the browser
  prompt-workbench list Samples                      list the prompts of the server "Samples"
  prompt-workbench get Samples explain topic=React   print what an MCP client receives
  prompt-workbench run Samples explain topic=React --with ollama
  prompt-workbench trust --list                      list what the workspace's files ask for
  prompt-workbench check                             print every problem as file:line:column
  prompt-workbench test Samples                      test what clients receive
  prompt-workbench search WolframLanguageDocumentation nth prime
  prompt-workbench serve Samples                     serve MCP over stdio, as client applications do
  prompt-workbench connect Samples --to claude-code --dry-run
  prompt-workbench import .claude --server Mine      import the prompts of a project

The workspace is --workspace, else PROMPT_WORKBENCH_WORKSPACE, else ~/Prompt Workbench.
With --json, a failure is one object: {"error": {"code": …, "message": …}}.
Exit codes: ${exitCodes.ok} success; ${exitCodes.failure} the command failed, or check, test or doctor found a fault; ${exitCodes.usage} the command line is wrong.`;

/**
 * Runs one command line.
 * @throws UsageError for a wrong command line, and whatever the command itself throws
 */
export async function runProgram(givenArgv: readonly string[]): Promise<void> {
  const argv = withCurrentName(givenArgv);
  // The reader may close the pipe early: `prompt-workbench list Docs | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(exitCodes.ok);
  });
  const program = createProgram().hook('preAction', (_, subcommand) => refuseEmptyPaths(subcommand));
  refuseUnknownCommand(program, argv);
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version have already printed their text.
    if (error.exitCode !== 0)
      throw new UsageError(
        asSentence(error.message, program.commands.find((subcommand) => subcommand.name() === argv[0])?.name()),
      );
  }
}

/** Names of earlier versions keep working, because scripts use them. */
function withCurrentName(argv: readonly string[]): readonly string[] {
  const [name, ...rest] = argv;
  if (name === 'exports') return ['connections', ...rest];
  if (name === 'undo') return ['disconnect', ...rest];
  const hasTarget = rest.some((word) => word === '--to' || word.startsWith('--to='));
  return name === 'export' && hasTarget ? ['connect', ...rest] : argv;
}

function createProgram(): Command {
  const program = new Command('prompt-workbench')
    .description('Design MCP prompts, see exactly what a client receives, and serve them to client applications.')
    .version(process.env.PROMPT_WORKBENCH_VERSION ?? 'unreleased')
    .helpCommand(false)
    .configureHelp({
      helpWidth: 100,
      subcommandTerm: (subcommand) => `${subcommand.name()} ${subcommand.usage().replace(/\[options\] ?/, '')}`,
      optionDescription: describeOption,
    })
    .addHelpText('after', overview)
    .configureOutput({ outputError: () => undefined })
    .exitOverride();

  command(program, 'open', 'open the workbench in the browser (the default command)', {
    isDefault: true,
  })
    .option('--port <number>', 'the port on this machine', readPort)
    .option('--no-browser', 'print the address without opening a browser')
    // For `npm start`.
    .addOption(new Option('--download', 'download Electron once if it is missing').hideHelp())
    .action(async (options) => {
      const isForBrowser = program.args[0] === 'open' || options.port !== undefined || !options.browser;
      if (isForBrowser) return (await import('./commands/open.ts')).open(options);
      return (await import('./commands/desktop.ts')).openPreferred(options);
    });

  command(program, 'desktop', 'open the workbench as a desktop app; downloads Electron if it is missing').action(
    async (options) => (await import('./commands/desktop.ts')).desktop(options),
  );

  command(program, 'sessions', 'list the browser pages that are signed in to the open workbench')
    .addOption(new Option('--end <id>', 'end one session').conflicts('endAll'))
    .option('--end-all', 'end all sessions')
    .option('--json', 'print them as JSON')
    .action(async (options) => (await import('./commands/sessions.ts')).listSessions(options));

  command(program, 'serve', 'serve one server to MCP clients over stdio, or over HTTP on this machine')
    .argument('<server>', 'name of the server')
    .option('--http', 'use Streamable HTTP instead of stdio; prints the address and the file with its token')
    .option('--port <number>', 'with --http: the port to listen on, 0 for any free one', readPort)
    .option('--for <client>', 'adapt to a client application, such as claude-code')
    .option('--ref <name>', 'serve what a branch, tag or commit of the workspace has, and follow it')
    .action(async (server, options) =>
      (await import('./commands/serve.ts')).serve({ ...options, server, http: options.http ?? false }),
    );

  command(program, 'team', 'serve a git repository to a company, as one of any number of replicas', {
    hasWorkspace: false,
  })
    .option('--repository <address>', 'address or path of the repository; else PROMPT_WORKBENCH_REPOSITORY')
    .option('--ref <ref>', 'the branch or tag to serve', 'main')
    .option('--folder <path>', "the workspace's folder in the repository", '')
    .option('--listen <address>', 'the address of this computer to listen on', '127.0.0.1')
    .option('--port <number>', 'the port to listen on, 0 for any free one', readPort, 8080)
    .option('--host-name <name>', 'a name of this server, as clients write it; repeat it for others', collect, [])
    .option('--origin <name>', 'the host name of a web page that may send requests; repeat it for others', collect, [])
    .option('--database <url>', 'the PostgreSQL database that the replicas share; else PROMPT_WORKBENCH_DATABASE')
    .option('--dev', 'one replica on this computer, with its own repository and database')
    .addOption(
      new Option('--publish <commit>', 'publish an older commit to all replicas, and end').conflicts('rotateKeys'),
    )
    .option('--rotate-keys', 'add a key that signs the sessions of all replicas, and end')
    .option('--public-url <url>', 'the address that clients use; with it, they have to log in')
    .option('--issuer <url>', 'with --public-url: who issues the tokens; repeat it for others', collect, [])
    .option('--audience <name>', 'another audience of tokens for this server; repeat it for others', collect, [])
    .option('--groups-claim <name>', "the claim with a person's groups", 'groups')
    .option(
      '--calls-per-minute <number>',
      'calls of one person or program in a minute, by all replicas',
      readCount,
      600,
    )
    .option(
      '--megabytes-per-minute <number>',
      'what one person or program may send in a minute, to all replicas',
      readCount,
      64,
    )
    .option('--keep-usage <days>', 'how long usage rows are kept', readCount, 90)
    .option('--log-calls', 'write a line to the log for each call, with its trace')
    .option('--refuse-errors', 'keep serving the last commit without errors')
    .option('--poll <seconds>', 'the time between two fetches', readCount, 30)
    .option(
      '--allow <ask>',
      'an address, program or variable that the files may use; repeat it for others',
      collect,
      [],
    )
    .option('--notice <seconds>', 'at the end, the time for a balancer to notice', readSeconds, 0)
    .addOption(new Option('--log <form>', 'the form of the log').choices(['json', 'text']).default('json'))
    .action(async (options) => (await import('./commands/team.ts')).team(options));

  command(
    program,
    'list',
    'list the servers of the workspace, or the prompts of one of them, as an MCP client sees them',
  )
    .argument('[server]', 'name of the server')
    .option('--json', 'print the result of prompts/list as JSON')
    .action(async (server, options) => (await import('./commands/list.ts')).list(server, options));

  command(program, 'catalogue', 'list the built-in prompts and tools, and which of them work on this computer', {
    hasWorkspace: false,
  })
    .option('--json', 'print the list as JSON')
    .action(async (options) => (await import('./commands/catalogue.ts')).listCatalogue(options));

  command(program, 'get', 'fetch one prompt through the real server and print its messages')
    .argument('<server>', 'name of the server')
    .argument('<prompt>', 'name of the prompt, as the server lists it')
    .argument('[name=value...]', 'values for its arguments')
    .option('--json', 'print the result of prompts/get as JSON')
    .action(async (server, prompt, values, options) =>
      (await import('./commands/get.ts')).get(server, prompt, values, options),
    );

  addSkillCommands(
    command(program, 'skill', 'list the skills of a server, print the SKILL.md of one, install and uninstall them'),
  );

  command(program, 'run', 'run one prompt by a model or by an agent on this computer, and print the answer')
    .argument('<server>', 'name of the server')
    .argument('<prompt>', 'name of the prompt, as the server lists it')
    .argument('[name=value...]', 'values for its arguments')
    .option('--with <runner>', 'what answers, as "runners" lists it')
    .option('--model <model>', 'the model; by default the only one of the runner, or its own choice')
    .option('--sample <name>', "take the values of one of the prompt's samples; name=value replaces single ones")
    .option('--timeout <seconds>', 'the time limit', readCount)
    .option('--max-tokens <number>', "the limit of the answer's tokens, where the runner has one", readCount)
    .option(
      '--allow <kinds>',
      'what an agent may do without a question, such as read,fetch: read, search, fetch, edit, move, delete, execute, other, or all',
    )
    .option('--json', 'print the outcome as JSON')
    .action(async (server, prompt, values, options) =>
      (await import('./commands/run.ts')).runPrompt(server, prompt, values, options),
    );

  command(program, 'reach', 'check what reaches the model of an installed client application against the simulation')
    .argument('<server>', 'name of the server')
    .argument('<prompt>', 'name of the prompt, as the server lists it')
    .argument('[name=value...]', 'values for its arguments')
    .option(
      '--client <client>',
      'the client application: claude-code, gemini-cli, opencode, qwen-code, codex or copilot-cli',
    )
    .option('--sample <name>', "take the values of one of the prompt's samples; name=value replaces single ones")
    .option('--timeout <seconds>', 'the time limit', readCount)
    .option('--json', 'print the outcome as JSON')
    .action(async (server, prompt, values, options) =>
      (await import('./commands/reach.ts')).reachModel(server, prompt, values, options),
    );

  command(program, 'runners', 'list what can answer a prompt, and whether it is ready; add addresses and keys', {
    hasWorkspace: false,
  })
    .option('--add <id>', 'add an address that answers as the OpenAI API does, with --url')
    .option('--url <address>', 'with --add: the address, up to /chat/completions')
    .option('--model <model>', 'with --add: the model that a run uses if it names none')
    .option('--set-key <id>', 'store the key of a runner, which is read from the input')
    .option('--remove <id>', 'remove a runner that you have added, and the key of any runner')
    .option('--revoke <id>', 'revoke your agreement to what a runner gets: the window asks again')
    .option('--json', 'print the runners as JSON')
    .action(async (options) => (await import('./commands/runners.ts')).runners(options));

  command(program, 'prices', 'list what models cost, for runs whose runner reports no cost; set your own prices', {
    hasWorkspace: false,
  })
    .option('--set <model=in/out>', 'set your price of a model, in US dollars for a million tokens in and out')
    .option('--remove <model>', 'remove your price of a model')
    .option('--known <use>', 'whether the listed prices are used: yes or no')
    .option('--json', 'print the prices as JSON')
    .action(async (options) => (await import('./commands/prices.ts')).prices(options));

  command(program, 'team-token', "make a token for a program, and write its hash into the workspace's access.yaml")
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
    .action(async (name, options) => (await import('./commands/team-token.ts')).teamToken(name, options));

  command(program, 'team-servers', 'list the team servers that you have added; log in to them, read what they serve', {
    hasWorkspace: false,
  })
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
    .action(async (name, options) => (await import('./commands/team-servers.ts')).teamServers(name, options));

  command(program, 'usage', 'list how the prompts and tools of a server are used, by the rows of a team server', {
    hasWorkspace: false,
  })
    .argument('<server>', 'name of the server, as in its address')
    .option('--since <time>', 'how far back: 24h, 7d, 4w, or a time such as 2026-11-27', '30d')
    .option('--database <url>', 'the PostgreSQL database of the team server; else PROMPT_WORKBENCH_DATABASE')
    .option('--folder <dir>', 'the folder with the rows of a team server without a database')
    .option('--json', 'print the report as JSON')
    .action(async (server, options) => (await import('./commands/usage.ts')).usage(server, options));

  command(program, 'tools', 'list the tools of one server, as an MCP client sees them')
    .argument('<server>', 'name of the server')
    .option('--json', 'print the result of tools/list as JSON')
    .action(async (server, options) => (await import('./commands/tools.ts')).tools(server, options));

  command(program, 'call', 'call one tool through the real server and print its result')
    .argument('<server>', 'name of the server')
    .argument('<tool>', 'name of the tool, as the server lists it')
    .argument('[name=value...]', 'values for its arguments; JSON if the type is not a string')
    .option('--arguments <json>', 'all arguments at once, as a JSON object')
    .option('--json', 'print the result of tools/call as JSON')
    .action(async (server, tool, values, options) =>
      (await import('./commands/call.ts')).call(server, tool, values, options),
    );

  command(program, 'check', 'print every problem of the workspace as file:line:column; fails if there is an error')
    .option('--json', 'print the problems as JSON')
    .action(async (options) => (await import('./commands/check.ts')).check(options));

  command(
    program,
    'lint',
    'print advice about prompts and tools without errors; fails if workbench.yaml makes one an error',
  )
    .option('--fix', 'make the corrections that need no decision')
    .option('--json', 'print the findings as JSON')
    .action(async (options) => (await import('./commands/lint.ts')).lint(options));

  command(program, 'test', 'run the tests of the prompts and tools on what clients receive; fails if one of them fails')
    .argument('[server]', 'name of the server; by default all servers of the workspace')
    .argument('[prompt]', 'name of one prompt or tool')
    .option('--with <runner>', 'also run the tests of answers, with what "runners" lists')
    .option('--model <model>', 'with --with: the model')
    .option('--timeout <seconds>', 'with --with: the time limit of one run', readCount)
    .option('--update', 'write the snapshots instead of comparing them')
    .option('--watch', 'run them again after every change, until Ctrl+C')
    .option('--junit <file>', 'also write the results as JUnit XML')
    .option('--markdown', 'print the results as Markdown')
    .addOption(new Option('--json', 'print the results as JSON').conflicts('markdown'))
    .action(async (server, prompt, options) => (await import('./commands/test.ts')).test(server, prompt, options));

  command(
    program,
    'diff',
    'print what has changed since a git commit, and what each client application reads differently',
  )
    .argument('<commit>', 'a branch, tag or commit of the workspace folder')
    .option('--markdown', 'print it as Markdown')
    .addOption(new Option('--json', 'print it as JSON').conflicts('markdown'))
    .action(async (ref, options) => (await import('./commands/diff.ts')).diff(ref, options));

  command(program, 'publish', 'commit changed prompts and other definitions in git, and push them')
    .argument('[prompt...]', 'catalogue names or files; by default everything that has changed')
    .option('--message <text>', 'the message of the commit; by default what has changed, in words')
    .option('--branch <name>', 'commit on this branch; created if it does not exist')
    .option('--push', "push the branch, and print the address of the pull request's page")
    .option('--dry-run', 'print what would be committed, and change nothing')
    .option('--json', 'print it as JSON')
    .action(async (chosenNames, options) =>
      (await import('./commands/publish.ts')).publishCommand(chosenNames, options),
    );

  command(program, 'pull', 'fetch what others have published, and merge it by field, argument and message')
    .option('--ours [place...]', 'where both sides changed a place, keep what is here; without a place, everywhere')
    .option('--theirs [place...]', 'the same, but take what others have published')
    .option('--json', 'print the outcome as JSON')
    .action(async (options) => (await import('./commands/pull.ts')).pullCommand(options));

  command(program, 'blame', 'print who last changed each field, argument and message of a prompt, by the git commits')
    .argument('<server>', 'name of the server')
    .argument('<prompt>', 'name of the prompt, as the server lists it')
    .option('--json', 'print it as JSON')
    .action(async (server, prompt, options) =>
      (await import('./commands/blame.ts')).blameCommand(server, prompt, options),
    );

  command(
    program,
    'replay',
    'play the kept calls of client applications against the files; without a server, whether calls are kept',
  )
    .argument('[server]', 'name of the server')
    .option('--since <time>', 'only calls since then: 7d, 12h, 2026-11-20', (text) => readTime(text))
    .option('--against <commit>', "compare with a commit instead of with the calls' own answers")
    .addOption(
      new Option('--as-of <time>', 'compare with the files as the history has them at this time')
        .argParser((text) => readTime(text))
        .conflicts('against'),
    )
    .addOption(
      new Option('--keep <parts>', 'what to keep of calls from now on, in all workspaces').choices([
        'values',
        'names',
        'off',
      ]),
    )
    .option('--days <number>', 'delete calls after this number of days', readCount)
    .option('--clear', 'delete the kept calls of this workspace')
    .option('--json', 'print the outcome as JSON')
    .action(async (server, options) => (await import('./commands/replay.ts')).replay(server, options));

  command(program, 'trust', 'print what the files of the workspace ask for now, and allow it')
    .argument('[ask...]', 'with --revoke: the asks to revoke instead of everything')
    .option('--yes', 'allow the list without confirmation')
    .option('--list', 'only show what the files ask for and what is allowed')
    .option('--revoke', 'restrict the workspace and revoke everything, or single asks')
    .option('--json', 'print the list as JSON')
    .action(async (asks, options) => (await import('./commands/trust.ts')).trust(asks, options));

  command(program, 'allow', 'allow single asks of the workspace: a folder, an address, a program, a variable')
    .argument('[ask...]', 'the id that trust --list prints, or the folder, address or variable itself')
    .option('--list', 'only show what the files ask for and what is allowed')
    .option('--json', 'print the list as JSON')
    .action(async (asks, options) => (await import('./commands/trust.ts')).allow(asks, options));

  command(program, 'connect', 'add a server to the configuration of a client application, then check that it answers')
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
      return (await import('./commands/connect.ts')).connect(server, options);
    });

  command(program, 'pack', 'write a server as a plugin or bundle that other people install, with all it needs')
    .argument('<server>', 'name of the server')
    .addOption(
      new Option('--as <kind>', 'plugin: a folder and its archive; mcpb: a bundle for Claude Desktop')
        .choices(['plugin', 'mcpb'])
        .makeOptionMandatory(),
    )
    .option('--to <dir>', 'the folder that gets it')
    .option('--marketplace', 'also list the plugin in the marketplace of the git repository; --to is then optional')
    .option('--author <name>', 'the author that the manifests name (default: the title of the server)')
    .option('--dry-run', 'print what would be written, with its size and what it needs, and write nothing')
    .option('--json', 'print it as JSON')
    .action(async (server, options) => (await import('./commands/pack.ts')).pack(server, options));

  command(program, 'surfaces', 'compare what the prompts of a server say as prompt, tool, skill, plugin and bundle')
    .argument('<server>', 'name of the server')
    .option('--json', 'print what each surface says as JSON')
    .action(async (server, options) => (await import('./commands/surfaces.ts')).surfaces(server, options));

  command(program, 'connections', 'list the connections of every workspace, and their state', { hasWorkspace: false })
    .option('--workspace <dir>', 'only the connections of this workspace')
    .option('--all', 'include those that were disconnected')
    .option('--json', 'print the connections as JSON')
    .action(async (options) => (await import('./commands/connections.ts')).listConnections(options));

  command(program, 'disconnect', 'remove a server from a configuration; without an id, the newest connection', {
    hasWorkspace: false,
  })
    .argument('[id]', 'the id that connect printed')
    .action(async (id) => (await import('./commands/connect.ts')).disconnect(id));

  command(
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
        return (await import('./commands/export-paclet.ts')).exportPaclet(options.output, options);
      }
      if (options.as === 'promptfoo') {
        if (server === undefined)
          throw new UsageError('promptfoo gets the tests of one server: export SERVER --as promptfoo.');
        return (await import('./commands/export-promptfoo.ts')).exportPromptfoo(server, options);
      }
      if (options.output !== undefined)
        throw new UsageError('--output is for --as paclet: redirect the text to a file.');
      return (await import('./commands/export-wolfram.ts')).exportWolfram(server, options);
    });

  command(
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
    .action(async (place, args, options) => (await import('./commands/import.ts')).importFrom(place, args, options));

  command(
    program,
    'doctor',
    'find out why a server does not appear in a client application; fails if there is an error',
  )
    .option('--project <dir>', 'the project folder', '.')
    .option('--start', 'also start each server as the application would')
    .option('--fix', 'do what can be undone: connect servers again, remove entries of deleted servers')
    .option('--json', 'print the findings as JSON')
    .action(async (options) => (await import('./commands/doctor.ts')).doctor(options));

  command(program, 'search', 'search one source as a prompt does, and print the results with their scores')
    .argument('<source>', 'name of the source')
    .argument('<query...>', 'what to look for')
    .option('--budget <tokens>', 'maximum number of tokens in the results', readBudget)
    .option('--limit <passages>', 'maximum number of passages', readCount)
    .option('--section <section>', 'only pages below this path, or with this title or heading')
    .option('--json', 'print the results with all details as JSON')
    .action(async (source, query, options) => (await import('./commands/search.ts')).search(source, query, options));

  command(program, 'page', 'print a page of a source as a model reads it')
    .argument('<source>', 'name of the source')
    .argument('<location...>', 'location or web address, as in results, or the title of the page')
    .option('--section <heading>', 'only the section with this heading, and what is around it')
    .option('--outline', 'only the headings, with the numbers of the parts')
    .option('--start <part>', 'the first part', readCount)
    .option('--budget <tokens>', 'maximum number of tokens', readBudget)
    .option('--json', 'print the page as JSON')
    .action(async (source, location, options) => (await import('./commands/page.ts')).page(source, location, options));

  command(program, 'fetch', 'fetch the pages of a source from the web, where they have changed')
    .argument('<source>', 'name of the source')
    .option('--json', 'print the outcome and the report as JSON')
    .action(async (source, options) => (await import('./commands/fetch.ts')).fetchSource(source, options));

  command(program, 'evaluate', 'measure the search quality of a source by the pages marked as right for its queries')
    .argument('<source>', 'name of the source')
    .option('--json', 'print the figures as JSON')
    .action(async (source, options) => (await import('./commands/evaluate.ts')).evaluate(source, options));

  return program;
}

/** Describes an option in the help. An empty default is left out: it says nothing. */
function describeOption(option: Option): string {
  const { defaultValue } = option;
  const isEmpty = defaultValue === '' || (Array.isArray(defaultValue) && defaultValue.length === 0);
  const shownOption: Option = isEmpty ? Object.create(option, { defaultValue: { value: undefined } }) : option;
  return new Help().optionDescription(shownOption);
}

/** Collects the values of an option that may be repeated. */
function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** @throws UsageError */
function readSeconds(text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`"${text}" is not a number of seconds.`);
  return Number(text);
}

/** Adds a command with the settings that all commands share. */
function command(
  program: Command,
  name: string,
  description: string,
  { hasWorkspace = true, ...options }: { isDefault?: boolean; hasWorkspace?: boolean } = {},
): Command {
  const subcommand = program.command(name, options).description(description).allowExcessArguments(false);
  return hasWorkspace ? subcommand.option('--workspace <dir>', 'the workspace folder') : subcommand;
}

/** Without this check, Commander would pass a misplaced or mistyped command to the default command as an argument. */
function refuseUnknownCommand(program: Command, argv: readonly string[]): void {
  const [first] = argv;
  if (first === undefined) return;
  const names = program.commands.map((subcommand) => subcommand.name());
  if (first.startsWith('-')) {
    const lateCommand = argv.find((word, index) => names.includes(word) && !takesValue.has(argv[index - 1] ?? ''));
    if (lateCommand !== undefined)
      throw new UsageError(`The command comes first: prompt-workbench ${lateCommand} … ${first}.`);
    return;
  }
  if (names.includes(first)) return;
  const suggestion = nearestName(first, names);
  throw new UsageError(
    `There is no command "${first}"${suggestion === undefined ? `; the commands are ${names.join(', ')}.` : didYouMean(suggestion)}`,
  );
}

/** An empty path is an unset variable of a script, and would mean the current folder. */
function refuseEmptyPaths(subcommand: Command): void {
  for (const option of subcommand.options) {
    const [, noun] = /<(dir|file)>/.exec(option.flags) ?? [];
    if (noun !== undefined && subcommand.getOptionValue(option.attributeName()) === '')
      throw new UsageError(
        `${option.long} is empty: name a ${noun === 'dir' ? 'folder' : 'file'}, or remove the option.`,
      );
  }
}

/** The options of `open` that take a value. */
const takesValue = new Set(['--workspace', '--port']);

/**
 * Turns Commander's `error: unknown option '--x'\n(Did you mean --y?)` into one sentence that says what to do.
 * @param command the command whose help to mention
 */
function asSentence(message: string, command: string | undefined): string {
  const [problem = '', hint] = message.replace(/^error: /, '').split('\n');
  const suggestion = /Did you mean (.+)\?/i.exec(hint ?? '')?.[1];
  const sentence = `${problem.charAt(0).toUpperCase()}${problem.slice(1)}`.replace(/\.$/, '');
  if (suggestion) return `${sentence}; did you mean ${suggestion}?`;
  if (/Allowed choices are/.test(sentence)) return `${sentence}.`;
  return `${sentence}; see prompt-workbench ${command === undefined ? '' : `${command} `}--help.`;
}
