/**
 * `protocol`, `session` and `net`: docs/api/protocol.md, docs/api/session.md, docs/api/net.md. Chromium has
 * privileged schemes only for programs that are compiled with it. So the app's `scheme://host/path` is
 * `https://host.scheme.stand-in/path` in Chromium.
 */
import { lifecycle, requireReady } from './lifecycle.mjs';
import { allowOnly } from './limits.mjs';
import { recordRequest } from './system.mjs';

/** @type {Map<string, (request: Request) => Response | Promise<Response>>} */
const handlers = new Map();
/** @type {Set<string>} */
const schemes = new Set();
let isRegistered = false;

/** @param {string} url as the app writes it @returns {string} as Chromium loads it */
export function toChromium(url) {
  const [, scheme = '', host, path] = /^([a-z-]+):\/\/([^/?#]+)(.*)$/s.exec(url) ?? [];
  return schemes.has(scheme) ? `https://${host}.${scheme}.stand-in${path}` : url;
}

/** @param {string} url of Chromium @returns {string} as the app knows it */
export function toApp(url) {
  const [, host, scheme, path] = /^https:\/\/([^/?#]+)\.([a-z-]+)\.stand-in(.*)$/s.exec(url) ?? [];
  return scheme === undefined ? url : `${scheme}://${host}${path}`;
}

/**
 * Answers a request of the page with the app's handler.
 * @param {{ method: string, url: string, headers: Record<string, string>, postData?: string }} request of Chromium
 * @returns {Promise<{ responseCode: number, responseHeaders: { name: string, value: string }[], body: string } | undefined>}
 *   undefined if no handler answers this scheme
 */
export async function answerRequest({ method, url, headers, postData }) {
  const address = toApp(url);
  const handler = handlers.get(address.split(':')[0] ?? '');
  if (!handler) return undefined;
  const response = await handler(new Request(address, { method, headers, ...(postData && { body: postData }) }));
  return {
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  };
}

export const protocol = allowOnly('protocol', {
  /** @param {{ scheme: string, privileges?: object }[]} list */
  registerSchemesAsPrivileged(list) {
    // "can only be used before the ready event of the app module gets emitted and can be called only once."
    if (lifecycle.isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (isRegistered) throw new Error('protocol.registerSchemesAsPrivileged should be called only once.');
    isRegistered = true;
    for (const { scheme } of list) schemes.add(scheme);
  },
  /** @param {string} scheme @param {(request: Request) => Response | Promise<Response>} handler */
  handle(scheme, handler) {
    requireReady('Session can only be received when app is ready');
    createSession();
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    if (!schemes.has(scheme))
      throw new Error(`The stand-in for Electron serves privileged schemes only, not ${scheme}.`);
    handlers.set(scheme, handler);
  },
});

/** @typedef {(contents: object | null, permission: string, answer: (isAllowed: boolean) => void) => void} PermissionHandler */

const permissions = {
  /** @type {PermissionHandler} */
  request: (_contents, _permission, answer) => answer(true),
  /** @type {(contents: object | null, permission: string) => boolean} */
  check: () => true,
};

/** The permissions of Chromium that the app's handlers grant or deny, and their names in Electron. */
const permissionNames = {
  clipboardSanitizedWrite: 'clipboard-sanitized-write',
  clipboardReadWrite: 'clipboard-read',
  geolocation: 'geolocation',
  notifications: 'notifications',
  audioCapture: 'media',
  videoCapture: 'media',
};

/**
 * Sets Chromium's permissions by the app's handlers. Without them Electron allows everything (docs/api/session.md,
 * ses.setPermissionRequestHandler).
 * @param {import('./devtools.mjs').DevToolsSession} browser
 */
export async function applyPermissions(browser) {
  for (const [name, permission] of Object.entries(permissionNames)) {
    let isAllowed = permissions.check(null, permission);
    permissions.request(null, permission, (answer) => {
      isAllowed &&= answer;
    });
    const descriptor = {
      name: descriptorName(name),
      ...(name === 'clipboardSanitizedWrite' && { allowWithoutGesture: false }),
    };
    await browser
      .send('Browser.setPermission', {
        permission: descriptor,
        setting: isAllowed ? 'granted' : 'denied',
      })
      .catch(() => undefined);
  }
}

/** @param {string} name of a permission type @returns {string} the name of its descriptor */
function descriptorName(name) {
  /** @type {Record<string, string>} */
  const names = {
    clipboardSanitizedWrite: 'clipboard-write',
    clipboardReadWrite: 'clipboard-read',
    audioCapture: 'microphone',
    videoCapture: 'camera',
  };
  return names[name] ?? name;
}

const defaultSession = allowOnly('session.defaultSession', {
  /** @param {PermissionHandler} handler */
  setPermissionRequestHandler(handler) {
    permissions.request = handler;
  },
  /** @param {typeof permissions.check} handler */
  setPermissionCheckHandler(handler) {
    permissions.check = handler;
  },
  /** docs/api/session.md, ses.resolveProxy: the proxies of the system for an address. @param {string} _url */
  resolveProxy: async (_url) => process.env.ELECTRON_STAND_IN_PROXY ?? 'DIRECT',
  /** @param {string} _word */
  addWordToSpellCheckerDictionary: (_word) => true,
  /** "On macOS … This API is a no-op". @param {string[]} languages */
  setSpellCheckerLanguages(languages) {
    dictionaries.languages = languages;
  },
  /** @param {string} url */
  setSpellCheckerDictionaryDownloadURL(url) {
    if (!URL.canParse(url)) throw new Error('The URL you provided is not a valid URL');
    dictionaries.url = url;
  },
});

/** The defaults of Electron: the language of the system, and the dictionaries of Chromium. */
const dictionaries = { languages: ['en-US'], url: 'https://redirector.gvt1.com/edgedl/chrome/dict/' };
let hasSession = false;

/**
 * Creates the default session, at its first use. Windows and Linux then load the dictionary of each language, and download
 * one that is missing, whatever a window's option `spellcheck` says (docs/tutorial/spellchecker.md; the constructor of
 * shell/browser/api/electron_api_session.cc). It looks for the files in a later task, after the app's decisions in this one.
 */
export function createSession() {
  if (hasSession) return;
  hasSession = true;
  if (process.platform === 'darwin') return;
  setImmediate(() => {
    for (const language of dictionaries.languages) recordRequest('dictionary', `${dictionaries.url}${language}`);
  });
}

export const session = allowOnly('session', {
  get defaultSession() {
    requireReady('Session can only be received when app is ready');
    createSession();
    return defaultSession;
  },
});

export const net = allowOnly('net', {});
