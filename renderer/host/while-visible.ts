import type { HostTransport } from '../../src/contract/host-transport.ts';

/**
 * Listens only while the page is visible. A browser opens at most six connections to one address, and every listening
 * page holds one: a few forgotten tabs would block all calls. A new listener gets every event at once, so a
 * page that becomes visible again misses nothing.
 */
export function listenWhileVisible(transport: HostTransport, page: Document = document): HostTransport {
  return {
    call: (name, input) => transport.call(name, input),
    listen(listener) {
      let stop: (() => void) | undefined;
      const follow = () => {
        if (page.visibilityState === 'hidden') {
          stop?.();
          stop = undefined;
        } else {
          stop ??= transport.listen(listener);
        }
      };
      page.addEventListener('visibilitychange', follow);
      follow();
      return () => {
        page.removeEventListener('visibilitychange', follow);
        stop?.();
      };
    },
  };
}
