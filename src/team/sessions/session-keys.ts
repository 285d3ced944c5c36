/** The keys that sign the ids of sessions and the states of dialogues. All replicas have the same ones. */
import { createHmac, randomBytes } from 'node:crypto';
import { WorkbenchError } from '../../base/errors.ts';

export interface SessionKey {
  /** Letters and digits. */
  readonly id: string;
  readonly secret: Buffer;
  /** Milliseconds since the epoch: by then, every replica knows the key. */
  readonly signsFrom: number;
}

/** The keys that are known now, oldest first. */
export class SessionKeys {
  #keys: readonly SessionKey[];

  constructor(keys: readonly SessionKey[]) {
    this.#keys = keys;
  }

  /** Replaces the keys, after a rotation. An empty list changes nothing. */
  update(keys: readonly SessionKey[]): void {
    if (keys.length > 0) this.#keys = keys.toSorted((a, b) => a.signsFrom - b.signsFrom);
  }

  /** The newest key that signs. */
  signing(now = Date.now()): SessionKey {
    const key = this.#keys.findLast(({ signsFrom }) => signsFrom <= now) ?? this.#keys[0];
    if (!key) throw new WorkbenchError('unavailable', 'This replica has no session keys yet: try again in a moment.');
    return key;
  }

  find(id: string): SessionKey | undefined {
    return this.#keys.find((key) => key.id === id);
  }

  /** The keys of dialogues, the one that signs first. */
  dialogueKeys(): readonly string[] {
    const signing = this.signing();
    const otherKeys = this.#keys.filter((key) => key !== signing);
    return [signing, ...otherKeys].map(({ secret }) =>
      createHmac('sha256', secret).update('dialogue').digest('base64url'),
    );
  }
}

export function createKey(signsFrom: number): SessionKey {
  return { id: randomBytes(4).toString('hex'), secret: randomBytes(32), signsFrom };
}

/**
 * Reads keys that an operator sets: `id:secret` with 32 bytes or more in base64, separated by commas or white space. The
 * first one signs; the others are accepted.
 * @throws WorkbenchError `invalid-input`
 */
export function readKeys(text: string): readonly SessionKey[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const keys = words.map((word, index) => {
    const [, id, secret] = /^([A-Za-z0-9]{1,32}):([\w+/=-]+)$/.exec(word) ?? [];
    const bytes = Buffer.from(secret ?? '', 'base64');
    if (id === undefined || bytes.length < 32)
      throw new WorkbenchError(
        'invalid-input',
        `Key ${index + 1} of PROMPT_WORKBENCH_SESSION_KEYS is not ID:SECRET with at least 32 bytes in base64: make one with echo "k1:$(openssl rand -base64 32)".`,
      );
    return { id, secret: bytes, signsFrom: -index };
  });
  if (keys.length === 0) throw new WorkbenchError('invalid-input', 'PROMPT_WORKBENCH_SESSION_KEYS has no key.');
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    throw new WorkbenchError('invalid-input', 'Two keys of PROMPT_WORKBENCH_SESSION_KEYS have the same id.');
  return keys.toReversed();
}
