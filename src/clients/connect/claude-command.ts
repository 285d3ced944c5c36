/** Claude Code's own commands for its own file, which it writes while it runs: `claude mcp add-json` and `mcp remove`. */
import { execFile } from 'node:child_process';
import { WorkbenchError } from '../../base/errors.ts';
import type { Entry, Scope } from '../applications/application.ts';

/** What a command needs to find its place. */
export interface ClaudeTarget {
  /** The absolute path of `claude`. */
  readonly program: string;
  readonly scope: Scope;
  readonly name: string;
  /** For the scope `local`: the project's folder, by which Claude Code finds the entry. */
  readonly cwd: string;
}

const patienceMilliseconds = 60_000;

/** @throws WorkbenchError `failed` with what Claude Code said */
export async function addWithClaude(target: ClaudeTarget, entry: Entry): Promise<void> {
  await runClaude(target, addArguments(target, JSON.stringify(entry)));
}

/** @throws WorkbenchError `failed` with what Claude Code said */
export async function removeWithClaude(target: ClaudeTarget): Promise<void> {
  await runClaude(target, ['mcp', 'remove', '-s', target.scope, '--', target.name]);
}

/** The command as a person would type it in a POSIX shell. */
export function addCommandText(scope: Scope, name: string, entry: Entry): string {
  return shellText(['claude', ...addArguments({ scope, name }, JSON.stringify(entry))]);
}

/** Words for a POSIX shell, quoted where they have to be. */
export function shellText(words: readonly string[]): string {
  return words
    .map((word) => (/^[A-Za-z0-9_./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

function addArguments({ scope, name }: Pick<ClaudeTarget, 'scope' | 'name'>, json: string): string[] {
  return ['mcp', 'add-json', '-s', scope, '--', name, json];
}

/** Without a shell. Its exit code and its words are what is known of the outcome; the file is read again by the caller. */
function runClaude({ program, cwd }: ClaudeTarget, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { cwd, timeout: patienceMilliseconds }, (error, stdout, stderr) => {
      if (!error) return resolve();
      const said = `${stderr}\n${stdout}`.split(/\r?\n/).find((line) => line.trim() !== '') ?? error.message;
      const what = `claude ${args.slice(0, 2).join(' ')}`;
      reject(new WorkbenchError('failed', `Claude Code refused "${what}": ${said.trim()}`, { cause: error }));
    });
    child.stdin?.end();
  });
}
