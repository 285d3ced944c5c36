import type { EventMessage } from './contract.ts';
import { failure } from './dispatch.ts';
import type { HostTransport, Reply } from './host-transport.ts';
import { encodeInput } from './plain-data.ts';

/** Electron's preload exposes these two functions as `window.workbench`. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply>;
  listen(listener: (message: EventMessage) => void): () => void;
}

/** The page's transport in Electron. A failing bridge is a reply, as with every other host. */
export function createBridgeTransport(bridge: Bridge): HostTransport {
  return {
    async call(name, input) {
      const encoded = encodeInput(name, input);
      if (!encoded.ok) return encoded;
      try {
        return await bridge.call(name, JSON.parse(encoded.text));
      } catch {
        return failure('unavailable', 'The workbench did not answer: restart it.');
      }
    },
    listen: (listener) => bridge.listen(listener),
  };
}
