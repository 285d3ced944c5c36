/** Classifies addresses: the app's own, and those that the user's browser may open. */

/** The app's own URL scheme; `protocol.ts` serves it. */
export const scheme = 'workbench';

/** The page that the window shows. */
export const pageUrl = `${scheme}://app/`;

/** Whether an address is the window's own page or a file that this page loads. */
export function isOwnPage(url: string): boolean {
  return url.startsWith(pageUrl);
}

/**
 * The address to open in the browser, or undefined. Only https without credentials: every other scheme may start a
 * program, and `https://user@host` shows one name and leads to another.
 */
export function externalUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, username, password, href } = new URL(url);
  return protocol === 'https:' && username === '' && password === '' ? href : undefined;
}
