import { isMainThread, workerData } from 'node:worker_threads';
import { SANDBOX_ROLE } from './protocol.ts';

/** Whether this very program was started as the sandbox's worker; then it calls `runSandboxWorker` and nothing else. */
export function isSandboxWorker(): boolean {
  return !isMainThread && workerData?.role === SANDBOX_ROLE;
}
