/** Which addresses are ours, and which the user's browser may be asked to open. */

export const scheme = 'workbench';

/** The one page that a window shows. */
export const pageUrl = `${scheme}://app/`;

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
