/** What every call asks before it loads the code of dialogues. */
import { randomBytes } from 'node:crypto';
import type { ServerServices } from '../services.ts';

/** Whether content is a function that may call `context.ask`. */
export function asksInFunction(content: { readonly kind: string; readonly code?: unknown }): boolean {
  return content.kind === 'function' && typeof content.code === 'string' && /\bask\b/.test(content.code);
}

let ownKey: string | undefined;

/** The keys of the account; a key of this process for a server without a state folder. */
export async function dialogueKeys({ dialogueKeys }: ServerServices): Promise<readonly string[]> {
  if (dialogueKeys) return dialogueKeys();
  ownKey ??= randomBytes(32).toString('base64url');
  return [ownKey];
}
