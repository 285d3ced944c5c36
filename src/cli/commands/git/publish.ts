/** `publish`: commits chosen definitions, pushes them, and prints where to open a pull request. */
import { WorkbenchError } from '../../../base/errors.ts';
import type { PushFailure } from '../../../publish/push.ts';
import { workspaceDir } from '../../../state/paths.ts';
import { print, printJson } from '../../print.ts';

interface PublishCommand {
  readonly workspace?: string;
  readonly message?: string;
  readonly branch?: string;
  readonly push?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const signs = { added: '+', removed: '-', changed: '~' } as const;

export async function publishCommand(names: readonly string[], options: PublishCommand): Promise<void> {
  const [{ openLibrary }, { locateRepository }, { planPublishing }, { findBranch, publish }] = await Promise.all([
    import('../../../library/open-library.ts'),
    import('../../../git/repository.ts'),
    import('../../../publish/publish-plan.ts'),
    import('../../../publish/publish.ts'),
  ]);
  const dir = workspaceDir(options.workspace);
  const library = await openLibrary(dir, { watch: false });
  try {
    const place = await locateRepository(dir);
    const plan = await planPublishing(library, place, names);
    const message = options.message ?? plan.message;
    const planView = {
      message,
      files: plan.files.map(({ path }) => path),
      definitions: plan.definitions.map(({ kind, name, file, change, summary }) => ({
        kind,
        name,
        file,
        change,
        ...(summary !== undefined && { summary }),
      })),
      notes: plan.notes,
    };
    if (options.dryRun) {
      const branch = await findBranch(dir, plan.state, options);
      if (options.json) return printJson({ ...planView, branch });
      if (plan.files.length === 0) return print('Nothing has changed since the last commit.\n');
      const lines = plan.files.map(({ path }) => `  ${path}\n`).join('');
      return print(`Would commit on ${branch}:\n${lines}\n${message}\n${notesText(plan.notes)}`);
    }
    const outcome = await publish(place, plan, options);
    const pushFailure = outcome.pushFailure && pushFailureSentence(outcome.pushFailure);
    if (options.json) printJson({ ...planView, ...outcome, ...(pushFailure !== undefined && { pushFailure }) });
    else {
      const lines = planView.definitions.map(
        ({ kind, name, change, summary }) =>
          `  ${signs[change]} ${kind} ${name}${summary === undefined ? '' : `: ${summary}`}\n`,
      );
      const otherLines = plan.otherPaths.map((path) => `  ${path}\n`);
      if (outcome.commit !== undefined)
        print(
          `Committed on ${outcome.branch} as ${outcome.commit.slice(0, 9)}:\n${[...lines, ...otherLines].join('')}`,
        );
      print(notesText(plan.notes));
      if (outcome.pushed) print(`Pushed to ${outcome.pushed.to}.\n`);
      if (outcome.pushed?.page !== undefined) print(`Open a pull request: ${outcome.pushed.page}\n`);
    }
    if (pushFailure !== undefined) throw new WorkbenchError('failed', pushFailure);
  } finally {
    await library.close();
  }
}

function pushFailureSentence(failure: PushFailure): string {
  switch (failure.reason) {
    case 'behind':
      return `${failure.to} has commits that are not here: run prompt-workbench pull, then publish --push.`;
    case 'login':
      return `${failure.remote} did not accept the login: log in with git, then run prompt-workbench publish --push.`;
    case 'other':
      return failure.message;
  }
}

function notesText(notes: readonly string[]): string {
  return notes.map((note) => `Note: ${note}\n`).join('');
}
