/** The git repository of the workspace. */
import * as z from 'zod';
import { json } from './common.ts';

/** A definition that differs from the newest commit. */
const gitChange = z.object({
  kind: z.enum(['server', 'prompt', 'tool', 'source', 'skill']),
  /** Catalogue name. */
  name: z.string(),
  file: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  /** In a few words: `Argument tone added`. */
  summary: z.exactOptional(z.string()),
});

export const gitState = z.discriminatedUnion('kind', [
  /** No git or no repository; the message says which. */
  z.object({ kind: z.literal('none'), message: z.string() }),
  z.object({
    kind: z.literal('repository'),
    /** Absent on no branch. */
    branch: z.exactOptional(z.string()),
    /** The full id of the newest commit; absent before the first one. */
    head: z.exactOptional(z.string()),
    /** The branch that it follows, with the commits that only one of them had at the last fetch. */
    upstream: z.exactOptional(z.object({ name: z.string(), ahead: z.int(), behind: z.int() })),
    /** Whether there is a remote to push to. */
    hasRemote: z.boolean(),
    /** The operation that must end before anything can be published or pulled: `a merge`. */
    underWay: z.exactOptional(z.string()),
    changes: z.array(gitChange),
  }),
]);

/** Names of branches and tags, those with the newest commits first; empty without a repository. */
export const gitRefs = z.array(z.string());

export const gitPlan = z.object({
  /** A proposed commit message. */
  message: z.string(),
  /** Everything that will be committed: the definitions, their media, the snapshots of their tests. */
  files: z.array(z.string()),
  /** Sentences about what a person may have overlooked. */
  notes: z.array(z.string()),
});

/** Files of definitions; empty for everything in the workspace. */
export const gitChoice = z.object({ files: z.array(z.string()).max(10_000) });

export const gitPublish = gitChoice.extend({
  message: z.string().max(60_000),
  /** The files that the person has seen in the plan; others that have changed since are left out. */
  plannedFiles: z.exactOptional(z.array(z.string()).max(100_000)),
  /** Created if it does not exist; by default the current branch. */
  branch: z.exactOptional(z.string().max(1000)),
  push: z.boolean(),
});

const gitPushFailure = z.discriminatedUnion('reason', [
  /** The branch there has commits that are not here. */
  z.object({ reason: z.literal('behind'), to: z.string() }),
  z.object({ reason: z.literal('login'), remote: z.string() }),
  z.object({ reason: z.literal('other'), message: z.string() }),
]);

export const gitPushed = z.object({
  branch: z.string(),
  /** `page`: where to open a pull request. */
  pushed: z.exactOptional(z.object({ to: z.string(), page: z.exactOptional(z.string()) })),
  /** Why the push failed; all commits stay. */
  pushFailure: z.exactOptional(gitPushFailure),
});

export const gitPublished = gitPushed.extend({ commit: z.exactOptional(z.string()) });

/** `place`: `Arguments › tone › Description`; empty for the whole file. */
const place = z.object({ file: z.string(), place: z.string() });

export const gitPull = z.object({
  choices: z.array(place.extend({ side: z.enum(['ours', 'theirs']) })).max(10_000),
  /** The commit of the conflicts that the choices resolve: nothing is fetched again. */
  commit: z.exactOptional(z.string().regex(/^[0-9a-f]{40,64}$/)),
});

/** A place that both sides changed; a side without a value has removed it. */
const gitConflict = place.extend({
  name: z.string(),
  isOrder: z.boolean(),
  base: z.exactOptional(json),
  ours: z.exactOptional(json),
  theirs: z.exactOptional(json),
});

export const gitPulled = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('current'), from: z.string() }),
  z.object({
    kind: z.literal('conflicts'),
    from: z.string(),
    commit: z.string(),
    conflicts: z.array(gitConflict),
  }),
  z.object({
    kind: z.literal('pulled'),
    from: z.string(),
    commit: z.string(),
    isMerge: z.boolean(),
    files: z.array(z.string()),
    merged: z.array(z.string()),
  }),
]);

/** A part of a definition, and the commit that last changed it; without one, the part is not committed. */
export const gitBlamed = z.object({
  place: z.string(),
  by: z.exactOptional(z.object({ commit: z.string(), author: z.string(), when: z.string(), subject: z.string() })),
});

/** A file as a commit has it; without a text, it does not exist there. */
export const gitFile = z.object({ text: z.exactOptional(z.string()), value: z.exactOptional(json) });
