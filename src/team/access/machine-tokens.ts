/** Tokens of programs that cannot log in. `access.yaml` has their hashes; 256 random bits need no slow hash. */
import { randomBytes } from 'node:crypto';
import { sha256 } from '../../files/sha256.ts';
import type { TokenData } from './access-schema.ts';
import type { Caller } from './caller.ts';
import { TokenError } from './check-jwt.ts';

/** The prefix by which scanners find leaked tokens. */
const start = 'pwt_';
const form = /^pwt_[\w-]{43}$/;

export interface NewToken {
  /** Shown once, stored nowhere. */
  readonly token: string;
  readonly hash: string;
}

export function createMachineToken(): NewToken {
  const token = `${start}${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashOf(token) };
}

export function isMachineToken(token: string): boolean {
  return token.startsWith(start);
}

/** @param now in milliseconds @throws TokenError */
export function checkMachineToken(token: string, tokens: readonly TokenData[], now: number): Caller {
  const hash = form.test(token) ? hashOf(token) : undefined;
  const match = tokens.find(({ Hash }) => Hash === hash);
  if (!match) throw new TokenError('This token is not in access.yaml, or is no longer: make another one.');
  if (match.Expires !== undefined && now >= Date.parse(`${match.Expires}T00:00:00Z`))
    throw new TokenError('The token has expired: make another one.');
  return {
    subject: `token:${match.Name}`,
    scopes: match.Scopes ?? ['prompts:read'],
    groups: match.Groups ?? [],
    audience: [],
  };
}

function hashOf(token: string): string {
  return `sha256:${sha256(token)}`;
}
