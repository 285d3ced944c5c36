import * as z from 'zod';
import type { CallName } from './contract.ts';

/** Calls that start a program or allow a program, an address or a folder, with the inputs that do so. */
const inputsThatStart: Partial<Record<CallName, z.ZodType>> = {
  'import.read': z.object({ kind: z.literal('command') }),
  'inspect.open': z.unknown(),
  // A tool of another server can do anything that its program can.
  'inspect.request': z.object({ method: z.literal('tools/call') }),
  // It starts another workbench, and its link gives access to another folder.
  'workspaces.open': z.unknown(),
  'trust.allow': z.unknown(),
  'folders.permit': z.unknown(),
  // It sends requests, and starts git.
  'sources.fetch': z.unknown(),
  // They start git, which runs the filters and hooks of the repository, and contacts others.
  'git.plan': z.unknown(),
  'git.publish': z.unknown(),
  'git.push': z.unknown(),
  'git.pull': z.unknown(),
  // An AppID allows the workspace to ask Wolfram|Alpha; the empty one removes the AppID and allows nothing.
  'sources.setAppId': z.object({ appId: z.string().trim().min(1) }),
  // They send a prompt to another computer, or start a program; a runner is an address that gets prompts.
  'run.start': z.unknown(),
  'run.saveRunner': z.unknown(),
  'run.setKey': z.unknown(),
  'reach.check': z.unknown(),
  // They write an entry that another program starts later, start it as a test, and run `claude mcp` for Claude Code.
  'connect.apply': z.unknown(),
  // They contact an address, and a login sends a token there.
  'team.add': z.unknown(),
  'team.logIn': z.unknown(),
  // It starts the packed server.
  'surfaces.compare': z.unknown(),
  'connect.undo': z.unknown(),
  // They write instructions that agents follow.
  'skills.apply': z.unknown(),
  'skills.undo': z.unknown(),
};

/**
 * Whether a call starts a program outside the sandbox, or allows a program, an address or a folder. The browser host requires a
 * confirmation by the signed-in page for such a call, so a token alone starts and allows nothing.
 */
export function startsProgram(name: string, input: unknown): boolean {
  return Object.hasOwn(inputsThatStart, name) && inputsThatStart[name as CallName]?.safeParse(input).success === true;
}
