import { createHash } from 'node:crypto';

/** SHA-256 in 64 hexadecimal digits. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The first 132 bits of SHA-256 in 22 characters of base64url. */
export function shortSha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
