import { type Bridge, createBridgeTransport } from '../../src/contract/bridge-transport.ts';
import type { HostTransport } from '../../src/contract/contract.ts';
import { createLoopbackTransport } from '../../src/contract/loopback-transport.ts';
import { type Sessions, sessionsOf } from './sessions.ts';
import { signIn } from './signing-in.ts';
import { whileVisible } from './while-visible.ts';

declare global {
  interface Window {
    /** Put there by Electron's preload; a browser has none. */
    readonly workbench?: Bridge;
  }
}

/** What this window has of its host. */
export interface Host {
  readonly transport: HostTransport;
  /** Absent in Electron, whose window needs no session. */
  readonly sessions?: Sessions;
}

/** The pipe of this window: Electron's bridge where there is one, else the browser host that served the page. */
export function chooseHost(): Host {
  if (window.workbench) return { transport: createBridgeTransport(window.workbench) };
  const loopback = createLoopbackTransport({ origin: window.location.origin, signedIn: signIn(window) });
  // A link pasted over the one of before differs only after the #: the browser loads nothing, and what is typed stays.
  window.addEventListener('hashchange', () => {
    if (window.location.hash.startsWith('#code=')) loopback.use(signIn(window));
  });
  return { transport: whileVisible(loopback), sessions: sessionsOf(loopback) };
}
