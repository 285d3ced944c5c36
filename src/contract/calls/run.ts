/** Calls that run a prompt, and that check what reaches the model of a client application. */
import * as z from 'zod';
import {
  keptRun,
  messageKind,
  ownPrice,
  priceList,
  reached,
  reachStart,
  runnerSetting,
  runnerView,
  runRead,
  runStart,
  runStarted,
} from '../shapes/run.ts';
import { call, nothing } from './call.ts';

const runId = z.object({ id: z.string() });
const promptName = z.object({ server: z.string(), prompt: z.string() });

export const runCalls = {
  /**
   * Contacts only this computer. `agreed`: a person has agreed to the runner's current `consent`. `isOwn`: the person has added it.
   * `check`: whether `reach.check` can check it, and its program is here. `hasKey`: the workbench keeps a key for it.
   */
  'run.runners': call(
    nothing,
    z.array(
      runnerView.extend({
        agreed: z.boolean(),
        isOwn: z.boolean(),
        check: z.enum(['ready', 'missing', 'none']),
        hasKey: z.boolean(),
      }),
    ),
  ),
  /** Adds a runner, or replaces the one with its id. */
  'run.saveRunner': call(runnerSetting, nothing),
  /** Removes the key of a runner, and the runner itself if the person has added it. */
  'run.removeRunner': call(runId, nothing),
  /** Revokes the agreement to what a runner gets: the next run asks again. */
  'run.revoke': call(runId, nothing),
  'run.prices': call(nothing, priceList),
  /** Sets a person's own price for a model, as of today. */
  'run.savePrice': call(ownPrice, nothing),
  'run.removePrice': call(z.object({ model: z.string() }), nothing),
  'run.useKnownPrices': call(z.object({ usesKnown: z.boolean() }), nothing),
  /** Lists what a runner would not get of such messages, in one sentence each. */
  'run.leavesOut': call(runId.extend({ messages: z.array(messageKind).max(1_000) }), z.array(z.string())),
  'run.setKey': call(runId.extend({ key: z.string().regex(/^[\x21-\x7e]{1,2000}$/) }), nothing),
  /**
   * Starts a run; `refused` without an agreement. The text is read with `run.read`, and the outcome is kept.
   * A run continues without a reader, until its time limit.
   */
  'run.start': call(runStart, runStarted),
  /**
   * Waits up to 10 seconds for text after `from` (UTF-16 code units), for other questions than those in `questions`, or for the
   * end. @throws `not-found` for an unknown id
   */
  'run.read': call(
    runId.extend({ from: z.int().min(0), questions: z.exactOptional(z.array(z.string().max(100)).max(100)) }),
    runRead,
  ),
  /**
   * Answers a question of a run by one of its options. `forRun`: all further requests of its kind in this run are allowed too.
   * An answer that comes too late has no effect.
   */
  'run.decide': call(
    runId.extend({ question: z.string(), option: z.string(), forRun: z.exactOptional(z.literal(true)) }),
    nothing,
  ),
  /** Stops a run or a check at once, with everything that it has started. */
  'run.stop': call(runId, nothing),
  'run.results': call(promptName, z.array(keptRun)),
  'run.clearResults': call(promptName, nothing),
  /** Resolves when the check is done; `run.stop` stops it. The result is kept. */
  'reach.check': call(reachStart, reached),
  /** The newest check of each client application, which outranks the simulation on this computer. */
  'reach.checks': call(promptName, z.array(reached)),
} as const;
