/** What a file is, told from its bytes and not only from its name: what is sent under a wrong type breaks a client. */
import { mimeTypeOfName } from './formats.ts';

/** Bytes of one file that a prompt takes along; base64 and JSON around it still fit into one call. */
export const maxUploadBytes = 10_000_000;

export type MediaKind = 'image' | 'audio' | 'text' | 'binary';

export type FileVerdict =
  | { readonly kind: MediaKind; readonly mimeType: string }
  /** It is not what its name says, or nothing at all; the sentence is for the person. */
  | { readonly kind: 'refused'; readonly message: string };

/** What a file is by its bytes, or why it cannot be taken along under its name. */
export function judgeFile(name: string, bytes: Uint8Array): FileVerdict {
  if (bytes.length === 0) return refused(`${name} is empty: choose another file.`);
  if (bytes.length > maxUploadBytes) return refused(tooLarge(name, bytes.length));
  const claimed = mimeTypeOfName(name);
  const actual = typeOfBytes(bytes) ?? (isText(bytes) ? 'text/plain' : undefined);
  const kind = actual === undefined ? 'binary' : kindOfType(actual);
  if (claimed !== undefined && kindOfType(claimed) !== kind) {
    const content = actual === undefined ? 'of an unknown type' : describe(actual);
    return refused(
      `${name} is ${describe(claimed)} by its name, but its content is ${content}: check the file, or rename it.`,
    );
  }
  const isTold = actual !== undefined && actual !== 'text/plain' && actual !== 'application/zip';
  return { kind, mimeType: (isTold ? actual : claimed) ?? actual ?? 'application/octet-stream' };
}

/** The sentence for a file that no prompt can take along. */
export function tooLarge(name: string, size: number): string {
  const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(bytes % 1_000_000 === 0 ? 0 : 1)} MB`;
  return `${name} is ${megabytes(size)}, but a prompt can include at most ${megabytes(maxUploadBytes)}: make it smaller.`;
}

/** Whether clients are sent an image, a sound, text, or bytes that are neither. */
export function kindOfType(mimeType: string): MediaKind {
  const type = mimeType.toLowerCase();
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('audio/')) return 'audio';
  return /^(text\/|application\/(json|xml|yaml|toml|javascript)\b|[^;]*\+(json|xml|yaml)\b)/.test(type)
    ? 'text'
    : 'binary';
}

/** The type that the first bytes tell (magic numbers), if they are of a format that is known here. */
export function typeOfBytes(bytes: Uint8Array): string | undefined {
  const head = latin1(bytes.subarray(0, 16));
  const known = signatures.find(([start]) => head.startsWith(start))?.[1];
  if (known) return known;
  if (head.startsWith('RIFF')) return riff[head.slice(8, 12)];
  if (head.slice(4, 8) === 'ftyp') return brands[head.slice(8, 12)] ?? 'video/mp4';
  if (isMp3Frame(bytes)) return 'audio/mpeg';
  return isSvg(bytes) ? 'image/svg+xml' : undefined;
}

/** UTF-8 without the control characters that no text has. */
export function isText(bytes: Uint8Array): boolean {
  try {
    return !hasBinaryCharacters(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

/** Whether what calls itself text has characters that come from bytes of something else. */
export function hasBinaryCharacters(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for; tab, line ends and escape are text.
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

function refused(message: string): FileVerdict {
  return { kind: 'refused', message };
}
