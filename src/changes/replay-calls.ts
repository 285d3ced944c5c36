/** Plays kept calls against the files of now, and says which would read differently. */
import { WorkbenchError } from '../base/errors.ts';
import type { KeptCall } from '../calls/kept-call.ts';
import { asDeclared } from '../clients/adapters/adapt-for.ts';
import type { Replay } from '../contract/contract.ts';
import type { LiveServer } from '../library/types.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import { formatLineDiff } from './answer-text.ts';
import { type CallReading, clientOf, readKeptAnswer } from './call-reading.ts';
import { openPlayer } from './play-kept-call.ts';

export interface ReplaySides {
  /** Catalogue name. */
  readonly name: string;
  readonly now: LiveServer;
  /** Absent: the answers that the calls had. */
  readonly before?: { readonly server: LiveServer; readonly title: string } | undefined;
}

interface ReplayOptions {
  readonly services: ServerServices;
  readonly signal?: AbortSignal;
  /** Called after each call. */
  readonly onCall?: () => void;
}

/**
 * Calls with the same values from the same client application are played once, one after the other. Searches give a
 * placeholder, and what they found is not a difference.
 */
export async function replayCalls(
  calls: readonly KeptCall[],
  { name, now, before }: ReplaySides,
  { services, signal, onCall }: ReplayOptions,
): Promise<Replay> {
  const player = openPlayer(now, services);
  const earlierPlayer = before && openPlayer(before.server, services);
  const playedCalls = new Map<string, Promise<CallReading>>();
  const playOnce = (key: string, play: () => Promise<CallReading>) => {
    const callReading = playedCalls.get(key) ?? play();
    playedCalls.set(key, callReading);
    return callReading;
  };
  const skippedCalls = new Map<string, number>();
  const differences = new Map<string, Replay['differences'][number]>();
  let differentCount = 0;
  try {
    for (const call of calls) {
      if (signal?.aborted) throw new WorkbenchError('failed', 'The replay was stopped.');
      const { kind, name: calledName, names, values, forms, replies } = call;
      const key = JSON.stringify([
        call.application,
        clientOf(call).id,
        kind,
        calledName,
        names,
        values,
        forms,
        replies,
      ]);
      const was = earlierPlayer
        ? await playOnce(`before ${key}`, () => earlierPlayer.play(call))
        : readKeptAnswer(call);
      const is = 'skipReason' in was ? was : await playOnce(`now ${key}`, () => player.play(call));
      onCall?.();
      if ('skipReason' in was || 'skipReason' in is) {
        const reason = 'skipReason' in was ? was.skipReason : 'skipReason' in is ? is.skipReason : '';
        skippedCalls.set(reason, (skippedCalls.get(reason) ?? 0) + 1);
        continue;
      }
      if (was.text === is.text) continue;
      differentCount++;
      const difference = formatLineDiff(was.text, is.text);
      const callNow = declaredCall(call, now);
      const of = JSON.stringify([kind, callNow.name, callNow.values, replies, difference]);
      const knownDifference = differences.get(of);
      const client = clientOf(call).name;
      differences.set(of, {
        kind,
        ...callNow,
        ...(forms !== undefined && { forms }),
        clients: [...new Set([...(knownDifference?.clients ?? []), client])],
        calls: (knownDifference?.calls ?? 0) + 1,
        at: Math.max(knownDifference?.at ?? 0, call.at),
        difference,
      });
    }
  } finally {
    await Promise.all([player.close(), earlierPlayer?.close()]);
  }
  return {
    server: name,
    ...(before && { against: before.title }),
    calls: calls.length,
    different: differentCount,
    skipped: [...skippedCalls].map(([reason, count]) => ({ reason, calls: count })),
    differences: [...differences.values()].sort((a, b) => b.calls - a.calls || b.at - a.at),
  };
}

/** The name and the values of a call as the present files have them: the log has what the client application sent. */
function declaredCall({ kind, name, values, application }: KeptCall, now: LiveServer) {
  if (kind === 'tool' || !values) return { name, ...(values && { values }) };
  return asDeclared(application, now.current(), { name, values });
}
