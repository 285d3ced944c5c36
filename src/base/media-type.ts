/** Detects the type of a file from its bytes and its name: a wrong MIME type breaks clients. */
import { mimeTypeOfName } from './formats.ts';

/** Maximum size of a file in a prompt; as base64 in JSON it still fits into one call. */
export const maxUploadBytes = 10_000_000;

export type MediaKind = 'image' | 'audio' | 'text' | 'binary';

export type FileVerdict =
  | { readonly kind: MediaKind; readonly mimeType: string }
  /** Its content does not match its name, or it is empty or too large. */
  | { readonly kind: 'refused'; readonly message: string };

/** Returns the type of a file by its bytes, or the reason why a prompt cannot include it under its name. */
export function judgeFile(name: string, bytes: Uint8Array): FileVerdict {
  if (bytes.length === 0) return refuse(`${name} is empty: choose another file.`);
  if (bytes.length > maxUploadBytes) return refuse(tooLarge(name, bytes.length));
  const claimedType = mimeTypeOfName(name);
  const actualType = typeOfBytes(bytes) ?? (isText(bytes) ? 'text/plain' : undefined);
  const kind = actualType === undefined ? 'binary' : kindOfType(actualType);
  if (claimedType !== undefined && kindOfType(claimedType) !== kind) {
    const content = actualType === undefined ? 'of an unknown type' : describe(actualType);
    return refuse(
      `${name} is ${describe(claimedType)} by its name, but its content is ${content}: check the file, or rename it.`,
    );
  }
  const isSpecific = actualType !== undefined && actualType !== 'text/plain' && actualType !== 'application/zip';
  return { kind, mimeType: (isSpecific ? actualType : claimedType) ?? actualType ?? 'application/octet-stream' };
}

/** The sentence for a file above `maxUploadBytes`. */
export function tooLarge(name: string, size: number): string {
  const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(bytes % 1_000_000 === 0 ? 0 : 1)} MB`;
  return `${name} is ${megabytes(size)}, but a prompt can include at most ${megabytes(maxUploadBytes)}: make it smaller.`;
}

/** Returns the kind of content of a MIME type. */
export function kindOfType(mimeType: string): MediaKind {
  const type = mimeType.toLowerCase();
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('audio/')) return 'audio';
  return /^(text\/|application\/(json|xml|yaml|toml|javascript)\b|[^;]*\+(json|xml|yaml)\b)/.test(type)
    ? 'text'
    : 'binary';
}

/** Returns the type by the first bytes (magic numbers); undefined for an unknown format. */
export function typeOfBytes(bytes: Uint8Array): string | undefined {
  const head = latin1(bytes.subarray(0, 16));
  const signatureType = signatures.find(([start]) => head.startsWith(start))?.[1];
  if (signatureType) return signatureType;
  if (head.startsWith('RIFF')) return riff[head.slice(8, 12)];
  if (head.slice(4, 8) === 'ftyp') return brands[head.slice(8, 12)] ?? 'video/mp4';
  if (isMp3Frame(bytes)) return 'audio/mpeg';
  return isSvg(bytes) ? 'image/svg+xml' : undefined;
}

/** Whether bytes are UTF-8 without binary control characters. */
export function isText(bytes: Uint8Array): boolean {
  try {
    return !hasBinaryCharacters(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

/** Whether a text has control characters that only binary data contains. */
export function hasBinaryCharacters(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them; tab, line ends and escape are text.
  return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
}

const signatures: readonly (readonly [start: string, mimeType: string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
  ['\0\0\x01\0', 'image/vnd.microsoft.icon'],
  ['ID3', 'audio/mpeg'],
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
  ['MThd', 'audio/midi'],
  ['%PDF-', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
  ['\x1f\x8b', 'application/gzip'],
  ['\x1aE\xdf\xa3', 'video/webm'],
];

const riff: Readonly<Record<string, string>> = { WEBP: 'image/webp', WAVE: 'audio/wav', 'AVI ': 'video/x-msvideo' };

const brands: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  avis: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  mif1: 'image/heif',
  'M4A ': 'audio/mp4',
  'M4B ': 'audio/mp4',
};

/** Eleven set bits, layer III, a bit rate and a sampling rate that exist. */
function isMp3Frame([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  return first === 0xff && (second & 0xe6) === 0xe2 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3;
}

function isSvg(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 2048)).replace(/<!--[\s\S]*?-->/g, '');
  return /^\s*(<\?xml[^>]*>\s*)?(<!doctype svg[^>]*>\s*)?<svg[\s>]/i.test(start);
}

const kinds: Readonly<Record<MediaKind, string>> = {
  image: 'an image',
  audio: 'a sound',
  text: 'text',
  binary: 'data',
};

/** `an image (image/png)`, `text`. */
function describe(mimeType: string): string {
  const kind = kinds[kindOfType(mimeType)];
  return mimeType === 'text/plain' ? kind : `${kind} (${mimeType})`;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function refuse(message: string): FileVerdict {
  return { kind: 'refused', message };
}
