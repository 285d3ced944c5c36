import type { HostTransport } from '../../src/contract/contract.ts';

/**
 * Listens only while the page is seen. A browser opens six connections to one address and every listening page holds
 * one: with a few forgotten tabs, calls would wait for ever. A new listener is told the newest revision at once, so a
 * page that comes back has missed nothing.
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
