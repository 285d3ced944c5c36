/** Team servers that a person has added. */
import * as z from 'zod';
import { usageEntry } from './usage.ts';

export const teamId = z.string().regex(/^[a-z0-9]{8}$/);

/**
 * The state of a person's login. `open`: the team server needs none. `waiting`: the login page is open in the browser.
 * `failed`: the last login did not succeed, or the login is no longer valid.
 */
const teamLogin = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['open', 'none', 'done']) }),
  z.object({ kind: z.literal('waiting'), url: z.string() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);

export const teamServer = z.object({
  id: teamId,
  /** What the person calls it. */
  name: z.string(),
  /** Without a slash at its end. */
  address: z.string(),
  /** The workbench's id at an issuer that does not register programs by itself. */
  clientId: z.exactOptional(z.string()),
  login: teamLogin,
});

export const teamAddition = z.object({
  address: z.string().max(2_000),
  name: z.exactOptional(z.string().max(100)),
  clientId: z.exactOptional(z.string().max(500)),
});

const commitId = z.string().regex(/^[0-9a-f]{7,64}$/);

const teamCommit = z.object({
  id: commitId,
  /** ISO 8601. */
  time: z.exactOptional(z.iso.datetime()),
  /** Only for a person who sees everything that the team server has. */
  subject: z.exactOptional(z.string().max(1_000)),
});

/** What a team server answers to `GET /servers`. */
export const teamPage = z.object({
  ref: z.string().max(1_000),
  /** The person, as the issuer calls them; absent where people do not log in. */
  subject: z.exactOptional(z.string().max(1_000)),
  /** What is served. */
  commit: teamCommit,
  /** Since when, ISO 8601. */
  since: z.iso.datetime(),
  /** What will be served within seconds. */
  next: z.exactOptional(teamCommit),
  /** The newest commit, if it is not the one that is served. */
  tip: z.exactOptional(teamCommit),
  /** Why the newest commit is not served. */
  refusal: z.exactOptional(z.string().max(5_000)),
  servers: z
    .array(
      z.object({
        name: z.string().min(1).max(500),
        title: z.exactOptional(z.string().max(1_000)),
        version: z.string().max(500),
        prompts: z.number(),
        tools: z.number(),
        commit: commitId,
      }),
    )
    .max(10_000),
});

export const teamUsageQuestion = z.object({
  id: teamId,
  server: z.string(),
  days: z.number().int().min(1).max(365),
});

/** What a team server answers to `GET /usage/<server>`. */
export const teamUsage = z.object({
  entries: z.array(usageEntry).max(20_000),
  /** Names of the server's prompts without a call. */
  unused: z.array(z.string()).max(20_000),
});
