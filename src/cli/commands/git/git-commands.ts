/** Adds the commands about the git repository of the workspace. Each command loads its own code when it runs. */
import { type Command, Option } from 'commander';
import { addCommand } from '../../add-command.ts';

export function addGitCommands(program: Command): void {
  addCommand(
    program,
    'diff',
    'print what has changed since a git commit, and what each client application reads differently',
  )
    .argument('<commit>', 'a branch, tag or commit of the workspace folder')
    .option('--markdown', 'print it as Markdown')
    .addOption(new Option('--json', 'print it as JSON').conflicts('markdown'))
    .action(async (ref, options) => (await import('./diff.ts')).diff(ref, options));

  addCommand(program, 'publish', 'commit changed prompts and other definitions in git, and push them')
    .argument('[prompt...]', 'catalogue names or files; by default everything that has changed')
    .option('--message <text>', 'the message of the commit; by default what has changed, in words')
    .option('--branch <name>', 'commit on this branch; created if it does not exist')
    .option('--push', "push the branch, and print the address of the pull request's page")
    .option('--dry-run', 'print what would be committed, and change nothing')
    .option('--json', 'print it as JSON')
    .action(async (chosenNames, options) => (await import('./publish.ts')).publishCommand(chosenNames, options));

  addCommand(program, 'pull', 'fetch what others have published, and merge it by field, argument and message')
    .option('--ours [place...]', 'where both sides changed a place, keep what is here; without a place, everywhere')
    .option('--theirs [place...]', 'the same, but take what others have published')
    .option('--json', 'print the outcome as JSON')
    .action(async (options) => (await import('./pull.ts')).pullCommand(options));

  addCommand(
    program,
    'blame',
    'print who last changed each field, argument and message of a prompt, according to the git commits',
  )
    .argument('<server>', 'name of the server')
    .argument('<prompt>', 'name of the prompt, as the server lists it')
    .option('--json', 'print it as JSON')
    .action(async (server, prompt, options) => (await import('./blame.ts')).blameCommand(server, prompt, options));
}
