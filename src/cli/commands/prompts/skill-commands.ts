/** Adds the subcommands of `skill`. They take precedence over servers of the same names. */
import { type Command, Option } from 'commander';
import { UsageError } from '../../outcome.ts';
import type { InstallOptions, ListOptions, PlaceOptions } from './skill-install.ts';

/** Adds the arguments and the commands of `skill`. */
export function addSkillCommands(skill: Command): void {
  skill
    .argument('<server>', 'name of the server')
    .argument('[skill]', 'name of the skill')
    .option('--json', 'print what skills/list or skills/get answers, as JSON')
    .action(async (server, name, options) => (await import('./skill.ts')).skill(server, name, options));

  skill
    .command('list')
    .description('the same, even for a server whose name is one of these commands')
    .argument('<server>', 'name of the server')
    .argument('[skill]', 'name of the skill')
    .option('--workspace <dir>', 'the workspace folder')
    .option('--json', 'print what skills/list or skills/get answers, as JSON')
    .action(async (server, name, _, command: Command) =>
      (await import('./skill.ts')).skill(server, name, optionsOf(command)),
    );

  addPlacedCommand(skill, 'install', 'put skills where a client application reads them, as folders with SKILL.md')
    .argument('<server>', 'name of the server')
    .argument('[skill...]', 'names of skills; by default all of the server')
    .option('--keep', 'keep them in step while the workbench is open')
    .option('--workspace <dir>', 'the workspace folder')
    .action(async (server, names, _, command: Command) => {
      const options = optionsOf<InstallOptions>(command);
      await assertReader(options.for);
      return (await import('./skill-install.ts')).installSkills(server, names, options);
    });

  addPlacedCommand(skill, 'uninstall', 'remove installed skills')
    .argument('<skill...>', 'names of skills')
    .action(async (names, _, command: Command) => {
      const options = optionsOf<PlaceOptions>(command);
      await assertReader(options.for);
      return (await import('./skill-install.ts')).uninstallSkills(names, options);
    });

  skill
    .command('installed')
    .description('list your installed skills and those of a project, and which of them differ from the workspace')
    .option('--project <dir>', 'the project folder', '.')
    .option('--workspace <dir>', 'the workspace folder')
    .option('--json', 'print them as JSON')
    .action(async (_, command: Command) =>
      (await import('./skill-install.ts')).listInstalledSkills(optionsOf<ListOptions>(command)),
    );

  skill
    .command('undo')
    .description('undo an installation or uninstallation: restore every file')
    .argument('<id>', 'the id that install or uninstall printed')
    .action(async (id) => (await import('./skill-install.ts')).undoSkill(id));
}

/** Commander gives options that `skill` has too, such as `--json`, to `skill`. */
function optionsOf<Options>(command: Command): Options {
  return command.optsWithGlobals() as Options;
}

/** A command that changes the folder of a client application. */
function addPlacedCommand(skill: Command, name: string, description: string): Command {
  return skill
    .command(name)
    .description(description)
    .allowExcessArguments(false)
    .option('--for <client>', 'the client application, such as claude-code or codex')
    .addOption(
      new Option('--scope <scope>', 'for all your projects, or for one project')
        .choices(['user', 'project'])
        .default('project'),
    )
    .option('--project <dir>', 'the project folder', '.')
    .option('--discard-changes', 'replace or delete files that were changed after they were installed')
    .option('--dry-run', 'show the exact change and write nothing')
    .option('--json', 'print the changes and their outcome as JSON');
}

async function assertReader(id: string | undefined): Promise<void> {
  const { skillReaders } = await import('../../../clients/skills/skill-folders.ts');
  const ids = skillReaders.map((reader) => reader.id);
  if (id === undefined) throw new UsageError(`For which client application? Add --for with one of ${ids.join(', ')}.`);
  if (ids.includes(id)) return;
  const { skillReaderOf } = await import('../../../clients/skills/skill-places.ts');
  try {
    skillReaderOf(id);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
