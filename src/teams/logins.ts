/** Logins to team servers: tokens, kept where the other secrets of this account are. */

import * as z from 'zod';
import { parseJson } from '../base/json.ts';
import type { SecretStore } from '../state/secrets.ts';

const login = z.object({
  /** The issuer of the tokens. They go only to it and to the team server. */
  issuer: z.string(),
  /** What the tokens are for: the team server's own address. */
  resource: z.string(),
  clientId: z.string(),
  clientSecret: z.exactOptional(z.string()),
  accessToken: z.string(),
  /** Milliseconds since the epoch; absent if the issuer does not say. */
  expiresAtMs: z.exactOptional(z.number()),
  refreshToken: z.exactOptional(z.string()),
});

export type Login = z.output<typeof login>;

export interface Logins {
  /** Undefined without a login. `canRenew` says whether a renewed login can be kept in the same place. */
  read(id: string): Promise<{ readonly login: Login; readonly canRenew: boolean } | undefined>;
  write(id: string, login: Login): Promise<void>;
  remove(id: string): Promise<void>;
  /** Whether only the desktop app can read the login. */
  isLocked(id: string): Promise<boolean>;
}

const nameOf = (id: string) => `team-${id}` as const;

export function openLogins(secrets: SecretStore): Logins {
  return {
    async read(id) {
      const secret = await secrets.read(nameOf(id));
      const result = secret && login.safeParse(parseJson(Buffer.from(secret.value, 'base64url').toString('utf8')));
      if (!result?.success) return undefined;
      return { login: result.data, canRenew: secret?.from === 'file' || secrets.writesKeychain === true };
    },
    // A secret is one word of visible ASCII.
    write: (id, value) => secrets.write(nameOf(id), Buffer.from(JSON.stringify(value)).toString('base64url')),
    remove: (id) => secrets.remove(nameOf(id)),
    isLocked: (id) => secrets.isLocked(nameOf(id)),
  };
}
