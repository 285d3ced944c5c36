/** Makes refusals by RFC 6750, section 3, and the MCP authorization specification, "Error Handling". */
import type { Scope } from './scopes.ts';

export interface AccessRefusal {
  readonly status: 400 | 401 | 403 | 429 | 503;
  /** What happened and what to do, in one sentence. */
  readonly sentence: string;
  /** The header `WWW-Authenticate`; absent if another token would not help. */
  readonly wwwAuthenticate?: string;
  /** For the header `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

export function isRefusal(value: object): value is AccessRefusal {
  return 'sentence' in value && 'status' in value;
}

interface Challenge {
  /** The address of the protected resource metadata. */
  readonly metadata: string;
  readonly scopes: readonly Scope[];
}

/** A request without a token has no error code: the client did nothing wrong (RFC 6750, section 3.1). */
export function unauthenticated({ metadata, scopes }: Challenge): AccessRefusal {
  return {
    status: 401,
    sentence: 'This server needs an access token: log in first.',
    wwwAuthenticate: challenge({ scope: scopes.join(' '), resource_metadata: metadata }),
  };
}

export function invalidToken(sentence: string, { metadata, scopes }: Challenge): AccessRefusal {
  const fields = { error: 'invalid_token', error_description: sentence, scope: scopes.join(' ') };
  return { status: 401, sentence, wwwAuthenticate: challenge({ ...fields, resource_metadata: metadata }) };
}

/** @param scopes all that the request needs */
export function insufficientScope({ metadata, scopes }: Challenge): AccessRefusal {
  const sentence = `The token does not allow this: log in again with the scope ${scopes.join(' ')}.`;
  const fields = { error: 'insufficient_scope', error_description: sentence, scope: scopes.join(' ') };
  return { status: 403, sentence, wwwAuthenticate: challenge({ ...fields, resource_metadata: metadata }) };
}

export function malformedHeader({ metadata }: Challenge): AccessRefusal {
  const sentence = 'The Authorization header must be "Bearer" and one access token.';
  const fields = { error: 'invalid_request', error_description: sentence };
  return { status: 400, sentence, wwwAuthenticate: challenge({ ...fields, resource_metadata: metadata }) };
}

/** The token may be valid, so the client keeps it. */
export function cannotCheck(sentence: string): AccessRefusal {
  return { status: 503, sentence, retryAfterSeconds: 30 };
}

function challenge(fields: Readonly<Record<string, string>>): string {
  const parts = Object.entries(fields).map(([name, value]) => `${name}="${quotable(value)}"`);
  return `Bearer ${parts.join(', ')}`;
}

/** The characters of an `error_description` (RFC 6750, section 3); a header has no others. */
function quotable(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');
}
