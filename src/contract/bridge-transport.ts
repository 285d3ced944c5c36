import type { EventMessage, HostTransport, Reply } from './contract.ts';
import { failure } from './dispatch.ts';
import { refuseUncloneable } from './in-process.ts';

/** What Electron's preload puts on the page as `window.workbench`: two functions and nothing else. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply>;
  listen(listener: (message: EventMessage) => void): () => void;
}

/** Wraps the bridge so that a pipe that fails is an answer like any other, as over every other host. */
export function createBridgeTransport(bridge: Bridge): HostTransport {
  return {
    async call(name, input) {
      try {
        return await bridge.call(name, input);
      } catch {
        return (
          refuseUncloneable(name, input) ??
          failure('unavailable', 'The workbench did not answer; close it and start it again.')
        );
      }
    },
    listen: (listener) => bridge.listen(listener),
  };
}
