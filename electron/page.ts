/** Classifies addresses: the app's own, those that the user's browser may open, and install links. */

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

/** How the links begin by which an application adds an MCP server, as `src/clients/applications` writes them. */
const installLinks = [
  { prefix: 'cursor://anysphere.cursor-deeplink/mcp/install?', application: 'Cursor' },
  { prefix: 'vscode:mcp/install?', application: 'VS Code' },
];

/** The application that an install link opens, or undefined. Other addresses of its scheme can do anything in it. */
export function installLinkApplication(url: string): string | undefined {
  return installLinks.find(({ prefix }) => url.startsWith(prefix))?.application;
}
