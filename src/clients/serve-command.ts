/** The command that a client application starts to talk to one of the workspace's servers. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** Started without a shell and without a search along PATH: `command` is an absolute path. */
export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * `node cli.cjs serve SERVER --workspace DIR`, every path absolute. `nodeFile` is the Node that runs it: by default the
 * one `defaultNode` finds, else this process's Electron, told to be a Node.
 */
export function serveCommand({
  cliFile,
  workspaceDir,
  server,
  nodeFile = defaultNode(),
}: {
  readonly cliFile: string;
  readonly workspaceDir: string;
  readonly server: string;
  readonly nodeFile?: string | undefined;
}): StdioCommand {
  const args = [cliFile, 'serve', server, '--workspace', workspaceDir];
  return nodeFile === undefined
    ? { command: process.execPath, args, env: { ELECTRON_RUN_AS_NODE: '1' } }
    : { command: nodeFile, args };
}

/** The Node that `npm start` ran on (`PROMPT_WORKBENCH_NODE`), else this process if it is one. */
export function defaultNode(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = env.PROMPT_WORKBENCH_NODE;
  if (named !== undefined && isAbsolute(named) && existsSync(named)) return named;
  return process.versions.electron === undefined ? process.execPath : undefined;
}
