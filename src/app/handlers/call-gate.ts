import { inBackground } from '../../base/in-background.ts';
import type { Handlers } from '../../contract/contract.ts';
import { dispatch, type Log } from '../../contract/dispatch.ts';
import type { HostTransport } from '../../contract/host-transport.ts';
import { failure } from '../../contract/host-transport.ts';

/** Longer than any save. Closing does not wait for a running prompt or for another program. */
const patience = 2_000;

export interface CallGate {
  readonly call: HostTransport['call'];
  /** Refuses new calls, and resolves once the running ones have answered, so that a save under way reaches the disk. */
  close(): Promise<void>;
}

/** Sends the calls of every host through `dispatch` and tracks those without an answer. */
export function createCallGate(handlers: Handlers, log: Log): CallGate {
  const runningCalls = new Set<Promise<unknown>>();
  let isOpen = true;
  return {
    call(name, input) {
      if (!isOpen) return Promise.resolve(failure('unavailable', 'The workbench is closing; open it again.'));
      const answer = dispatch(handlers, log, name, input);
      runningCalls.add(answer);
      inBackground(answer.then(() => runningCalls.delete(answer)));
      return answer;
    },
    async close() {
      isOpen = false;
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise((resolve) => {
        timer = setTimeout(resolve, patience);
      });
      await Promise.race([Promise.all(runningCalls), timeout]);
      clearTimeout(timer);
    },
  };
}
