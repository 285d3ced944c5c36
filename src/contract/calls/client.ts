/** Calls about client applications: connecting them, and the messages that they send. */
import * as z from 'zod';
import {
  connectApplication,
  connectEntry,
  connectOutcome,
  connectPlan,
  connectSnippets,
  connectTarget,
} from '../shapes/connect.ts';
import { callsChange, callsState, earlierVersions, replay, replayQuestion } from '../shapes/replay.ts';
import {
  liveConnection,
  trafficExchange,
  trafficMatches,
  trafficPage,
  trafficQuestion,
  trafficResend,
} from '../shapes/traffic.ts';
import { usageQuestion, usageView } from '../shapes/usage.ts';
import { call, nothing } from './call.ts';

export const clientCalls = {
  /**
   * All client applications, detected ones first; `projectDir` locates the configuration files of project scope. With `team`,
   * their connections to that team server instead of those to workspaces.
   */
  'connect.applications': call(
    z.object({ projectDir: z.exactOptional(z.string()), team: z.exactOptional(z.string()) }),
    z.array(connectApplication),
  ),
  'connect.plan': call(connectTarget, connectPlan),
  'connect.apply': call(z.object({ planId: z.string() }), connectOutcome),
  'connect.undo': call(z.object({ journalId: z.string() }), z.object({ file: z.string(), message: z.string() })),
  /** A plan that writes an entry again after it was changed or dropped. */
  'connect.again': call(z.object({ journalId: z.string() }), connectPlan),
  'connect.history': call(nothing, z.array(connectEntry)),
  /** One message for each connection whose record is damaged: what cannot be disconnected, and how to remove it by hand. */
  'connect.damage': call(nothing, z.array(z.string())),
  'connect.snippets': call(connectTarget, connectSnippets),
  'traffic.list': call(trafficQuestion, trafficPage),
  'traffic.search': call(z.object({ query: z.string().max(1000), after: z.number() }), trafficMatches),
  'traffic.open': call(z.object({ id: z.number() }), trafficExchange),
  /** Resolves with the new entry's id after the server has responded. */
  'traffic.resend': call(trafficResend, z.object({ id: z.number() })),
  'traffic.clear': call(nothing, nothing),
  /** Whether real calls are kept for a replay, and how many there are. */
  'calls.get': call(nothing, callsState),
  /** Changes this person's setting for all workspaces. Kept calls stay until they are too old, or cleared. */
  'calls.keep': call(callsChange, callsState),
  'calls.clear': call(nothing, callsState),
  /** The versions of the history that kept calls can be compared with. */
  'calls.versions': call(z.object({ server: z.string() }), earlierVersions),
  /** Plays the kept calls of a server against its files. */
  'calls.replay': call(replayQuestion, replay),
  /** How a server's prompts are used on this computer. */
  'usage.report': call(usageQuestion, usageView),
  /** The connected clients of other programs, in order of connection. */
  'connections.get': call(nothing, z.array(liveConnection)),
  /** The HTTP address of a server and its token, for the clipboard. Never log them. */
  'connections.address': call(z.object({ server: z.string() }), z.object({ url: z.string(), token: z.string() })),
} as const;
