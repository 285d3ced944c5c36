/** The calls that list advice and apply its corrections. */
import { WorkbenchError } from '../../../base/errors.ts';
import type { Handlers } from '../../../contract/contract.ts';
import { shortSha256 } from '../../../files/sha256.ts';
import type { Library } from '../../../library/types.ts';
import type { LintProblem } from '../../../lint/rules.ts';

export function lintHandlers(library: Library): Pick<Handlers, `lint.${'list' | 'fix'}`> {
  const find = async () => {
    const { lintWorkspace } = await import('../../../lint/lint-workspace.ts');
    // What is wrong with the settings is among the problems of the workspace.
    return (await lintWorkspace(library)).filter(({ rule }) => rule !== 'settings');
  };
  return {
    'lint.list': async () =>
      (await find()).map(({ fix, at, ...problem }) => ({
        ...problem,
        id: idOf({ ...problem, at, ...(fix && { fix }) }),
        at: [...at],
        ...(fix && { fix: fix.label }),
      })),
    async 'lint.fix'({ id }) {
      const problem = (await find()).find((lintProblem) => idOf(lintProblem) === id);
      if (!problem?.fix) throw new WorkbenchError('conflict', 'The file has changed since: read the advice again.');
      const result = await library.edit(problem.file, problem.fix.edits, { label: problem.fix.label });
      if (result.kind === 'conflict')
        throw new WorkbenchError('conflict', `${problem.file} was just changed by another program: try again.`);
      return {};
    },
  };
}

function idOf({ rule, file, line, column, at, fix }: LintProblem): string {
  const text = JSON.stringify([rule, file, line, column, at, fix?.edits]);
  return shortSha256(text);
}
