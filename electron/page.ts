/** Which addresses are ours, and which the user's browser may be asked to open. */

/** Our protocol in the window; `protocol.ts` serves it. */
export const scheme = 'workbench';

/** The one page that a window shows. */
export const pageUrl = `${scheme}://app/`;

/** Whether an address is the window's own page or a file that this page loads. */
export function isOwnPage(url: string): boolean {
  return url.startsWith(pageUrl);
}

/**
 * The address to hand to the operating system, or nothing. Only https without credentials: every other scheme may start
 * a program, and `https://user@host` shows one name and leads to another.
 */
export function externalUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, username, password, href } = new URL(url);
  return protocol === 'https:' && username === '' && password === '' ? href : undefined;
}
