/**
 * Everything a renderer may ask of the core, and hear from it. Hosts (Electron IPC, loopback HTTP, in-process) carry
 * these calls and supply nothing but the pipe; handlers, clients and validation are derived from this file.
 */
import * as z from 'zod';

const keyPath = z.array(z.union([z.string(), z.number()]));
const json = z.json();

const problem = z.object({
  tag: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  file: z.string(),
  line: z.number(),
  column: z.number(),
  endLine: z.number(),
  endColumn: z.number(),
  at: keyPath,
});

const argument = z.object({
  name: z.string(),
  title: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  required: z.boolean(),
  default: z.exactOptional(z.string()),
});

/** A place in the workspace: a file and the path of keys to a definition in it (`[]` is the whole file). */
const location = z.object({ file: z.string(), at: keyPath });

const promptSummary = z.object({
  /** Stable within one server's list: tells entries apart even when a name is missing or doubled. */
  key: z.string(),
  /** The MCP name, or the text that stands in its place when it has none. */
  name: z.string(),
  catalogueName: z.exactOptional(z.string()),
  title: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  arguments: z.array(argument),
  samples: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.string()) })),
  /** Absent for a built-in prompt and for a name that leads nowhere. */
  location: z.exactOptional(location),
  builtin: z.boolean(),
  /** False when an error keeps it from clients. */
  served: z.boolean(),
  problems: z.array(problem),
});

const serverSummary = z.object({
  name: z.string(),
  title: z.exactOptional(z.string()),
  version: z.string(),
  instructions: z.exactOptional(z.string()),
  builtin: z.boolean(),
  file: z.exactOptional(z.string()),
  /** The Streamable HTTP address while the workbench serves it. */
  endpoint: z.exactOptional(z.string()),
  tools: z.array(z.string()),
  prompts: z.array(promptSummary),
  /** Of the server's own file. */
  problems: z.array(problem),
});

const workspaceView = z.object({
  dir: z.string(),
  /** Grows with every change. */
  revision: z.number(),
  servers: z.array(serverSummary),
  /** Workspace prompts by catalogue name that no server lists. */
  unlisted: z.array(promptSummary),
  problems: z.array(problem),
});

const definitionView = z.object({
  file: z.string(),
  at: keyPath,
  /** Of the whole file: a hash of its bytes. */
  version: z.string(),
  /** The whole file as text. */
  text: z.string(),
  /** The definition as plain data under canonical key names; absent when the file cannot be parsed. */
  value: z.exactOptional(json),
  problems: z.array(problem),
});

/** Sets (or, without `after`, removes) one value. `before` is what the editor last saw there: absent for "nothing". */
const edit = z.object({ at: keyPath, before: z.exactOptional(json), after: z.exactOptional(json) });

const editResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('saved'),
    /** The whole file before and after, byte for byte: what undo and redo write back. */
    previousText: z.string(),
    text: z.string(),
    version: z.string(),
    /** True when the file had changed on disk elsewhere and both changes are now in it. */
    merged: z.boolean(),
  }),
  /** Somebody else changed the same value; nothing was written. */
  z.object({ kind: z.literal('conflict'), at: keyPath, theirs: z.exactOptional(json), version: z.string() }),
]);

const writeResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), version: z.string() }),
  /** The file on disk is newer than the caller's version; nothing was written. */
  z.object({ kind: z.literal('conflict'), text: z.string(), version: z.string() }),
]);

const exchange = z.object({ request: json, response: json, milliseconds: z.number() });

/** What one real `prompts/get` answered. */
const preview = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('result'),
    description: z.exactOptional(z.string()),
    /** Protocol messages, as the client received them. */
    messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: json })),
    exchange,
  }),
  z.object({ kind: z.literal('error'), code: z.number(), message: z.string(), exchange }),
]);

const connectPlan = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ready'),
    planId: z.string(),
    /** Absolute path of the file that will change. */
    file: z.string(),
    exists: z.boolean(),
    /** True when the very entry is there already: applying changes nothing. */
    unchanged: z.boolean(),
    before: z.string(),
    after: z.string(),
    /** What the user will type: `/mcp__server__prompt` for each prompt. */
    commands: z.array(z.string()),
    /** Sentences worth reading before going on, such as a name that Claude Code maps to another. */
    warnings: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('refused'),
    file: z.string(),
    message: z.string(),
    line: z.exactOptional(z.number()),
    column: z.exactOptional(z.number()),
  }),
]);

const connectOutcome = z.object({
  /** Names this change for `connect.undo`; absent when nothing had to be written. */
  journalId: z.exactOptional(z.string()),
  file: z.string(),
  backup: z.exactOptional(z.string()),
  /** Whether the written command, started as the client would, answered `prompts/list`. */
  proof: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('answered'), prompts: z.array(z.string()), milliseconds: z.number() }),
    z.object({ kind: z.literal('failed'), message: z.string() }),
  ]),
});

const connectEntry = z.object({
  journalId: z.string(),
  client: z.string(),
  server: z.string(),
  file: z.string(),
  /** ISO 8601. */
  when: z.string(),
  undone: z.boolean(),
});

const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });
const nothing = z.object({});

/** By name: what the core is asked with and what it answers. */
export const calls = {
  'workspace.get': call(nothing, workspaceView),
  'definition.open': call(location, definitionView),
  /** Paths in the edits, and in a conflict, count from the definition's `at`. */
  'definition.edit': call(location.extend({ edits: z.array(edit) }), editResult),
  /** Replaces a whole file; `baseVersion` is what the text was made from. */
  'file.write': call(z.object({ file: z.string(), baseVersion: z.string(), text: z.string() }), writeResult),
  /** Makes `prompts/<name>.yaml` and lists it in the server's file. */
  'prompt.create': call(z.object({ server: z.string(), name: z.string() }), location),
  'prompt.preview': call(
    z.object({ server: z.string(), prompt: z.string(), arguments: z.record(z.string(), z.string()) }),
    preview,
  ),
  'prompt.complete': call(
    z.object({
      server: z.string(),
      prompt: z.string(),
      argument: z.string(),
      value: z.string(),
      arguments: z.record(z.string(), z.string()),
    }),
    z.object({ values: z.array(z.string()), total: z.exactOptional(z.number()), hasMore: z.boolean() }),
  ),
  'connect.plan': call(z.object({ server: z.string(), projectDir: z.string() }), connectPlan),
  'connect.apply': call(z.object({ planId: z.string() }), connectOutcome),
  'connect.undo': call(z.object({ journalId: z.string() }), z.object({ file: z.string(), message: z.string() })),
  'connect.history': call(nothing, z.array(connectEntry)),
  /** Folders whose path begins with what was typed, for choosing one in a browser. */
  'folders.suggest': call(z.object({ prefix: z.string() }), z.array(z.string())),
} as const;

/** By name: what the core tells without being asked. */
export const events = {
  /** Sent after every change, and at once to each new listener, so that nobody misses one between two connections. */
  'workspace.changed': z.object({ revision: z.number() }),
  /** Whether the pipe to the core holds; sent by the transport itself, and only by one that can break. */
  'host.connection': z.discriminatedUnion('state', [
    z.object({ state: z.literal('connected') }),
    /** The workbench is not running any more, or was started anew; the sentence says what to do. */
    z.object({ state: z.literal('lost'), message: z.string() }),
  ]),
} as const;

export type CallName = keyof typeof calls;
export type Input<N extends CallName> = z.input<(typeof calls)[N]['input']>;
export type Output<N extends CallName> = z.output<(typeof calls)[N]['output']>;
export type Handlers = {
  readonly [N in CallName]: (input: z.output<(typeof calls)[N]['input']>) => Promise<Output<N>>;
};
export type EventName = keyof typeof events;
export type EventMessage = {
  readonly [N in EventName]: { readonly name: N; readonly data: z.output<(typeof events)[N]> };
}[EventName];

export type ProblemView = z.output<typeof problem>;
export type PromptSummary = z.output<typeof promptSummary>;
export type ServerSummary = z.output<typeof serverSummary>;
export type WorkspaceView = z.output<typeof workspaceView>;
export type DefinitionView = z.output<typeof definitionView>;
export type Edit = z.output<typeof edit>;
export type Preview = z.output<typeof preview>;
export type ConnectPlan = z.output<typeof connectPlan>;
export type ConnectOutcome = z.output<typeof connectOutcome>;
export type Location = z.output<typeof location>;

/** A failure as it crosses a host: a code for the program, a sentence for the person. */
export interface WireError {
  readonly code: string;
  readonly message: string;
}
export type Reply = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: WireError };

/** All that a host provides. */
export interface HostTransport {
  call(name: string, input: unknown): Promise<Reply>;
  /** Calls back for every event until the returned function is called. */
  listen(listener: (message: EventMessage) => void): () => void;
}
