import { formatCount } from '../../../base/text/format-count.ts';
import { stateDir, workspaceDir } from '../../../state/paths.ts';
import { logToStderr } from '../../log.ts';
import { exitCodes } from '../../outcome.ts';
import { print, printJson } from '../../print.ts';
import { problemLine } from '../../problem-line.ts';

/** Prints every problem of the workspace; exit code 1 if one of them is an error. */
export async function check(options: { workspace?: string; json?: boolean }): Promise<void> {
  const [{ openLibrary }, { findMissingFolders }, { openTrust }, { trustView }, { openAccess }] = await Promise.all([
    import('../../../library/open-library.ts'),
    import('../../../search/sources/missing-folders.ts'),
    import('../../../trust/open-trust.ts'),
    import('../../../trust/trust-view.ts'),
    import('../../../team/access/open-access.ts'),
  ]);
  const dir = workspaceDir(options.workspace);
  const library = await openLibrary(dir);
  const trust = openTrust({ workspaceDir: dir, stateDir: stateDir(), log: logToStderr });
  const { files, servers } = library.snapshot();
  const access = await openAccess(library.dir, servers);
  const problems = [...library.snapshot().problems, ...(await findMissingFolders(library, trust)), ...access.problems];
  const { isTrusted, asks } = await trustView(files, trust);
  await library.close();
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  if (options.json) printJson(problems);
  else {
    print(problems.map(problemLine).join(''));
    if (!isTrusted && asks.some(({ isAllowed }) => !isAllowed))
      process.stderr.write('This workspace is restricted: prompt-workbench trust --list shows what it asks for.\n');
    process.stderr.write(`${summary(files.length, errors, problems.length - errors)}\n`);
  }
  if (errors > 0) process.exitCode = exitCodes.failure;
}

function summary(files: number, errors: number, warnings: number): string {
  const countText = [formatCount(errors, 'error'), formatCount(warnings, 'warning')].join(' and ');
  return `${formatCount(files, 'file')} checked: ${errors + warnings === 0 ? 'no problems' : countText}.`;
}
