/** Connecting a client application: applications, plan, outcome and existing connections. */
import * as z from 'zod';

/** The configuration's scope: the user's everywhere, a project's for all its users, the user's in one project. */
export const connectScope = z.enum(['user', 'project', 'local']);
export const connectTransport = z.enum(['stdio', 'http']);

/**
 * The status of a connection. `connected`: the entry is unchanged. `changed`: the entry has another value. `dropped`: the
 * entry is gone. `replaced`: another connection has written the entry since. `broken`: the file cannot be read, or the entry's program is missing. `renamed`: the entry is unchanged,
 * and names the server as it was called before.
 */
const connectionState = z.object({
  state: z.enum(['connected', 'renamed', 'changed', 'replaced', 'dropped', 'broken', 'undone']),
  /** One sentence: the status, and what to do about it. */
  message: z.string(),
});

/** The target of a connection. Defaults: Claude Code, and an application's usual scope and transport. */
export const connectTarget = z.object({
  server: z.string(),
  application: z.exactOptional(z.string()),
  scope: z.exactOptional(connectScope),
  /** Absolute, or from `~`; a scope other than `user` needs it. */
  projectDir: z.exactOptional(z.string()),
  transport: z.exactOptional(connectTransport),
  /** The branch, tag or commit that the entry serves instead of the folder; not over HTTP. */
  ref: z.exactOptional(z.string()),
  /** The id of a team server, whose server it is. The application connects by its address, and logs in by itself. */
  team: z.exactOptional(z.string()),
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
    /** The name of the team server whose server it is. */
    team: z.exactOptional(z.string()),
    /** Absolute path of the file that will change. */
    file: z.string(),
    exists: z.boolean(),
    /** True when the same entry already exists: applying changes nothing. */
    unchanged: z.boolean(),
    before: z.string(),
    after: z.string(),
    /** The application's command that writes the entry, for display; absent when the workbench writes it. */
    runs: z.exactOptional(z.string()),
    /** What the user will type, one command a prompt; empty where the application has none. */
    commands: z.array(z.string()),
    /** What to do instead of typing, for an application with a menu. */
    menu: z.exactOptional(z.string()),
    /** What to know and do in the application once it is connected. */
    notes: z.array(z.string()),
    /** Notes about the change itself, such as a name that the application changes. */
    warnings: z.array(z.string()),
    /** What to know about the prompts in the application, before and after the change. */
    promptNotes: z.array(
      z.object({
        message: z.string(),
        /** Prompts, each with its last argument, which should take the rest of the line; empty in other notes. */
        restOfLine: z.array(z.object({ prompt: z.string(), argument: z.string() })),
      }),
    ),
    /** Why the entry of a project, which other people read too, only works on this computer; absent in other scopes. */
    onlyHere: z.exactOptional(z.string()),
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
  /** The id of the change for `connect.undo`; absent when nothing changed. */
  journalId: z.exactOptional(z.string()),
  file: z.string(),
  backup: z.exactOptional(z.string()),
  /** Whether the server answered `prompts/list` when started as the entry says. If not, offer to undo. */
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
  /** The branch, tag or commit that it serves instead of the folder. */
  ref: z.exactOptional(z.string()),
  /** The team server whose server it is; absent for a server of a workspace. */
  team: z.exactOptional(z.object({ id: z.string(), name: z.string() })),
  /** Another workspace, whose server it is, and its folder; absent for this workspace's own connections. */
  workspace: z.exactOptional(z.object({ name: z.string(), dir: z.string() })),
  /** ISO 8601. */
  when: z.string(),
  undone: z.boolean(),
  /** Its status. A later change of the same entry replaces all earlier ones. */
  state: connectionState,
});

/** A client application on this computer. */
export const connectApplication = z.object({
  id: z.string(),
  name: z.string(),
  detected: z.boolean(),
  /** The file, folder or program that shows that it is installed. */
  because: z.exactOptional(z.string()),
  /** The first is the usual one. */
  scopes: z.array(
    z.object({
      scope: connectScope,
      /** Absent without a project. */
      file: z.exactOptional(z.string()),
      exists: z.boolean(),
    }),
  ),
  transports: z.array(connectTransport),
  /** Whether it logs in to team servers by itself. */
  takesTeams: z.boolean(),
  /** Whether it offers prompts to people. */
  prompts: z.enum(['yes', 'no', 'unknown']),
  /** How a person calls a prompt: the typed text, with `{server}` and `{prompt}`, or a description. */
  invocation: z.exactOptional(z.string()),
  notes: z.array(z.string()),
  evidence: z.string(),
  /** The day on which this was last checked, ISO 8601. */
  checked: z.string(),
  /** The connections to servers of this workspace, newest first, without undone ones. */
  connections: z.array(connectEntry),
});

/** The entry in other forms, for the clipboard. */
export const connectSnippets = z.object({
  /** The part of the configuration file, in its format. */
  snippet: z.string(),
  /** The language of the snippet, for colours: `json`, `toml`, `yaml`. */
  language: z.enum(['json', 'toml', 'yaml']),
  /** For a POSIX shell; absent where the application has no command for it. */
  shell: z.exactOptional(z.string()),
  /** Opens the application, which asks for confirmation. Verified by decoding it again. */
  link: z.exactOptional(z.string()),
});
