/** Adds the commands that check the workspace and its answers. Each command loads its own code when it runs. */
import { type Command, Option } from 'commander';
import { addCommand } from '../../add-command.ts';
import { readRunSeconds } from '../../number-arguments.ts';
import { readTime } from '../../time-arguments.ts';

export function addCheckingCommands(program: Command): void {
  addCommand(program, 'check', 'print every problem of the workspace as file:line:column; fails if there is an error')
    .option('--json', 'print the problems as JSON')
    .action(async (options) => (await import('./check.ts')).check(options));

  addCommand(
    program,
    'lint',
    'print advice about prompts and tools that have no error; fails if workbench.yaml makes a finding an error',
  )
    .option('--fix', 'make the corrections that need no decision')
    .option('--json', 'print the findings as JSON')
    .action(async (options) => (await import('./lint.ts')).lint(options));

  addCommand(
    program,
    'test',
    'run the tests of the prompts and tools on what clients receive; fails if one of them fails',
  )
    .argument('[server]', 'name of the server; by default all servers of the workspace')
    .argument('[prompt]', 'name of one prompt or tool')
    .option('--with <runner>', 'also run the tests of answers, with what "runners" lists')
    .option('--model <model>', 'with --with: the model')
    .option('--timeout <seconds>', 'with --with: the time limit of one run', readRunSeconds)
    .option('--update', 'write the snapshots instead of comparing them')
    .option('--watch', 'run them again after every change, until Ctrl+C')
    .option('--junit <file>', 'also write the results as JUnit XML')
    .option('--markdown', 'print the results as Markdown')
    .addOption(new Option('--json', 'print the results as JSON').conflicts('markdown'))
    .action(async (server, prompt, options) => (await import('./test.ts')).test(server, prompt, options));

  addCommand(
    program,
    'replay',
    'play the kept calls of client applications against the files; without a server, print whether calls are kept',
  )
    .argument('[server]', 'name of the server')
    .option('--since <time>', 'only calls since then: 7d, 12h, 2026-11-20', (text) => readTime(text))
    .option('--against <commit>', 'compare with a commit instead of with the original answers of the calls')
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
    .option('--days <number>', 'delete calls after this number of days')
    .option('--clear', 'delete the kept calls of this workspace')
    .option('--json', 'print the outcome as JSON')
    .action(async (server, options) => (await import('./replay.ts')).replay(server, options));
}
