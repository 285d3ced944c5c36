/** Decodes the bytes of a definition file without loss. */
import { sha256 } from '../../../files/sha256.ts';
import { maxFileBytes } from '../../limits.ts';

export type DecodedText =
  | { readonly kind: 'text'; readonly text: string }
  /** `before` is the text before the first byte that is not UTF-8. */
  | { readonly kind: 'invalid'; readonly before: string };

// ignoreBOM leaves a byte order mark in the text, so that an edit preserves it.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

interface KnownText {
  readonly text: string;
  readonly version: string;
}

/**
 * The two newest texts. An edit reads one and writes the other, and both are needed several times: decoding 200 kB takes
 * a millisecond or two, because V8 allocates a string of this size separately.
 */
let recentTexts: readonly KnownText[] = [];

/** Undefined for bytes that are not UTF-8, or over the size limit. @param version of the bytes, if the caller knows it */
export function readableText(bytes: Uint8Array, version?: string): string | undefined {
  const decodedText = bytes.length <= maxFileBytes ? decodeText(bytes, version) : undefined;
  return decodedText?.kind === 'text' ? decodedText.text : undefined;
}

/**
 * Decodes UTF-8 and refuses anything else, because saving a repaired character would change the author's bytes.
 * @param version of the bytes, if the caller knows it
 */
export function decodeText(bytes: Uint8Array, version?: string): DecodedText {
  const knownText =
    version === undefined ? undefined : recentTexts.find((recentText) => recentText.version === version);
  if (knownText) return { kind: 'text', text: knownText.text };
  try {
    const text = strict.decode(bytes);
    if (version !== undefined) remember({ text, version });
    return { kind: 'text', text };
  } catch {
    return { kind: 'invalid', before: readablePrefix(bytes) };
  }
}

function remember(text: KnownText): void {
  recentTexts = [text, ...recentTexts].slice(0, 2);
}

/** The longest decodable prefix, by bisection. */
function readablePrefix(bytes: Uint8Array): string {
  let validLength = 0;
  let invalidLength = bytes.length;
  while (invalidLength - validLength > 1) {
    const middle = (validLength + invalidLength) >>> 1;
    if (isReadable(bytes.subarray(0, middle))) validLength = middle;
    else invalidLength = middle;
  }
  // A character cut in half at `validLength` is dropped, not shown as damaged.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, validLength), { stream: true });
}

function isReadable(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** A shorter text is not kept. UTF-16 code units. */
const longFrom = 4_096;

let lastEncoding: { readonly text: string; readonly bytes: Buffer } | undefined;

/** The text as UTF-8: once for the newest long text, which is hashed and then written. Do not modify the result. */
export function encodeText(text: string): Buffer {
  if (text.length < longFrom) return Buffer.from(text);
  if (lastEncoding?.text !== text) lastEncoding = { text, bytes: Buffer.from(text) };
  return lastEncoding.bytes;
}

/** A hash of a file's content. */
export function versionOf(content: Uint8Array | string): string {
  const isText = typeof content === 'string';
  const knownText = isText ? recentTexts.find(({ text }) => text === content) : undefined;
  if (knownText) return knownText.version;
  const bytes = isText && content.length >= longFrom ? encodeText(content) : content;
  const version = sha256(bytes).slice(0, 32);
  // A lone surrogate becomes another character in the bytes, so these have another text.
  if (isText && !hasLoneSurrogate(content)) remember({ text: content, version });
  return version;
}

/** Nearly all texts have no surrogates at all, which is quicker to see. */
function hasLoneSurrogate(text: string): boolean {
  return /[\ud800-\udfff]/.test(text) && /\p{Cs}/u.test(text);
}
