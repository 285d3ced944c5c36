/**
 * Puts the whole state of a session into its id, so that every replica can continue the session and none has to remember it.
 * The id is readable, dated, and signed for one server and one caller.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Caller, SessionState } from '../../mcp/server/http/replica.ts';
import type { SessionKeys } from './session-keys.ts';

/** A session ends 30 days after its beginning. Old keys are kept as long. */
export const maxSessionMs = 30 * 24 * 60 * 60 * 1000;

/** Clocks of replicas may differ by this much: 10 minutes, and what a request takes. */
const maxClockDifferenceMs = 15 * 60 * 1000;

/** Our own ids are never longer. */
const maxLength = 2_000;

/** Short keys: the id is in the headers of every request. */
const payloadShape = z.object({
  r: z.string(),
  n: z.string(),
  v: z.string(),
  /** The modes of elicitation; absent without the capability. */
  e: z.array(z.enum(['form', 'url'])).optional(),
  p: z.string(),
  /** Of the caller; absent without authorization. */
  s: z.string().optional(),
  /** Milliseconds since the epoch. */
  t: z.number(),
});

/** @param server the name in the address */
export function sealSession(
  state: SessionState,
  server: string,
  caller: Caller | undefined,
  keys: SessionKeys,
  now = Date.now(),
): string {
  const payload: z.input<typeof payloadShape> = {
    r: state.revision,
    n: state.client.name,
    v: state.client.version,
    ...(state.elicitation && { e: Object.keys(state.elicitation) as ('form' | 'url')[] }),
    p: state.position,
    ...(caller?.subject !== undefined && { s: digestOf(caller.subject) }),
    t: now,
  };
  const key = keys.signing(now);
  const signedText = `${key.id}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
  return `${signedText}.${signatureOf(signedText, server, key.secret)}`;
}

/** @returns undefined for an id that is forged, too old, of another server or of another caller */
export function openSession(
  id: string,
  server: string,
  caller: Caller | undefined,
  keys: SessionKeys,
  now = Date.now(),
): SessionState | undefined {
  const [keyId = '', text = '', signature = '', ...rest] = id.length > maxLength ? [] : id.split('.');
  const key = keys.find(keyId);
  if (!key || rest.length > 0) return undefined;
  // Texts are compared, not the bytes they encode: base64 has several texts for the same bytes.
  const expected = Buffer.from(signatureOf(`${keyId}.${text}`, server, key.secret));
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  const result = payloadShape.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (!result.success) return undefined;
  const { r, n, v, e, p, s, t } = result.data;
  if (now - t > maxSessionMs || t - now > maxClockDifferenceMs) return undefined;
  if (s !== (caller?.subject === undefined ? undefined : digestOf(caller.subject))) return undefined;
  return {
    revision: r,
    client: { name: n, version: v },
    ...(e && { elicitation: Object.fromEntries(e.map((mode) => [mode, {}])) }),
    position: p,
  };
}

function signatureOf(text: string, server: string, secret: Buffer): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([server, text]))
    .digest('base64url');
}

function digestOf(subject: string): string {
  return createHash('sha256').update(subject).digest('base64url').slice(0, 16);
}
