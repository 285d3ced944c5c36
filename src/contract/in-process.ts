import type { HostTransport } from './host-transport.ts';
import { encodeInput } from './plain-data.ts';

/**
 * The transport inside one process, for tests. Like every other host, it copies all data, so that no code relies on a
 * shared object, and sends no event before `listen` has returned.
 */
export function createInProcessTransport(core: HostTransport): HostTransport {
  return {
    async call(name, input) {
      const encoding = encodeInput(name, input);
      return encoding.ok ? structuredClone(await core.call(name, JSON.parse(encoding.text))) : encoding;
    },
    listen(listener) {
      let isListening = true;
      const stop = core.listen((message) => {
        const copy = structuredClone(message);
        queueMicrotask(() => isListening && listener(copy));
      });
      return () => {
        isListening = false;
        stop();
      };
    },
  };
}
