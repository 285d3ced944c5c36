import { sentence } from '../../src/base/errors.ts';
import { type Bridge, createBridgeTransport } from '../../src/contract/bridge-transport.ts';
import type { HostTransport } from '../../src/contract/contract.ts';
import { createLoopbackTransport } from '../../src/contract/loopback-transport.ts';
import { inBackground } from '../in-background.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { listenWhileVisible } from './while-visible.ts';

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
  /** Resolves with what the person has to do when the page has no session; stays pending while it has one. */
  readonly signedOut: Promise<string>;
}

/** The pipe of this window: Electron's bridge where there is one, else the browser host that served the page. */
export function chooseHost(): Host {
  if (window.workbench)
    return { transport: createBridgeTransport(window.workbench), signedOut: new Promise(() => undefined) };
  // The window is drawn while the sign-in is under way: calls wait for it.
  const loopback = createLoopbackTransport({ origin: window.location.origin, signedIn: signIn(window) });
  const sessions = createSessions(loopback);
  const refusal = sessions.list().then(() => undefined, sentence);
  // A link pasted over the one of before differs only after the #: the browser loads nothing.
  const followLink = async () => {
    if ((await refusal) === undefined) loopback.use(signIn(window));
    else window.location.reload();
  };
  window.addEventListener('hashchange', () => {
    if (window.location.hash.startsWith('#code=')) inBackground(followLink());
  });
  const signedOut = new Promise<string>((resolve) => {
    inBackground(refusal.then((message) => message !== undefined && resolve(message)));
  });
  return { transport: listenWhileVisible(loopback), sessions, signedOut };
}
