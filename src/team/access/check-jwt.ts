/** Checks JSON Web Tokens of an issuer (RFC 7519, RFC 8725, RFC 9068). */
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import type { IssuerKeys } from './issuer-keys.ts';

/** Only asymmetric ones, because with a symmetric algorithm the public key would be the secret; and never `none`. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** How far the clocks of issuer and replica may differ. */
export const maxClockToleranceSeconds = 300;
export const defaultClockToleranceSeconds = 60;

/** Why a token is refused: a sentence for the person, without the token. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

/** Whether a token has the form of a JWT, and says so in its header. */
export function isJwt(token: string): boolean {
  if (token.split('.').length !== 3) return false;
  try {
    return typeof decodeProtectedHeader(token).alg === 'string';
  } catch {
    return false;
  }
}

/** The issuer that an unchecked JWT names, to choose the keys. */
export function claimedIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

export interface JwtOptions {
  readonly issuer: string;
  readonly toleranceSeconds: number;
  /** Whether only `at+jwt` is accepted (RFC 9068). Many issuers write `JWT`, or nothing. */
  readonly isTypeRequired: boolean;
  /** In milliseconds. */
  readonly now: () => number;
}

/**
 * Checks signature, issuer, type and times. The calling code checks the audience, because that depends on the server.
 * @throws TokenError; IssuerError if the issuer cannot be asked for its keys
 */
export async function checkJwt(token: string, keys: IssuerKeys, options: JwtOptions): Promise<JWTPayload> {
  const { issuer, toleranceSeconds, isTypeRequired, now } = options;
  refuseType(decodeProtectedHeader(token).typ, isTypeRequired);
  const payload = await verify(token, keys, {
    issuer,
    algorithms,
    clockTolerance: toleranceSeconds,
    currentDate: new Date(now()),
    requiredClaims: ['exp', 'sub', 'aud'],
  });
  if (payload.iat !== undefined && payload.iat > now() / 1_000 + toleranceSeconds) throw clockError(payload.iat, now());
  // An ID token tells a client about its user; it is not for servers (OpenID Connect Core, section 2). `typ` is Keycloak's.
  if (payload.at_hash !== undefined || payload.c_hash !== undefined || payload.typ === 'ID')
    throw new TokenError('This is an ID token: send the access token instead.');
  refuseBound(payload);
  return payload;
}

/**
 * A token that is bound to a key must come with a proof of it, which this server does not check: accepting it as a bearer
 * token would let a thief use it (RFC 9449, section 7.2).
 */
export function refuseBound(claims: Readonly<Record<string, unknown>>): void {
  if (claims.cnf !== undefined)
    throw new TokenError(
      'The token is bound to a key (DPoP or mTLS), which this server does not check: ask for a bearer token.',
    );
}

function refuseType(type: unknown, isRequired: boolean): void {
  const name = typeof type === 'string' ? type.toLowerCase().replace(/^application\//, '') : undefined;
  if (name === 'at+jwt' || (!isRequired && (type === undefined || name === 'jwt'))) return;
  throw new TokenError('This is not an access token: its type must be at+jwt.');
}

async function verify(token: string, keys: IssuerKeys, options: Parameters<typeof jwtVerify>[2]): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys.findKey, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw asTokenError(error, options?.currentDate);
    // A token without a key id: one of the few keys may fit.
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (inner) {
        if (!(inner instanceof errors.JWSSignatureVerificationFailed)) throw asTokenError(inner, options?.currentDate);
      }
    }
    throw new TokenError('The signature of the token is wrong: log in again.');
  }
}

function asTokenError(error: unknown, now = new Date()): unknown {
  if (!(error instanceof errors.JOSEError)) return error;
  const options = { cause: error };
  if (error instanceof errors.JWTExpired) return expiryError(error.payload.exp ?? 0, now.getTime(), options);
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf' && typeof error.payload.nbf === 'number')
      return clockError(error.payload.nbf, now.getTime());
    const what = error.reason === 'missing' ? `has no ${error.claim}` : `has another ${error.claim}`;
    return new TokenError(`The token ${what}: get one for this server from its issuer.`, options);
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return new TokenError('The token is not signed with an algorithm that this server accepts.', options);
  if (error instanceof errors.JWKSNoMatchingKey)
    return new TokenError('The issuer has no key that signed this token: log in again.', options);
  return new TokenError('The signature of the token is wrong: log in again.', options);
}

/** Names the age by this server's clock, which reveals a wrong clock. */
function expiryError(atSeconds: number, nowMs: number, options: ErrorOptions): TokenError {
  const minutes = Math.round((nowMs / 1_000 - atSeconds) / 60);
  const ago = minutes < 1 ? 'a few seconds' : minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new TokenError(`The token expired ${ago} ago by this server's clock: log in again.`, options);
}

function clockError(validFromSeconds: number, nowMs: number): TokenError {
  const minutes = Math.round((validFromSeconds - nowMs / 1_000) / 60);
  return new TokenError(
    `The token becomes valid in ${minutes < 1 ? 'a few seconds' : `${minutes} minutes`}: compare the clocks of this server and of its issuer.`,
  );
}
