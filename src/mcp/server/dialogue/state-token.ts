/**
 * What a stateless client carries from one round of a dialogue to the next (MCP 2026-07-28, `requestState`): readable,
 * but signed, so that any process of this account can continue it and no client can change it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { shortSha256 } from '../../../files/sha256.ts';
import { RefusedState } from './input-required.ts';

/** Milliseconds from a form to its answer. */
export const maxAgeMs = 15 * 60 * 1000;

/** The prompt or tool of a dialogue. Any change of its definition ends the dialogue. */
export interface DialogueSubject {
  readonly server: string;
  /** `Prompt "explain"`. */
  readonly label: string;
  readonly definition: object;
}

/** @param progress of the dialogue, as JSON data @param keys the first one signs */
export function sealState(progress: JsonObject, subject: DialogueSubject, [key = '']: readonly string[]): string {
  const payload = { ...progress, of: identityOf(subject), version: versionOf(subject), until: Date.now() + maxAgeMs };
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${text}.${signatureOf(text, key)}`;
}

/** @throws RefusedState for a state that is forged, of another prompt or version, or too old */
export function openState(token: string, subject: DialogueSubject, keys: readonly string[]): JsonObject {
  const [text = '', signature = ''] = token.split('.');
  // Texts are compared, not the bytes they encode: base64 has several texts for the same bytes.
  const actual = Buffer.from(signature);
  const isOurs = keys.some((key) => {
    const expected = Buffer.from(signatureOf(text, key));
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  });
  const payload: unknown = isOurs ? JSON.parse(String(Buffer.from(text, 'base64url'))) : undefined;
  if (!isJsonObject(payload) || payload.of !== identityOf(subject))
    throw new RefusedState(`The requestState is not one of ${subject.label}: send the request again without it.`);
  if (payload.version !== versionOf(subject))
    throw new RefusedState(`${subject.label} has changed since the form was shown: send the request again.`);
  if (Number(payload.until) < Date.now())
    throw new RefusedState(`The form of ${subject.label} is older than 15 minutes: send the request again.`);
  return payload;
}

function signatureOf(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

function identityOf({ server, label }: DialogueSubject): string {
  return digest([server, label]);
}

/** Of the definition without its place in the workspace. */
function versionOf({ definition }: DialogueSubject): string {
  return digest({ ...definition, origin: undefined });
}

function digest(value: unknown): string {
  return shortSha256(JSON.stringify(value));
}
