/** The program: its commands, its help, and what it says of a wrong command line. */
import { Command, CommanderError, Help, type Option } from 'commander';
import { nearestName } from '../base/text/near-names.ts';
import { failureSentence } from '../files/file-errors.ts';
import { addCheckingCommands } from './commands/checking/checking-commands.ts';
import { addConnectingCommands } from './commands/connecting/connecting-commands.ts';
import { addExchangeCommands } from './commands/exchange/exchange-commands.ts';
import { addGitCommands } from './commands/git/git-commands.ts';
import { addPromptCommands } from './commands/prompts/prompt-commands.ts';
import { addSearchCommands } from './commands/search/search-commands.ts';
import { addServingCommands } from './commands/serving/serving-commands.ts';
import { addTeamCommands } from './commands/team/team-commands.ts';
import { addToolCommands } from './commands/tools/tool-commands.ts';
import { didYouMean, exitCodes, UsageError } from './outcome.ts';
import { printError, startOutput } from './print.ts';

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
  startOutput();
  const argv = withCurrentName(givenArgv);
  // The reader may close the pipe early: `prompt-workbench list Docs | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    printError(`${failureSentence("Can't write the output", error)}\n`);
    process.exit(exitCodes.failure);
  });
  const program = createProgram().hook('preAction', (_, subcommand) => refuseEmptyValues(subcommand));
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

  addServingCommands(program);
  addPromptCommands(program);
  addTeamCommands(program);
  addToolCommands(program);
  addCheckingCommands(program);
  addGitCommands(program);
  addConnectingCommands(program);
  addExchangeCommands(program);
  addSearchCommands(program);
  return program;
}

/** Describes an option in the help. An empty default is left out: it says nothing. */
function describeOption(option: Option): string {
  const { defaultValue } = option;
  const isEmpty = defaultValue === '' || (Array.isArray(defaultValue) && defaultValue.length === 0);
  const shownOption: Option = isEmpty ? Object.create(option, { defaultValue: { value: undefined } }) : option;
  return new Help().optionDescription(shownOption);
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

/** An empty value is an unset variable of a script. As a path it would mean the current folder. */
function refuseEmptyValues(subcommand: Command): void {
  for (const option of subcommand.options) {
    if (subcommand.getOptionValue(option.attributeName()) !== '' || option.defaultValue === '') continue;
    const [, noun] = /<(dir|file)>/.exec(option.flags) ?? [];
    const advice = noun === undefined ? 'give it a value' : `name a ${noun === 'dir' ? 'folder' : 'file'}`;
    throw new UsageError(`${option.long} is empty: ${advice}, or remove the option.`);
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
