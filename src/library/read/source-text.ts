/** Decodes the bytes of a definition file without loss. */
import { createHash } from 'node:crypto';
import { maxFileBytes } from '../limits.ts';

export type DecodedText =
  | { readonly kind: 'text'; readonly text: string }
  /** `before` is the text before the first byte that is not UTF-8. */
  | { readonly kind: 'invalid'; readonly before: string };

// ignoreBOM leaves a byte order mark in the text, so that an edit preserves it.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined for bytes that are not UTF-8, or over the size limit. */
export function readableText(bytes: Uint8Array): string | undefined {
  const decoded = bytes.length <= maxFileBytes ? decodeText(bytes) : undefined;
  return decoded?.kind === 'text' ? decoded.text : undefined;
}

/** Decodes UTF-8 and refuses anything else, because saving a repaired character would change the author's bytes. */
export function decodeText(bytes: Uint8Array): DecodedText {
  try {
    return { kind: 'text', text: strict.decode(bytes) };
  } catch {
    return { kind: 'invalid', before: readablePrefix(bytes) };
  }
}

/** The longest decodable prefix, by bisection. */
function readablePrefix(bytes: Uint8Array): string {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (isReadable(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  // A character cut in half by `good` is dropped, not shown as damaged.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, good), { stream: true });
}

function isReadable(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** A hash of a file's content. */
export function versionOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
