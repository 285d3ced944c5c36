/**
 * Recognises credential files by their content. The whole file must consist of credentials: a documentation page that
 * shows a key within other text does not count.
 */
import { isJsonObject } from '../../base/json.ts';

/** Larger files are data or prose. UTF-16 code units. */
const maxLength = 1_000_000;
/** Maximum text beside the keys of a file, such as comments and attributes. UTF-16 code units. */
const maxRest = 400;
/** Shorter values are examples. UTF-16 code units. */
const minSecretLength = 12;

/** Returns the kind of credentials that a text consists of, as the end of "It holds …"; undefined for other text. */
export function credentialKindOf(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const trimmedText = text.replace(/^\ufeff/, '').trim();
  if (trimmedText === '') return undefined;
  if (isPrivateKey(trimmedText)) return 'a private key';
  if (trimmedText.startsWith('{')) return isCredentialJson(trimmedText) ? 'credentials' : undefined;
  const lines = trimmedText.split(/\r?\n/);
  if (/^# (?:Netscape )?HTTP Cookie File/.test(lines[0] ?? '')) return 'cookies of a browser';
  const settings = lines.map((line) => line.trim()).filter((line) => line !== '' && !/^[#;]/.test(line));
  if (settings.length === 0) return undefined;
  if (isKubeConfig(lines)) return 'credentials of a cluster';
  return isNetrc(settings) || isUrlList(settings) || isSettings(settings) ? 'credentials' : undefined;
}

/** A key may follow on certificates and on lines such as `Bag Attributes`. */
function isPrivateKey(text: string): boolean {
  if (/^PuTTY-User-Key-File-\d:/.test(text)) return true;
  let isKey = false;
  let label: string | undefined;
  let restLength = 0;
  for (const line of text.split(/\r?\n/)) {
    const [, edge, keyName] = /^-{4,5} ?(BEGIN|END) ([A-Z0-9 ]+?) ?-{4,5}$/.exec(line) ?? [];
    if (edge === 'BEGIN') {
      label = keyName;
      isKey ||= /\bPRIVATE KEY\b/.test(keyName ?? '');
    } else if (edge === 'END') label = undefined;
    else if (label === undefined) {
      // A heading, a fence or a tag: this is a page about keys.
      if (/^(?:#{1,6} |[`~]{3}|<)/.test(line)) return false;
      restLength += line.length;
    }
  }
  return isKey && restLength <= maxRest;
}

const secretKeys = /^(?:private_?key|refresh_?token|client_?secret|secret_?access_?key|id_?token|oauth_?token)$/i;

/** A service account, the tokens of a tool, the logins of Docker or a private JSON Web Key. */
function isCredentialJson(text: string): boolean {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return false;
  }
  return holdsSecret(data, 0);
}

function holdsSecret(value: unknown, depth: number): boolean {
  if (depth > 4) return false;
  if (Array.isArray(value)) return value.slice(0, 100).some((item) => holdsSecret(item, depth + 1));
  if (!isJsonObject(value)) return false;
  if (typeof value.kty === 'string' && isSecret(value.d)) return true;
  if (
    isJsonObject(value.auths) &&
    Object.values(value.auths).some((login) => isJsonObject(login) && isSecret(login.auth))
  )
    return true;
  return Object.entries(value)
    .slice(0, 100)
    .some(([key, inner]) => (secretKeys.test(key) && isSecret(inner)) || holdsSecret(inner, depth + 1));
}

function isSecret(value: unknown): boolean {
  return typeof value === 'string' && value.length >= minSecretLength;
}

/** `machine example.com login me password secret`, in one line or in several. */
function isNetrc(lines: readonly string[]): boolean {
  return (
    lines.every((line) => /^(?:machine|default|login|password|account|macdef)\b/.test(line)) &&
    lines.some((line) => /\bpassword\s+\S/.test(line)) &&
    /^(?:machine\s+\S|default\b)/.test(lines[0] ?? '')
  );
}

/** Addresses with a password each, as Git stores them. */
function isUrlList(lines: readonly string[]): boolean {
  return lines.every((line) => /^https?:\/\/[^\s/:@]+:[^\s/@]+@[^\s/]+\/?\S*$/.test(line));
}

const secretName =
  /secret|passw(?:or)?d|api_?key|access_?key|private_?key|auth_?token|access_?token|refresh_?token|^_auth$/i;

/** An environment or INI file: only sections and `name = value` lines, at least one of them a secret. */
function isSettings(lines: readonly string[]): boolean {
  let hasSecret = false;
  for (const line of lines) {
    if (/^\[[^\]]+\]$/.test(line)) continue;
    const [, name = '', value = ''] = /^(?:export\s+)?(["\w./:@-]+)\s*=\s*(\S*)/.exec(line) ?? [];
    if (name === '') return false;
    hasSecret ||= value.length >= 8 && secretName.test(name);
  }
  return hasSecret;
}

function isKubeConfig(lines: readonly string[]): boolean {
  return (
    lines.some((line) => /^kind:\s*Config\s*$/.test(line)) &&
    lines.some((line) => /^\s*-?\s*(?:client-key-data|token|password):\s*\S{12,}/.test(line)) &&
    lines.every((line) => /^\s*(?:-\s*)?(?:[\w./-]+:|#|-|$|---)/.test(line))
  );
}
