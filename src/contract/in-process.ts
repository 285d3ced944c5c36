import type { HostTransport } from './host-transport.ts';
import { encodeInput } from './plain-data.ts';

/**
 * The transport inside one process, for tests. Copies all data, as every other host does, so that no code relies on a
 * shared object.
 */
export function createInProcessTransport(core: HostTransport): HostTransport {
  return {
    async call(name, input) {
      const encoding = encodeInput(name, input);
      return encoding.ok ? structuredClone(await core.call(name, JSON.parse(encoding.text))) : encoding;
    },
    listen: (listener) => core.listen((message) => listener(structuredClone(message))),
  };
}
