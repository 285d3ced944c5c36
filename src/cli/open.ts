import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { linkFile, runningLink } from '../host/link-file.ts';
import { startLoopbackHost } from '../host/loopback.ts';
import { WorkbenchError } from '../model/errors.ts';
import { cacheDir, stateDir, workspaceDir } from '../paths.ts';
import { openWorkbench } from '../workbench.ts';
import { logToStderr } from './log.ts';
import { untilToldToStop } from './until-told-to-stop.ts';

/**
 * Opens the workbench in the browser and keeps it open until the process is told to stop. Where this workspace is open
 * already, that workbench comes up instead.
 */
export async function open(options: { workspace?: string; port?: number; browser: boolean }): Promise<void> {
  const dist = dirname(__filename);
  const dir = workspaceDir(options.workspace);
  const link = linkFile(stateDir(), dir);
  const running = await runningLink(link, dir);
  if (running !== undefined) {
    process.stdout.write(`The workbench is open already: ${running}\n`);
    if (options.browser) openBrowser(running);
    return;
  }
  const workbench = await openWorkbench({
    workspaceDir: dir,
    stateDir: stateDir(),
    cacheDir: cacheDir(),
    cliFile: __filename,
    samplesDir: join(dirname(dist), 'samples'),
    log: logToStderr,
  });
  const host = await startLoopbackHost({
    core: workbench,
    rendererDir: join(dist, 'renderer'),
    ...(options.port === undefined ? {} : { port: options.port }),
    linkFile: link,
    log: logToStderr,
  }).catch(async (error: NodeJS.ErrnoException) => {
    await workbench.close();
    throw portTaken(error, options.port) ?? error;
  });
  process.stdout.write(`Workspace: ${workbench.dir}\nWorkbench: ${host.url}\nPress Ctrl+C to close it.\n`);
  if (options.browser) openBrowser(host.url);
  await untilToldToStop();
  await host.close();
  await workbench.close();
  process.exit();
}

function portTaken(error: NodeJS.ErrnoException, port: number | undefined): WorkbenchError | undefined {
  if (error.code !== 'EADDRINUSE') return undefined;
  return new WorkbenchError(
    'unavailable',
    `Port ${port} is taken by another program; choose another, or leave --port out.`,
  );
}

/** The default browser, where there is one. Whether it came up cannot be known; the address is printed in any case. */
function openBrowser(url: string): void {
  const command = browserCommand();
  if (!command) return;
  const [program, ...args] = command;
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}

function browserCommand(): readonly [string, ...string[]] | undefined {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}
