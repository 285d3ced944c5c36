/** Connecting a client application: what there is, the plan, its outcome, and what was done before. */
import * as z from 'zod';

/** Whose configuration: the user's everywhere, a project's for everybody, the user's for one project. */
export const connectScope = z.enum(['user', 'project', 'local']);
export const connectTransport = z.enum(['stdio', 'http']);

/**
 * How a connection that was made stands now. `connected`: the entry is there as it was written. `changed`: somebody gave
 * it another value. `dropped`: it is gone. `broken`: the file cannot be read, or what the entry starts is not there.
 */
export const connectionState = z.object({
  state: z.enum(['connected', 'changed', 'dropped', 'broken', 'undone']),
  /** One sentence: what is the case, and what to do where something is to be done. */
  message: z.string(),
});

/** Which connection is meant. What is left out is the application's usual one: Claude Code, and its project's file. */
export const connectTarget = z.object({
  server: z.string(),
  application: z.exactOptional(z.string()),
  scope: z.exactOptional(connectScope),
  /** Absolute, or from `~`; a scope other than `user` needs it. */
  projectDir: z.exactOptional(z.string()),
  transport: z.exactOptional(connectTransport),
});

export const connectPlan = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ready'),
    planId: z.string(),
    application: z.string(),
    /** Its name for people: `Claude Code`. */
    applicationName: z.string(),
    scope: connectScope,
    transport: connectTransport,
    /** Absolute path of the file that will change. */
    file: z.string(),
    exists: z.boolean(),
    /** True when the very entry is there already: applying changes nothing. */
    unchanged: z.boolean(),
    before: z.string(),
    after: z.string(),
    /** The application's own command that will write the entry, for reading; absent when the workbench writes it. */
    runs: z.exactOptional(z.string()),
    /** What the user will type, one command a prompt; empty where the application has none. */
    commands: z.array(z.string()),
    /** What to do instead of typing, for an application with a menu. */
    menu: z.exactOptional(z.string()),
    /** Sentences worth reading before going on, such as a name that the application maps to another. */
    warnings: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('refused'),
    application: z.string(),
    file: z.string(),
    message: z.string(),
    line: z.exactOptional(z.number()),
    column: z.exactOptional(z.number()),
  }),
]);

export const connectOutcome = z.object({
  /** Names this change for `connect.undo`; absent when nothing had to be written. */
  journalId: z.exactOptional(z.string()),
  file: z.string(),
  backup: z.exactOptional(z.string()),
  /** Whether the server, reached as the entry says, answered `prompts/list`. When not, offer to undo. */
  proof: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('answered'), prompts: z.array(z.string()), milliseconds: z.number() }),
    z.object({ kind: z.literal('failed'), message: z.string() }),
  ]),
});

export const connectEntry = z.object({
  journalId: z.string(),
  /** The application's id. */
  client: z.string(),
  clientName: z.string(),
  scope: connectScope,
  transport: connectTransport,
  server: z.string(),
  /** The entry's name in the file. */
  name: z.string(),
  file: z.string(),
  /** The project's folder; absent in the scope `user`. */
  projectDir: z.exactOptional(z.string()),
  /** ISO 8601. */
  when: z.string(),
  undone: z.boolean(),
  /** How it stands. A later change of the same entry stands for all earlier ones. */
  state: connectionState,
});

/** A client application as this computer has it. */
export const connectApplication = z.object({
  id: z.string(),
  name: z.string(),
  detected: z.boolean(),
  /** What it was detected by: a file, a folder or a program. */
  because: z.exactOptional(z.string()),
  /** The first is the usual one. */
  scopes: z.array(
    z.object({
      scope: connectScope,
      /** Absent while there is no project to be in. */
      file: z.exactOptional(z.string()),
      exists: z.boolean(),
    }),
  ),
  transports: z.array(connectTransport),
  /** Whether it offers prompts to people. */
  prompts: z.enum(['yes', 'no', 'unknown']),
  /** How a prompt is called: what is typed, with `{server}` and `{prompt}`, or words. */
  invocation: z.exactOptional(z.string()),
  notes: z.array(z.string()),
  evidence: z.string(),
  /** The day on which this was last checked, ISO 8601. */
  checked: z.string(),
  /** What this workbench connected, the newest first; what was undone is not among it. */
  connections: z.array(connectEntry),
});

/** The same entry in other forms, for the clipboard. */
export const connectSnippets = z.object({
  /** The part of the configuration file, in its format. */
  snippet: z.string(),
  /** The language of the snippet, for colours: `json`, `toml`, `yaml`. */
  language: z.enum(['json', 'toml', 'yaml']),
  /** For a POSIX shell; absent where the application has no command for it. */
  shell: z.exactOptional(z.string()),
  /** Opens the application and asks there; decoded again and compared before it is given out. */
  link: z.exactOptional(z.string()),
});

/** A bundle for Claude Desktop. */
export const connectBundle = z.object({
  /** `Docs.mcpb` */
  fileName: z.string(),
  /** Base64. */
  data: z.string(),
});
