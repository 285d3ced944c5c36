import { sentence } from '../../src/base/errors.ts';
import { type Bridge, createBridgeTransport } from '../../src/contract/bridge-transport.ts';
import type { HostTransport } from '../../src/contract/host-transport.ts';
import { credentials, exchangeCode, type SignInOutcome } from '../../src/contract/loopback-sign-in.ts';
import { createLoopbackTransport } from '../../src/contract/loopback-transport.ts';
import { inBackground } from '../in-background.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { listenWhileVisible } from './while-visible.ts';

declare global {
  interface Window {
    /** Set by Electron's preload; undefined in a browser. */
    readonly workbench?: Bridge;
  }
}

/** This window's connection to its host. */
export interface Host {
  readonly transport: HostTransport;
  /** Absent in Electron: its window needs no session. */
  readonly sessions?: Sessions;
  /** Resolves with instructions for the person once the page has no session; pending while it has one. */
  readonly signedOut: Promise<string>;
}

/** Chooses the host: Electron's bridge if it exists, else the browser host that served the page. */
export function chooseHost(): Host {
  if (window.workbench)
    return { transport: createBridgeTransport(window.workbench), signedOut: new Promise(() => undefined) };
  // The window is drawn during sign-in; calls wait for it.
  const loopback = createLoopbackTransport({ origin: window.location.origin, signedIn: signIn(window) });
  const sessions = createSessions(loopback);
  const refusal = sessions.list().then(() => undefined, sentence);
  // A link pasted over the previous one differs only after the #, so the browser does not load the page.
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

const storageKey = 'prompt-workbench-session';

/**
 * Removes the code from the address and exchanges it for a session. Without a code, returns the stored session, which
 * survives a reload but not the tab, and belongs to this tab alone.
 */
async function signIn({ location, history, sessionStorage }: Window): Promise<SignInOutcome> {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return readStored(sessionStorage) ?? { token: '', secret: '' };
  history.replaceState(null, '', location.pathname);
  const outcome = await exchangeCode(location.origin, code);
  // A used link pasted into a tab that already has a session.
  if ('refusal' in outcome) return readStored(sessionStorage) ?? outcome;
  sessionStorage.setItem(storageKey, JSON.stringify(outcome));
  return outcome;
}

function readStored(storage: Storage): SignInOutcome | undefined {
  try {
    return credentials.safeParse(JSON.parse(storage.getItem(storageKey) ?? '')).data;
  } catch {
    return undefined;
  }
}
