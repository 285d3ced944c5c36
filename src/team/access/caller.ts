import type { Scope } from './scopes.ts';

/** The caller of a request, by its token. */
export interface Caller {
  /** `sub` of the token, with the issuer's host after `@` if there are several issuers; `token:NAME` for a program. */
  readonly subject: string;
  /** Absent for a token of `access.yaml`. */
  readonly issuer?: string;
  /** The OAuth client that got the token. */
  readonly client?: string;
  readonly scopes: readonly Scope[];
  readonly groups: readonly string[];
  /** `aud`: what the token may be used for. Empty for a token of `access.yaml`, which is for this server alone. */
  readonly audience: readonly string[];
}
