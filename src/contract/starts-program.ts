import * as z from 'zod';
import type { CallName } from './contract.ts';

/** Calls that start a program, or allow a program or an address for later, each with the inputs that do. */
const inputsThatStart: Partial<Record<CallName, z.ZodType>> = {
  'import.read': z.object({ kind: z.literal('command') }),
  'trust.allow': z.unknown(),
  // An AppID allows the workspace to ask Wolfram|Alpha; the empty one removes the AppID and allows nothing.
  'sources.setAppId': z.object({ appId: z.string().trim().min(1) }),
  // They write what another program starts later, prove it by starting it, and for Claude Code run `claude mcp`.
  'connect.apply': z.unknown(),
  'connect.undo': z.unknown(),
};

/**
 * Whether a call leads to a program outside the sandbox, or allows one or an address. The browser host answers such a
 * call only with a confirmation of the page that signed in, so a token alone starts and allows nothing.
 */
export function startsProgram(name: string, input: unknown): boolean {
  return Object.hasOwn(inputsThatStart, name) && inputsThatStart[name as CallName]?.safeParse(input).success === true;
}
