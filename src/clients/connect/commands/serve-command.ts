/** The command that a client application starts to talk to one of the workspace's servers. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import type { StdioCommand } from '../../../outside/child-transport.ts';
import { folderVariables } from '../../../state/paths.ts';
import { stableNode } from './stable-node.ts';

/**
 * `node cli.cjs serve --workspace DIR --for CLIENT --ref REF -- SERVER`, every path absolute. `--` is there because a
 * server's name may look like an option. `forName` is the application that the server adapts to, if supported. `nodeFile` is the Node
 * that runs it: by default the one that ran `npm start`, else this process (Electron with ELECTRON_RUN_AS_NODE). A state
 * folder that the environment names is in the command's environment, so that the server knows what is allowed.
 */
export function serveCommand({
  cliFile,
  workspaceDir,
  server,
  forName,
  ref,
  nodeFile = defaultNode(),
}: {
  readonly cliFile: string;
  readonly workspaceDir: string;
  readonly server: string;
  readonly forName?: string | undefined;
  /** What the server follows instead of the folder. */
  readonly ref?: string | undefined;
  readonly nodeFile?: string | undefined;
}): StdioCommand {
  const forClient = forName === undefined ? [] : ['--for', forName];
  const refOption = ref === undefined ? [] : [`--ref=${ref}`];
  const args = [cliFile, 'serve', '--workspace', workspaceDir, ...forClient, ...refOption, '--', server];
  const env = { ...(nodeFile === undefined && { ELECTRON_RUN_AS_NODE: '1' }), ...folderVariables() };
  const command = nodeFile ?? electronFile();
  return Object.keys(env).length === 0 ? { command, args } : { command, args, env };
}

/** The Node that ran `npm start` (`PROMPT_WORKBENCH_NODE`), else this process if it is Node. */
function defaultNode(): string | undefined {
  const nodePath = process.env.PROMPT_WORKBENCH_NODE;
  if (nodePath !== undefined && isAbsolute(nodePath) && existsSync(nodePath)) return stableNode(nodePath, homedir());
  return process.versions.electron === undefined ? stableNode(process.execPath, homedir()) : undefined;
}

/** The desktop app. An AppImage is mounted at another path at each start, but its own file stays. */
function electronFile(): string {
  const { APPIMAGE, APPDIR } = process.env;
  // A terminal inside another AppImage sets them too.
  const isAppImage = APPIMAGE && APPDIR && process.execPath.startsWith(`${APPDIR}/`);
  return isAppImage ? APPIMAGE : process.execPath;
}
