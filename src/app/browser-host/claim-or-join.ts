/** Allows one workbench per workspace: a start claims the workspace, or joins the workbench that already runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkbenchError } from '../../base/errors.ts';
import type { Log } from '../../contract/dispatch.ts';
import { failureSentence } from '../../files/file-errors.ts';
import { type Claim, claimWorkspace, type HostKind, type OwnClaim } from '../../state/workspace-claim.ts';
import { type RunningHost, runningHost } from './join.ts';

/** A workbench that takes longer to close is considered stuck. */
const closingMs = 2_000;
/** A workbench that takes longer to open its workspace is considered stuck. */
const startingMs = 60_000;
const pollMs = 50;

export type Entry =
  /** The claim is undefined when it cannot be saved: the workbench works, but no other start finds it. */
  | { readonly kind: 'ours'; readonly claim: OwnClaim | undefined }
  /** The link opens the window of the running workbench. */
  | { readonly kind: 'running'; readonly host: RunningHost; readonly link: string };

/**
 * Claims a workspace, or gets a link to the window of the workbench that has it open.
 * @throws WorkbenchError `conflict` when the workspace is open in a host that cannot be joined, `unavailable` when the
 *   running workbench does not answer
 */
export async function claimOrJoin(stateDir: string, dir: string, host: HostKind, log: Log): Promise<Entry> {
  const startMs = performance.now();
  let hasSaidThatItWaits = false;
  for (;;) {
    const attempt = await claimWorkspace(stateDir, dir, host).catch((error: unknown) => {
      log(
        failureSentence(
          `Another prompt-workbench open cannot join this workbench, because ${stateDir} cannot be written`,
          error,
        ),
      );
      return { kind: 'ours', claim: undefined } as const;
    });
    if (attempt.kind === 'ours') return attempt;
    assertJoinable(attempt.claim, host);
    const waitedMs = performance.now() - startMs;
    const { owner, door } = attempt.claim;
    if (door) {
      const runningWorkbench = runningHost(attempt.claim, door);
      try {
        return { kind: 'running', host: runningWorkbench, link: await runningWorkbench.newLink() };
      } catch (error) {
        if (waitedMs > closingMs) throw error;
      }
    } else if (waitedMs > startingMs) {
      const message = `Process ${owner.pid} has been opening this workspace for a minute: end it and start again.`;
      throw new WorkbenchError('unavailable', message);
    } else if (waitedMs > closingMs && !hasSaidThatItWaits) {
      log(`Process ${owner.pid} is opening this workspace: wait for its window.`);
      hasSaidThatItWaits = true;
    }
    await sleep(pollMs);
  }
}

/** Only a browser host can open another window. */
function assertJoinable({ owner, host: ownerHost }: Claim, here: HostKind): void {
  if (ownerHost === 'browser' && here === 'browser') return;
  const place = ownerHost === 'browser' ? 'in the browser' : 'in the desktop app';
  const message = `This workspace is already open ${place} (process ${owner.pid}): use it there, or close it first.`;
  throw new WorkbenchError('conflict', message);
}
