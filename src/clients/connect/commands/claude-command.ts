/** Commands of Claude Code that edit the file that it writes while it runs: `claude mcp add-json` and `claude mcp remove`. */
import { execFile } from 'node:child_process';
import { WorkbenchError } from '../../../base/errors.ts';
import type { Entry, Scope } from '../../applications/application.ts';
import { claudeAddArguments } from '../../applications/claude-code.ts';

/** The entry that a command changes. */
export interface ClaudeTarget {
  /** The absolute path of `claude`. */
  readonly program: string;
  readonly scope: Scope;
  readonly name: string;
  /** For the scope `local`: the project's folder, which is the key of the entry. */
  readonly cwd: string;
}

const timeoutMs = 60_000;

/** @throws WorkbenchError `failed` with the message of Claude Code */
export async function addWithClaude(target: ClaudeTarget, entry: Entry): Promise<void> {
  await runClaude(target, claudeAddArguments(target.scope, target.name, entry));
}

/** @throws WorkbenchError `failed` with the message of Claude Code */
export async function removeWithClaude(target: ClaudeTarget): Promise<void> {
  await runClaude(target, ['mcp', 'remove', '-s', target.scope, '--', target.name]);
}

/** Runs without a shell. The exit code and the output say little, so the caller reads the file again. */
function runClaude({ program, cwd }: ClaudeTarget, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { cwd, timeout: timeoutMs }, (error, stdout, stderr) => {
      if (!error) return resolve();
      const message = `${stderr}\n${stdout}`.split(/\r?\n/).find((line) => line.trim() !== '') ?? error.message;
      const command = `claude ${args.slice(0, 2).join(' ')}`;
      reject(new WorkbenchError('failed', `Claude Code refused "${command}": ${message.trim()}`, { cause: error }));
    });
    child.stdin?.end();
  });
}
