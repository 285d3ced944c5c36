/** How this page comes to its session: by the code of the link that opened it, or from before a reload. */
import { credentials, exchangeCode, type SignInOutcome } from '../../src/contract/loopback-sign-in.ts';

const storageKey = 'prompt-workbench-session';

/**
 * Exchanges the code in the address, which it removes at once, for a session. Without a code the session of before
 * counts. A session outlives a reload but not the tab, and belongs to this tab alone.
 */
export async function signIn({ location, history, sessionStorage }: Window): Promise<SignInOutcome> {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return stored(sessionStorage) ?? { token: '', secret: '' };
  history.replaceState(null, '', location.pathname);
  const outcome = await exchangeCode(location.origin, code);
  // An old link pasted into a tab that has its session.
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
