/** Reads scopes, groups and audience from the claims of a token, in the forms that issuers write. */
import { isJsonObject } from '../../base/json.ts';
import { isScope, type Scope } from './scopes.ts';

/** More than any directory sends in a token. */
const maxGroups = 2_000;

type Claims = Readonly<Record<string, unknown>>;

/** `scope` (RFC 8693) as words, or `scp` as words or a list. Other scopes are other servers' business. */
export function scopesOf(claims: Claims): readonly Scope[] {
  return [...new Set([...wordsOf(claims.scope), ...wordsOf(claims.scp)])].filter(isScope);
}

/** @param claim its name; dots lead into nested claims if no claim has the whole name: `realm_access.roles` */
export function groupsOf(claims: Claims, claim: string): readonly string[] {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : valueAtPath(claims, claim.split('.'));
  const values = Array.isArray(value) ? value : [value];
  return values.filter((group): group is string => typeof group === 'string' && group !== '').slice(0, maxGroups);
}

/** `aud` as a list. */
export function audienceOf({ aud }: Claims): readonly string[] {
  const values = Array.isArray(aud) ? aud : [aud];
  return values.filter((value): value is string => typeof value === 'string');
}

/** The client of a token: `client_id` (RFC 9068), or `azp`. */
export function clientOf({ client_id, azp }: Claims): string | undefined {
  return [client_id, azp].find((candidate): candidate is string => typeof candidate === 'string' && candidate !== '');
}

/**
 * Whether one of the audiences names one of the resources. Addresses differ by case of the host, a last slash, and `?for=`: a
 * client may take the whole address of its entry for the resource.
 */
export function isFor(audience: readonly string[], resources: readonly string[]): boolean {
  const canonicalResources = new Set(resources.map(canonicalResource));
  return audience.some((value) => canonicalResources.has(canonicalResource(value)));
}

function canonicalResource(resource: string): string {
  if (!/^https?:/i.test(resource) || !URL.canParse(resource)) return resource;
  const url = new URL(resource);
  url.searchParams.delete('for');
  return url.href.replace(/\/$/, '');
}

function wordsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((item): item is string => typeof item === 'string');
  return typeof value === 'string' ? value.split(' ') : [];
}

function valueAtPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inside, step) => (isJsonObject(inside) && Object.hasOwn(inside, step) ? inside[step] : undefined),
    value,
  );
}
