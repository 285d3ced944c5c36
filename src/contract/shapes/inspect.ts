/** Other MCP servers that a person inspects. */
import * as z from 'zod';
import { json } from './common.ts';
import { connectScope } from './connect.ts';

const id = z.string().min(1).max(100);
const secrets = z.record(z.string(), z.string().max(20_000));

/** A server to inspect. Variables and headers may hold secrets: they are used, and neither shown nor stored. */
export const inspectTarget = z.discriminatedUnion('kind', [
  /** A command line, started without a shell. */
  z.object({ kind: z.literal('command'), command: z.string().max(20_000), variables: secrets }),
  z.object({ kind: z.literal('url'), url: z.string().max(10_000), headers: secrets }),
  /** An entry in the configuration of a client application. */
  z.object({
    kind: z.literal('entry'),
    application: z.string(),
    scope: connectScope,
    project: z.exactOptional(z.string()),
    name: z.string(),
  }),
]);

/** What opening the target starts or contacts, without secrets. `digest` identifies it, secrets included. */
export const inspectPlan = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('command'),
    /** As written; `file` is the program that it finds. */
    command: z.string(),
    args: z.array(z.string()),
    file: z.exactOptional(z.string()),
    folder: z.string(),
    /** Names of the environment variables that it gets in addition. */
    variables: z.array(z.string()),
    digest: z.string(),
  }),
  z.object({ kind: z.literal('url'), url: z.string(), headers: z.array(z.string()), digest: z.string() }),
]);

export const inspectOpen = z.object({ id, target: inspectTarget, digest: z.string() });
export const inspectPlace = z.object({ id });

/** An open connection, or one that ended: `endReason` is one sentence. */
export const inspected = z.object({
  id,
  endReason: z.exactOptional(z.string()),
  name: z.string(),
  title: z.exactOptional(z.string()),
  version: z.string(),
  /** The negotiated protocol revision. */
  revision: z.string(),
  instructions: z.exactOptional(z.string()),
  capabilities: json,
  /** How often the server announced a change of a list. */
  listChanges: z.number(),
  /** The resources that a person follows, with the number of announced changes of each. */
  followedResources: z.array(z.object({ uri: z.string(), changes: z.number() })),
  /** Methods of the server's requests that the workbench declined: `sampling/createMessage`. */
  declinedMethods: z.array(z.string()),
});

/** Starts or stops following a resource. */
export const inspectFollow = z.object({ id, uri: z.string().max(10_000), isFollowed: z.boolean() });

export const inspectLists = z.enum(['prompts', 'tools', 'resources', 'resourceTemplates']);
export const inspectListed = z.object({ items: z.array(z.record(z.string(), json)), isCut: z.boolean() });

const inspectMethods = z.enum(['prompts/get', 'tools/call', 'resources/read', 'completion/complete', 'ping']);

/** The caller chooses `request`, for `inspect.cancel`. */
export const inspectRequest = z.object({
  id,
  request: z.string(),
  method: inspectMethods,
  params: z.record(z.string(), json),
});

const about = {
  /** As sent; this contains the result itself. */
  exchange: z.object({ request: json, response: json, milliseconds: z.number() }),
  /** The server's log messages during the request. */
  log: z.array(z.object({ level: z.enum(['debug', 'info', 'warning', 'error']), text: z.string() })),
  progress: z.array(
    z.object({ progress: z.number(), total: z.exactOptional(z.number()), message: z.exactOptional(z.string()) }),
  ),
  /** What a person should know about the answer: one sentence each. */
  remarks: z.array(z.string()),
};

export const inspectAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('result'), ...about, isError: z.boolean() }),
  z.object({ kind: z.literal('error'), ...about, code: z.number(), message: z.string() }),
  z.object({ kind: z.literal('cancelled') }),
]);

/** One message of a connection. */
export const inspectMessage = z.object({
  seq: z.number(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  direction: z.enum(['sent', 'received']),
  kind: z.enum(['request', 'notification', 'answer', 'error']),
  /** Of an answer: the method of its request. */
  method: z.string(),
  milliseconds: z.exactOptional(z.number()),
  /** The JSON; only its beginning if it is too long. */
  text: z.string(),
  size: z.number(),
});

/** Messages after `after`, oldest first. Older ones are dropped. `stderr` is the end of the program's error output. */
export const inspectLog = z.object({ messages: z.array(inspectMessage), stderr: z.string() });

export const inspectConfigured = z.object({
  servers: z.array(
    z.object({
      application: z.string(),
      applicationName: z.string(),
      scope: connectScope,
      project: z.exactOptional(z.string()),
      file: z.string(),
      name: z.string(),
      /** The command line or the address, as written. */
      summary: z.string(),
    }),
  ),
  /** One sentence for each file that cannot be read. */
  unreadFiles: z.array(z.string()),
});
