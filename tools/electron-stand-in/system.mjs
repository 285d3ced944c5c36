/**
 * The operating system's services for the app: `shell`, `clipboard`, `safeStorage`, `nativeTheme` and `screen`. Nothing
 * leaves this process: a test reads the app's requests.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { requireReady } from './lifecycle.mjs';
import { allowOnly, ModelledEvents } from './limits.mjs';

/** The app's requests to the system, in order, and the system's theme. */
export const system = {
  /** @type {{ what: string, value: unknown }[]} */
  requests: [],
  isDark: false,
};

/** @param {string} what @param {unknown} value */
export const recordRequest = (what, value) => void system.requests.push({ what, value });

/** docs/api/shell.md */
export const shell = allowOnly('shell', {
  /** @param {string} url */
  async openExternal(url) {
    recordRequest('openExternal', url);
  },
  /** @param {string} path @returns {Promise<string>} the error's message, or an empty text */
  async openPath(path) {
    recordRequest('openPath', path);
    return '';
  },
});

/** docs/api/clipboard.md */
export const clipboard = allowOnly('clipboard', {
  /** @param {string} text */
  writeText: async (text) => recordRequest('clipboard', text),
});

/** The key of the keychain; `ELECTRON_STAND_IN_KEYCHAIN` names the keychain of another account. */
const key = createHash('sha256')
  .update(process.env.ELECTRON_STAND_IN_KEYCHAIN ?? 'keychain')
  .digest();
const nonceBytes = 12;
const tagBytes = 16;
const hasKeychain = process.env.ELECTRON_STAND_IN_KEYCHAIN !== 'none';
const needsReady = 'safeStorage cannot be used before app is ready';

/** docs/api/safe-storage.md */
export const safeStorage = allowOnly('safeStorage', {
  async isAsyncEncryptionAvailable() {
    requireReady(needsReady);
    return hasKeychain;
  },
  getSelectedStorageBackend() {
    requireReady(needsReady);
    return hasKeychain ? 'gnome_libsecret' : 'basic_text';
  },
  /** @param {string} text */
  async encryptStringAsync(text) {
    requireReady(needsReady);
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  },
  /** @param {Buffer} sealedBytes */
  async decryptStringAsync(sealedBytes) {
    requireReady(needsReady);
    const cipher = createDecipheriv('aes-256-gcm', key, sealedBytes.subarray(0, nonceBytes));
    cipher.setAuthTag(sealedBytes.subarray(-tagBytes));
    const text = Buffer.concat([cipher.update(sealedBytes.subarray(nonceBytes, -tagBytes)), cipher.final()]);
    return { result: String(text), shouldReEncrypt: false };
  },
});

/** docs/api/native-theme.md */
class NativeTheme extends ModelledEvents {
  constructor() {
    super('nativeTheme', ['updated']);
    /** @type {'system' | 'light' | 'dark'} */
    this.source = 'system';
  }

  get shouldUseDarkColors() {
    return this.source === 'system' ? system.isDark : this.source === 'dark';
  }

  get themeSource() {
    return this.source;
  }

  set themeSource(source) {
    if (!['system', 'light', 'dark'].includes(source))
      throw new TypeError(`Invalid themeSource value provided: '${source}'`);
    this.source = source;
    this.emit('updated');
  }
}

export const nativeTheme = allowOnly('nativeTheme', new NativeTheme());

const workArea = { x: 0, y: 0, width: 1920, height: 1040 };

/** docs/api/screen.md: "You cannot require or use this module until the ready event of the app module is emitted." */
export const screen = allowOnly('screen', {
  getAllDisplays() {
    requireReady("The 'screen' module can't be used before the app 'ready' event");
    return [{ workArea }];
  },
});
