import { type Bridge, createBridgeTransport } from '../../src/contract/bridge-transport.ts';
import type { HostTransport } from '../../src/contract/contract.ts';
import { createLoopbackTransport } from '../../src/contract/loopback-transport.ts';
import { whileVisible } from './while-visible.ts';

declare global {
  interface Window {
    /** Put there by Electron's preload; a browser has none. */
    readonly workbench?: Bridge;
  }
}

/** The pipe of this window: Electron's bridge where there is one, else the browser host that served the page. */
export function chooseHost(): HostTransport {
  if (window.workbench) return createBridgeTransport(window.workbench);
  const loopback = createLoopbackTransport({ origin: window.location.origin, token: takeToken() });
  // A link pasted over the one of before differs only after the #: the browser loads nothing, and what is typed stays.
  window.addEventListener('hashchange', () => loopback.useToken(takeToken()));
  return whileVisible(loopback);
}

/** The key from the link's fragment. It leaves the address bar at once, and outlives a reload but not the tab. */
function takeToken(): string {
  const name = 'prompt-workbench-token';
  const fromLink = new URLSearchParams(window.location.hash.slice(1)).get('token');
  if (fromLink) {
    window.sessionStorage.setItem(name, fromLink);
    window.history.replaceState(null, '', window.location.pathname);
  }
  return fromLink ?? window.sessionStorage.getItem(name) ?? '';
}
