/** Opens other workspaces from the window of one: each gets its own workbench process and its own link. */
import { type ChildProcess, spawn } from 'node:child_process';
import { WorkbenchError } from '../../../base/errors.ts';

export interface WorkspaceOpener {
  /** @returns the link of the workspace's window @throws WorkbenchError `unavailable` with the reason of the process */
  open(dir: string): Promise<string>;
  /** Ends the processes that this one started. */
  close(): void;
}

/** The last output of a process that did not start is the reason. */
const maxOutput = 4_000;

/** @param cliFile the built command line */
export function createWorkspaceOpener(cliFile: string): WorkspaceOpener {
  const children = new Set<ChildProcess>();
  return {
    open(dir) {
      const child = spawn(process.execPath, [cliFile, 'open', '--no-browser', '--workspace', dir], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.add(child);
      return new Promise((resolve, reject) => {
        let output = '';
        const read = (chunk: Buffer) => {
          output = (output + String(chunk)).slice(-maxOutput);
          const [link] = /http:\/\/127\.0\.0\.1:\d+\/#\S+/.exec(output) ?? [];
          if (link) resolve(link);
        };
        const fail = (reason: string) =>
          reject(new WorkbenchError('unavailable', `Couldn't open ${dir}: ${reason || 'the workbench ended.'}`));
        child.stdout.on('data', read);
        child.stderr.on('data', read);
        child.once('error', (error) => fail(error.message));
        child.once('exit', () => {
          children.delete(child);
          fail(output.trim().split('\n').at(-1) ?? '');
        });
      });
    },
    close() {
      for (const child of children) child.kill('SIGTERM');
    },
  };
}
