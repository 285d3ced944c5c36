import { sentence } from '../../src/base/errors.ts';
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
export type Host =
  | {
      readonly kind: 'open';
      readonly transport: HostTransport;
      /** Absent in Electron, whose window needs no session. */
      readonly sessions?: Sessions;
    }
  /** The page has no session; the message says what to do. */
  | { readonly kind: 'signed-out'; readonly message: string };

/** The pipe of this window: Electron's bridge where there is one, else the browser host that served the page. */
export async function chooseHost(): Promise<Host> {
  if (window.workbench) return { kind: 'open', transport: createBridgeTransport(window.workbench) };
  const loopback = createLoopbackTransport({ origin: window.location.origin, signedIn: signIn(window) });
  const sessions = sessionsOf(loopback);
  const refusal = await sessions.list().then(() => undefined, sentence);
  // A link pasted over the one of before differs only after the #: the browser loads nothing.
  window.addEventListener('hashchange', () => {
    if (!window.location.hash.startsWith('#code=')) return;
    if (refusal === undefined) loopback.use(signIn(window));
    else window.location.reload();
  });
  if (refusal !== undefined) return { kind: 'signed-out', message: refusal };
  return { kind: 'open', transport: whileVisible(loopback), sessions };
}
