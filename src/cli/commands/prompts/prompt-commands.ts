/** Adds the commands that list, fetch and run prompts. Each command loads its own code when it runs. */
import type { Command } from 'commander';
import { maxRunLimits } from '../../../model/run-limits.ts';
import { addCommand } from '../../add-command.ts';
import { readCountUpTo, readRunSeconds } from '../../number-arguments.ts';
import { addSkillCommands } from './skill-commands.ts';

export function addPromptCommands(program: Command): void {
  addCommand(
    program,
    'list',
    'list the servers of the workspace, or the prompts of one of them, as an MCP client sees them',
  )
    .argument('[server]', 'name of the server')
    .option('--json', 'print the result of prompts/list as JSON')
    .action(async (server, options) => (await import('./list.ts')).list(server, options));

  addCommand(program, 'catalogue', 'list the built-in prompts and tools, and which of them work on this computer', {
    hasWorkspace: false,
  })
    .option('--json', 'print the list as JSON')
    .action(async (options) => (await import('./catalogue.ts')).listCatalogue(options));

  addCommand(program, 'get', 'fetch one prompt through the real server and print its messages')
    .argument('<server>', 'name of the server')
    .argument('<prompt>', 'name of the prompt, as the server lists it')
    .argument('[name=value...]', 'values for its arguments')
    .option('--json', 'print the result of prompts/get as JSON')
    .action(async (server, prompt, values, options) => (await import('./get.ts')).get(server, prompt, values, options));

  addSkillCommands(
    addCommand(
      program,
      'skill',
      'list the skills of a server, print the SKILL.md of one, or install and uninstall them',
    ),
  );

  addCommand(program, 'run', 'run one prompt with a model or an agent on this computer, and print the answer')
    .argument('<server>', 'name of the server')
    .argument('<prompt>', 'name of the prompt, as the server lists it')
    .argument('[name=value...]', 'values for its arguments')
    .option('--with <runner>', 'what answers, as "runners" lists it')
    .option('--model <model>', 'the model; by default the only one of the runner, or its own choice')
    .option('--sample <name>', "take the values of one of the prompt's samples; name=value overrides individual values")
    .option('--timeout <seconds>', 'the time limit', readRunSeconds)
    .option(
      '--max-tokens <number>',
      'the maximum number of tokens in the answer, where the runner can limit it',
      readCountUpTo(maxRunLimits.maxOutputTokens),
    )
    .option(
      '--allow <kinds>',
      'what an agent may do without asking, such as read,fetch: read, search, fetch, edit, move, delete, execute, other, or all',
    )
    .option('--json', 'print the outcome as JSON')
    .action(async (server, prompt, values, options) =>
      (await import('./run.ts')).runPrompt(server, prompt, values, options),
    );

  addCommand(program, 'reach', 'check what reaches the model of an installed client application against the simulation')
    .argument('<server>', 'name of the server')
    .argument('<prompt>', 'name of the prompt, as the server lists it')
    .argument('[name=value...]', 'values for its arguments')
    .option(
      '--client <client>',
      'the client application: claude-code, gemini-cli, opencode, qwen-code, codex or copilot-cli',
    )
    .option('--sample <name>', "take the values of one of the prompt's samples; name=value overrides individual values")
    .option('--timeout <seconds>', 'the time limit', readRunSeconds)
    .option('--json', 'print the outcome as JSON')
    .action(async (server, prompt, values, options) =>
      (await import('./reach.ts')).reachModel(server, prompt, values, options),
    );

  addCommand(program, 'runners', 'list what can answer a prompt, and whether it is ready; add addresses and keys', {
    hasWorkspace: false,
  })
    .option('--add <id>', 'add an address that answers as the OpenAI API does, with --url')
    .option('--url <address>', 'with --add: the address, up to /chat/completions')
    .option('--model <model>', 'with --add: the model that a run uses if it names none')
    .option('--set-key <id>', 'store the key of a runner, which is read from standard input')
    .option('--remove <id>', 'remove a runner that you have added, and the key of any runner')
    .option('--revoke <id>', 'revoke your agreement to what a runner gets; the window then asks again')
    .option('--json', 'print the runners as JSON')
    .action(async (options) => (await import('./runners.ts')).runners(options));

  addCommand(program, 'prices', 'list what models cost, for runs whose runner reports no cost; set your own prices', {
    hasWorkspace: false,
  })
    .option('--set <model=in/out>', 'set your price for a model, in US dollars per million tokens in and out')
    .option('--remove <model>', 'remove your price for a model')
    .option('--known <use>', 'whether the listed prices are used: yes or no')
    .option('--json', 'print the prices as JSON')
    .action(async (options) => (await import('./prices.ts')).prices(options));
}
