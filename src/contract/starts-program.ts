import * as z from 'zod';
import type { CallName } from './contract.ts';

/** Calls that start, or allow for later, a program or code outside the sandbox, where their input says so. */
const inputsThatStart: Partial<Record<CallName, z.ZodType>> = {
  'import.read': z.object({ kind: z.literal('command') }),
  'sources.consent': z.object({ allowed: z.literal(true) }),
  'wolfram.allow': z.object({ allowed: z.literal(true) }),
  'trust.allow': z.unknown(),
};

/**
 * Whether a call leads to a program that a person chose. The browser host answers such a call only with a confirmation
 * of the page that signed in, so a token alone starts nothing.
 */
export function startsProgram(name: string, input: unknown): boolean {
  return Object.hasOwn(inputsThatStart, name) && inputsThatStart[name as CallName]?.safeParse(input).success === true;
}
