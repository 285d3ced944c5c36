/** `lint`: prints advice about prompts and tools that have no error. */
import { WorkbenchError } from '../../../base/errors.ts';
import { formatCount } from '../../../base/text/format-count.ts';
import type { Library } from '../../../library/types.ts';
import type { LintProblem } from '../../../lint/rules.ts';
import { workspaceDir } from '../../../state/paths.ts';
import { exitCodes } from '../../outcome.ts';
import { onOneLine, print, printError, printJson } from '../../print.ts';

interface LintOptions {
  readonly workspace?: string;
  readonly fix?: boolean;
  readonly json?: boolean;
}

/** Exit code 1 if the settings make one of the findings an error. */
export async function lint(options: LintOptions): Promise<void> {
  const [{ openLibrary }, { lintWorkspace }] = await Promise.all([
    import('../../../library/open-library.ts'),
    import('../../../lint/lint-workspace.ts'),
  ]);
  const library = await openLibrary(workspaceDir(options.workspace), { watch: false });
  try {
    const fixedCount = options.fix ? await fixAll(library, lintWorkspace) : 0;
    const problems = await lintWorkspace(library);
    if (options.json) printJson(problems);
    else {
      print(problems.map(line).join(''));
      printError(`${summary(problems, fixedCount)}\n`);
    }
    if (problems.some(({ severity }) => severity === 'error')) process.exitCode = exitCodes.failure;
  } finally {
    await library.close();
  }
}

/** Applies one fix after another, because each may move what the next one corrects. @returns their number */
async function fixAll(library: Library, find: (library: Library) => Promise<readonly LintProblem[]>): Promise<number> {
  // A fix that corrects nothing would otherwise be tried forever.
  const triedFixes = new Set<string>();
  for (;;) {
    const open = (await find(library)).flatMap(({ file, fix }) => (fix ? [{ file, edits: fix.edits }] : []));
    const next = open.find((candidate) => !triedFixes.has(JSON.stringify(candidate)));
    if (!next) return triedFixes.size;
    triedFixes.add(JSON.stringify(next));
    const result = await library.edit(next.file, next.edits);
    if (result.kind === 'conflict')
      throw new WorkbenchError('conflict', `${next.file} was changed by another program: run lint --fix again.`);
    await library.settled();
  }
}

/** `prompts/greet.yaml:3:8: warning title-is-name: …`, and what --fix does. */
function line({ file, line: at, column, severity, rule, message, fix }: LintProblem): string {
  const advice = fix ? ` (--fix: ${fix.label})` : '';
  return `${onOneLine(`${file}:${at}:${column}: ${severity} ${rule}: ${message}${advice}`)}\n`;
}

function summary(problems: readonly LintProblem[], fixedCount: number): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const fixedText = fixedCount === 0 ? '' : `${formatCount(fixedCount, 'finding')} fixed. `;
  if (problems.length === 0) return `${fixedText}Nothing to improve.`;
  return `${fixedText}${formatCount(errors, 'error')} and ${formatCount(problems.length - errors, 'warning')}.`;
}
