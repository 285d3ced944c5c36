/** Runs of a prompt: the runners that can answer it, and their outcomes. */
import * as z from 'zod';
import { maxRunLimits } from '../../model/run-limits.ts';
import { historyPlace } from './history.ts';

/**
 * Whether a runner can start now. `needs-key`: it has no key, or one that only the desktop app can read. `isUntried`: it
 * is on another computer, and has not answered since the workbench started.
 */
const runnerState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), isUntried: z.exactOptional(z.literal(true)) }),
  z.object({ kind: z.enum(['needs-key', 'missing']), message: z.string() }),
]);

/** What can answer a prompt. */
export const runnerView = z.object({
  id: z.string(),
  title: z.string(),
  /** `agent`: a program of this computer. `address`: a model behind an address. */
  kind: z.enum(['agent', 'address']),
  /** The address, or the program's file. */
  place: z.string(),
  /** What a run sends where, and what may cost money. A person sees it before the first run. */
  consent: z.string(),
  state: runnerState,
  /** Models that a run may name; empty if that is unknown before a run. */
  models: z.array(z.string()),
  /** Used if a run names none. */
  model: z.exactOptional(z.string()),
  /** Whether a run may name a model. */
  takesModel: z.boolean(),
  /** What no run of it can do, in one sentence each. */
  lacks: z.array(z.string()),
});

/** The role and type of a message, on which it depends what a runner gets. */
export const messageKind = z.object({
  role: z.enum(['user', 'assistant']),
  type: z.enum(['text', 'image', 'audio', 'resource', 'resource_link']),
  /** Of an image, audio, or a resource that is not text. */
  mimeType: z.exactOptional(z.string().max(200)),
});

const usd = z.number().min(0).max(1_000_000);

/** A person's own price of a model: US dollars per million tokens. */
export const ownPrice = z.object({ model: z.string().min(1).max(200), inUsd: usd, outUsd: usd });

/** The prices for runs whose runner reports no cost. A person's own prices go first, with every runner. */
export const priceList = z.object({
  usesKnown: z.boolean(),
  own: z.array(ownPrice.extend({ asOf: z.string() })),
  /** Each is valid only for the service at its host. */
  known: z.array(ownPrice.extend({ asOf: z.string(), service: z.string(), evidence: z.string() })),
});

/** A person's own runner: an address that answers as the OpenAI API does. */
export const runnerSetting = z.object({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'A name has at most 40 lower-case letters, digits and "-": correct it.'),
  /** Up to and without `/chat/completions`. */
  address: z
    .url({ protocol: /^https?$/, error: 'An address begins with http:// or https://: correct it.' })
    .max(2000, 'An address has at most 2,000 characters: correct it.'),
  model: z.exactOptional(z.string().min(1).max(200)),
});

/** What an agent wants to do, by the kinds of the Agent Client Protocol (`ToolKind`). */
export const permissionKind = z.enum(['read', 'edit', 'delete', 'move', 'search', 'execute', 'fetch', 'other']);

/** One answer, with the agent's name for it. `isYes`: it allows the request. */
export const permissionOption = z.object({ id: z.string(), name: z.string(), isYes: z.boolean() });

/** What an agent asks a person during a run. Its texts are the agent's own: data, never markup. */
const permissionQuestion = z.object({
  id: z.string(),
  kind: permissionKind,
  /** On one line. */
  title: z.string(),
  /** The command, the file or the arguments. */
  detail: z.exactOptional(z.string()),
  options: z.array(permissionOption),
  /** Time until the request is refused. */
  remainingMs: z.number(),
});

/** A decided request. `by`: a person, the options of the run, or the end of the time to answer. */
export const askedPermission = z.object({
  kind: permissionKind,
  title: z.string(),
  isAllowed: z.boolean(),
  by: z.enum(['person', 'setting', 'time']),
});

const measures = {
  /** All text of the model, even of a run that failed later. */
  text: z.string(),
  /** From the start to the first text; absent if there was none. Times exclude those in which a person decided. */
  firstTokenMs: z.exactOptional(z.number()),
  durationMs: z.number(),
  /** As the model counts them. */
  tokensIn: z.exactOptional(z.number()),
  tokensOut: z.exactOptional(z.number()),
  /** As the runner reports it, or computed; absent if it is not known. */
  costUsd: z.exactOptional(z.number()),
  /** ISO 8601: the day or month of the prices that the cost is computed from; absent if the runner reports it. */
  pricesOf: z.exactOptional(z.string()),
  /** The model that answered, as it names itself. */
  model: z.exactOptional(z.string()),
  /** The line that was typed into an agent; absent if it got the messages. */
  typed: z.exactOptional(z.string()),
  /** In their order; absent for none. */
  asked: z.exactOptional(z.array(askedPermission)),
};

/** How a run ended. */
export const runOutcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answer'),
    ...measures,
    /** `length`: the limit of output tokens. `refused`: the model declined. */
    stopReason: z.enum(['end', 'length', 'refused', 'other']),
  }),
  z.object({
    kind: z.literal('failure'),
    ...measures,
    /**
     * `stopped`: by a person. `timed-out`: the time limit. `login`: no valid key or account. `busy`: try later. `network`:
     * no connection, or it broke. `refused`: the request is not accepted. `missing`: there is no such program or model.
     * `broken`: the answer cannot be read.
     */
    code: z.enum(['stopped', 'timed-out', 'login', 'busy', 'network', 'refused', 'missing', 'broken']),
    /** What happened and what to do, in one sentence. */
    message: z.string(),
    /** The raw reply of the model's service or the program, without keys. */
    raw: z.exactOptional(z.string()),
  }),
]);

/** A piece of what a model reads: a text, or an image or file without its content. */
const reachedPiece = z.object({ kind: z.enum(['text', 'image', 'file']), text: z.string() });

/** What reached the model of a client application on this computer, compared with the simulation. */
export const reached = z.object({
  client: z.string(),
  /** Of the installed application; empty if it names none. */
  version: z.string(),
  /** ISO 8601. */
  day: z.string(),
  server: z.string(),
  prompt: z.string(),
  /** What was typed. */
  line: z.string(),
  /** What the application sent to the model; empty for nothing. */
  pieces: z.array(reachedPiece),
  /** What the simulation expects. */
  expected: z.array(reachedPiece),
  /** The first difference between the two, in one sentence; absent if there is none. */
  difference: z.exactOptional(z.string()),
});

/** A prompt with values; the ids of runs are the window's own. */
const chosenPrompt = z.object({
  id: z.string().min(1).max(100),
  server: z.string(),
  /** The MCP name. */
  prompt: z.string(),
  arguments: z.record(z.string(), z.string()),
});

const timeoutMs = z.exactOptional(z.int().min(1_000).max(maxRunLimits.timeoutMs));

export const runStart = chosenPrompt.extend({
  runner: z.string(),
  model: z.exactOptional(z.string().min(1).max(200)),
  timeoutMs,
  maxOutputTokens: z.exactOptional(z.int().min(1).max(maxRunLimits.maxOutputTokens)),
  /** A version of the prompt's history instead of what is served; an agent gets its messages. */
  version: z.exactOptional(historyPlace),
  /** Set after a person has read the runner's `consent`; it is remembered. */
  agrees: z.exactOptional(z.literal(true)),
});

/** What the runner does not get of the messages, in one sentence each. */
export const runStarted = z.object({ leavesOut: z.array(z.string()) });

/** The text from an offset on, the open questions, and the outcome if the run has ended. */
export const runRead = z.object({
  text: z.string(),
  questions: z.array(permissionQuestion),
  outcome: z.exactOptional(runOutcome),
});

export const reachStart = chosenPrompt.extend({ client: z.string(), timeoutMs });

/** A run as it is kept: newest first, at most 200 for each prompt. Long answers are cut. */
export const keptRun = z.object({
  /** ISO 8601. */
  time: z.string(),
  runner: z.string(),
  values: z.record(z.string(), z.string()),
  /** The id of the version in the prompt's history; absent for what was served. */
  version: z.exactOptional(z.string()),
  outcome: runOutcome,
});
