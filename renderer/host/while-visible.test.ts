import { expect, test } from 'vitest';
import type { HostTransport } from '../../src/contract/host-transport.ts';
import { listenWhileVisible } from './while-visible.ts';

/** A page that can become hidden and visible. */
class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  become(state: DocumentVisibilityState) {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

function setUp(state: DocumentVisibilityState) {
  const page = new Page();
  page.visibilityState = state;
  let openCount = 0;
  const transport: HostTransport = {
    call: async (name) => ({ ok: true, value: name }),
    listen: () => {
      openCount += 1;
      return () => {
        openCount -= 1;
      };
    },
  };
  return { page, open: () => openCount, host: listenWhileVisible(transport, page as unknown as Document) };
}

test('a page holds its event stream only while it is visible', () => {
  const { page, open, host } = setUp('visible');
  const stop = host.listen(() => {});
  expect(open()).toBe(1);
  page.become('hidden');
  expect(open()).toBe(0);
  page.become('visible');
  page.become('visible');
  expect(open()).toBe(1);
  stop();
  expect(open()).toBe(0);
  page.become('hidden');
  page.become('visible');
  expect(open()).toBe(0);
});

test('a page that starts hidden listens when it becomes visible', () => {
  const { page, open, host } = setUp('hidden');
  host.listen(() => {});
  expect(open()).toBe(0);
  page.become('visible');
  expect(open()).toBe(1);
});

test('a hidden page can still call', async () => {
  const { host } = setUp('hidden');
  expect(await host.call('workspace.get', {})).toEqual({ ok: true, value: 'workspace.get' });
});
