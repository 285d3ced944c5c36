/** Gets this page's session: from the code in the link that opened it, or from before a reload. */
import { credentials, exchangeCode, type SignInOutcome } from '../../src/contract/loopback-sign-in.ts';

const storageKey = 'prompt-workbench-session';

/**
 * Removes the code from the address and exchanges it for a session. Without a code, returns the stored session, which
 * survives a reload but not the tab, and belongs to this tab alone.
 */
export async function signIn({ location, history, sessionStorage }: Window): Promise<SignInOutcome> {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return stored(sessionStorage) ?? { token: '', secret: '' };
  history.replaceState(null, '', location.pathname);
  const outcome = await exchangeCode(location.origin, code);
  // A used link pasted into a tab that already has a session.
  if ('refusal' in outcome) return stored(sessionStorage) ?? outcome;
  sessionStorage.setItem(storageKey, JSON.stringify(outcome));
  return outcome;
}

function stored(storage: Storage): SignInOutcome | undefined {
  try {
    return credentials.safeParse(JSON.parse(storage.getItem(storageKey) ?? '')).data;
  } catch {
    return undefined;
  }
}
