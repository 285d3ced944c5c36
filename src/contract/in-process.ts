import type { HostTransport } from './contract.ts';
import { encodeInput } from './plain-data.ts';

/**
 * The pipe without a process boundary, for tests: what crosses is copied, as over every other host, so that nobody comes
 * to rely on a shared object.
 */
export function createInProcessTransport(core: HostTransport): HostTransport {
  return {
    async call(name, input) {
      const encoded = encodeInput(name, input);
      return encoded.ok ? structuredClone(await core.call(name, JSON.parse(encoded.text))) : encoded;
    },
    listen: (listener) => core.listen((message) => listener(structuredClone(message))),
  };
}
