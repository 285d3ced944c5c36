import { dirname, join } from 'node:path';
import { claimOrJoin } from '../../../app/browser-host/claim-or-join.ts';
import { startLoopbackHost } from '../../../app/browser-host/loopback.ts';
import { openWorkbench } from '../../../app/workbench.ts';
import { WorkbenchError } from '../../../base/errors.ts';
import { failureSentence } from '../../../files/file-errors.ts';
import { cacheDir, stateDir, workspaceDir } from '../../../state/paths.ts';
import type { OwnClaim } from '../../../state/workspace-claim.ts';
import { logToStderr } from '../../log.ts';
import { openBrowser } from '../../open-browser.ts';
import { reportFailure } from '../../outcome.ts';
import { print } from '../../print.ts';
import { waitForStop } from '../../stop-signals.ts';
import { createWorkspaceOpener } from './open-workspaces.ts';

export interface OpenOptions {
  readonly workspace?: string;
  readonly port?: number;
  readonly browser: boolean;
}

const aboutLink =
  'The link works once, within 60 seconds; run prompt-workbench open (or npm start) again for a new one.';

/**
 * Opens the workbench in the browser until Ctrl+C. If a workbench already has this workspace open, opens another window
 * of it instead.
 */
export async function open(options: OpenOptions): Promise<void> {
  const dir = workspaceDir(options.workspace);
  const entry = await claimOrJoin(stateDir(), dir, 'browser', logToStderr);
  if (entry.kind === 'running') {
    print(`The workbench is already open: ${entry.link}\n${aboutLink}\n`);
    if (options.browser) await openBrowser(entry.link, stateDir());
    return;
  }
  try {
    await keepOpen(dir, entry.claim, options);
  } catch (error) {
    reportFailure(error);
  } finally {
    await entry.claim?.release().catch(() => undefined);
    // Open handles must not keep the process running.
    process.exit();
  }
}

async function keepOpen(dir: string, claim: OwnClaim | undefined, options: OpenOptions): Promise<void> {
  const dist = dirname(__filename);
  const opener = createWorkspaceOpener(__filename);
  const workbench = await openWorkbench({
    workspaceDir: dir,
    stateDir: stateDir(),
    cacheDir: cacheDir(),
    cliFile: __filename,
    samplesDir: join(dirname(dist), 'samples'),
    openWorkspace: opener.open,
    log: logToStderr,
  });
  try {
    const host = await startLoopbackHost({
      core: workbench,
      rendererDir: join(dist, 'renderer'),
      port: options.port,
      preferredPort: claim?.lastPort,
      log: logToStderr,
    }).catch((error: NodeJS.ErrnoException) => {
      throw portTakenError(error, options.port) ?? error;
    });
    await claim?.publish(host).catch((error: unknown) => {
      logToStderr(
        failureSentence(
          `Another prompt-workbench open cannot join this workbench, because ${stateDir()} cannot be written`,
          error,
        ),
      );
    });
    // Before printing the link: a reader of the output may stop the process at once.
    const stop = waitForStop();
    const link = host.newLink();
    print(`Workspace: ${workbench.dir}\nWorkbench: ${link}\n${aboutLink} Press Ctrl+C to close it.\n`);
    if (options.browser) await openBrowser(host.newLink(), stateDir());
    await stop;
    await host.close();
  } finally {
    opener.close();
    await workbench.close();
  }
}

function portTakenError(error: NodeJS.ErrnoException, port: number | undefined): WorkbenchError | undefined {
  if (error.code !== 'EADDRINUSE') return undefined;
  return new WorkbenchError('unavailable', `Another program uses port ${port}; choose another port, or omit --port.`);
}
