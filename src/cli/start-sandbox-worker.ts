import { workerData } from 'node:worker_threads';
import { SANDBOX_ROLE } from '../sandbox/protocol.ts';

/** Makes this thread the worker in which user-written functions run, if it was started as one. */
export function startSandboxWorker(): void {
  if (workerData?.role !== SANDBOX_ROLE) return;
  // Without its program the worker is useless: the error ends it, and its host starts another.
  work().catch((error: unknown) =>
    setImmediate(() => {
      throw error;
    }),
  );
}

async function work(): Promise<void> {
  const { runSandboxWorker } = await import('../sandbox/worker.ts');
  runSandboxWorker({
    'check-schema': async () => (await import('../mcp/server/tools/schema-task.ts')).checkInWorker,
    'read-notebook': async () => (await import('../mcp/server/tools/builtin/notebook-task.ts')).markdownOf,
  });
}
