import type { EventMessage, HostTransport, Reply } from './contract.ts';
import { failure } from './dispatch.ts';
import { encodeInput } from './plain-data.ts';

/** What Electron's preload puts on the page as `window.workbench`: two functions and nothing else. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply>;
  listen(listener: (message: EventMessage) => void): () => void;
}

/** The page's pipe in Electron. A bridge that fails is an answer like any other, as over every other host. */
export function createBridgeTransport(bridge: Bridge): HostTransport {
  return {
    async call(name, input) {
      const encoded = encodeInput(name, input);
      if (!encoded.ok) return encoded;
      try {
        return await bridge.call(name, JSON.parse(encoded.text));
      } catch {
        return failure('unavailable', 'The workbench did not answer; close it and start it again.');
      }
    },
    listen: (listener) => bridge.listen(listener),
  };
}
