/** Skills of a server, and where they are installed. */
import * as z from 'zod';

const skillScope = z.enum(['user', 'project']);

/** A skill of a server, as models read it. */
export const skillView = z.object({
  name: z.string(),
  description: z.string(),
  /** The MCP name of the prompt that it is made of; absent for a skill of `skills/`. */
  prompt: z.exactOptional(z.string()),
  /** The workspace file of a skill of `skills/`. */
  file: z.exactOptional(z.string()),
  /** The whole file `SKILL.md`. */
  text: z.string(),
  /** The paths of its other files. */
  files: z.array(z.string()),
  /** One sentence for each part that it does not carry. */
  losses: z.array(z.string()),
});

/** An application that reads skills from folders. */
export const skillReader = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether it is on this computer. */
  isDetected: z.boolean(),
  /** Absolute. */
  userFolder: z.string(),
  /** Absolute; absent without a project. */
  projectFolder: z.exactOptional(z.string()),
  /** The names of the other applications that read the folder of each scope too. */
  alsoReadBy: z.object({ user: z.array(z.string()), project: z.array(z.string()) }),
  evidence: z.string(),
  /** ISO 8601. */
  checked: z.string(),
});

export const skillTarget = z.object({
  server: z.string(),
  skill: z.string(),
  /** The id of a reader. */
  application: z.string(),
  scope: skillScope,
  /** Absolute, or from `~`; the scope `project` needs it. */
  projectDir: z.exactOptional(z.string()),
});

/** What installing or uninstalling one skill would change. */
export const skillPlan = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ready'),
    planId: z.string(),
    change: z.enum(['install', 'update', 'remove', 'none']),
    skill: z.string(),
    server: z.string(),
    applicationName: z.string(),
    scope: skillScope,
    /** The skill's folder, absolute. */
    folder: z.string(),
    files: z.array(
      z.object({
        path: z.string(),
        /** Absent for a new file, and for one that is not text. */
        before: z.exactOptional(z.string()),
        /** Absent for a deleted file, and for one that is not text. */
        after: z.exactOptional(z.string()),
        /** Of the file afterwards, or before it is deleted. */
        bytes: z.number(),
        change: z.enum(['new', 'changed', 'deleted']),
      }),
    ),
    notes: z.array(z.string()),
    /** Files that were changed after the workbench wrote them. The change would discard that. */
    drifted: z.array(z.string()),
  }),
  z.object({ kind: z.literal('refused'), skill: z.string(), folder: z.string(), message: z.string() }),
]);

export const skillOutcome = z.object({
  folder: z.string(),
  /** For `skills.undo`; absent when nothing changed. */
  journalId: z.exactOptional(z.string()),
});

/**
 * An installed skill. `current`: its files are those of the workspace. `outdated`: the workspace has newer ones. `changed`: a
 * file was changed or deleted after it was installed. `incomplete`: the workbench was ended while it wrote them. `orphan`:
 * the server no longer has the skill. `unknown`: it is of another workspace. `broken`: it cannot be read.
 */
export const installedSkill = z.object({
  skill: z.string(),
  server: z.string(),
  folder: z.string(),
  scope: skillScope,
  projectDir: z.exactOptional(z.string()),
  /** The id of a reader of this folder, and the names of all. */
  application: z.string(),
  readBy: z.array(z.string()),
  state: z.enum(['current', 'outdated', 'changed', 'incomplete', 'orphan', 'unknown', 'broken']),
  /** One sentence: the state, and what to do about it. */
  message: z.string(),
  /** Whether the open workbench keeps it in step. */
  isKept: z.boolean(),
  /** The newest change that can be undone. */
  journalId: z.exactOptional(z.string()),
});
