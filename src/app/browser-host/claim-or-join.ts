/** One workbench per workspace: a start claims the workspace, or joins the workbench that has it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkbenchError } from '../../base/errors.ts';
import type { Log } from '../../contract/dispatch.ts';
import { failureSentence } from '../../files/file-errors.ts';
import { type Claim, claimWorkspace, type HostKind, type OwnClaim } from '../../state/workspace-claim.ts';
import { type RunningHost, runningHost } from './join.ts';

/** How long a workbench that closes may take before it counts as stuck, in milliseconds. */
const closingMs = 2_000;
/** How long a workbench may take to open its workspace, in milliseconds. */
const startingMs = 60_000;
const pollMs = 50;

export type Entry =
  /** The claim is undefined where it cannot be saved: the workbench works, but no other start finds it. */
  | { readonly kind: 'ours'; readonly claim: OwnClaim | undefined }
  /** The link opens the window of the workbench that runs. */
  | { readonly kind: 'running'; readonly host: RunningHost; readonly link: string };

/**
 * @throws WorkbenchError `conflict` where the workspace is open in a place that cannot be joined, `unavailable` where
 *   the workbench that has it does not answer
 */
export async function claimOrJoin(stateDir: string, dir: string, host: HostKind, log: Log): Promise<Entry> {
  const started = performance.now();
  let hasSaidThatItWaits = false;
  for (;;) {
    const taken = await claimWorkspace(stateDir, dir, host).catch((error: unknown) => {
      log(failureSentence(`A second start cannot join this workbench, because ${stateDir} cannot be written`, error));
      return { kind: 'ours', claim: undefined } as const;
    });
    if (taken.kind === 'ours') return taken;
    assertJoinable(taken.claim, host);
    const waitedMs = performance.now() - started;
    const { owner, door } = taken.claim;
    if (door) {
      const running = runningHost(taken.claim, door);
      try {
        return { kind: 'running', host: running, link: await running.newLink() };
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

/** Only a browser host can take another window. */
function assertJoinable({ owner, host: there }: Claim, here: HostKind): void {
  if (there === 'browser' && here === 'browser') return;
  const place = there === 'browser' ? 'in the browser' : 'in the desktop app';
  const message = `This workspace is already open ${place} (process ${owner.pid}): use it there, or close it first.`;
  throw new WorkbenchError('conflict', message);
}
