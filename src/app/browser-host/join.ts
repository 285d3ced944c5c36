/** Connects a command to the running workbench of a workspace, at the address in its claim. */
import * as z from 'zod';
import { WorkbenchError } from '../../base/errors.ts';
import type { Claim, Door } from '../../state/workspace-claim.ts';
import { linkOf } from './loopback.ts';

/** The time limit for an answer of the running workbench. */
const patienceMs = 2_000;

const reply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.object({ message: z.string() }) }),
]);

const sessionList = z.object({
  sessions: z.array(z.object({ id: z.string(), browser: z.string(), startedAt: z.number(), lastSeenAt: z.number() })),
});

export type ListedSession = z.output<typeof sessionList>['sessions'][number];

/** The browser host of another process of this account. Without an answer, each call throws a WorkbenchError `unavailable`. */
export interface RunningHost {
  /** A link that opens the window. It works once, within a minute. */
  newLink(): Promise<string>;
  /** The newest first. */
  sessions(): Promise<readonly ListedSession[]>;
  /** Ends one session, or all. @returns how many it ended */
  end(id?: string): Promise<number>;
}

export function runningHost(claim: Claim, door: Door): RunningHost {
  async function ask(method: string, path: string): Promise<unknown> {
    const answer = await fetch(`${door.origin}${path}`, {
      method,
      headers: { authorization: `Key ${door.key}` },
      signal: AbortSignal.timeout(patienceMs),
    })
      .then(async (response) => reply.parse(await response.json()))
      .catch((cause: unknown) => {
        const message = `The workbench that has this workspace open (process ${claim.owner.pid}) does not answer: end that process and start again.`;
        throw new WorkbenchError('unavailable', message, { cause });
      });
    if (!answer.ok) throw new WorkbenchError('refused', answer.error.message);
    return answer.value;
  }
  return {
    newLink: async () =>
      linkOf(door.origin, z.object({ code: z.string() }).parse(await ask('POST', '/api/codes')).code),
    sessions: async () => sessionList.parse(await ask('GET', '/api/sessions')).sessions,
    end: async (id) => {
      const path = id === undefined ? '' : `/${encodeURIComponent(id)}`;
      return z.object({ ended: z.number() }).parse(await ask('DELETE', `/api/sessions${path}`)).ended;
    },
  };
}
