/** Calls about the git repository of the workspace. */
import * as z from 'zod';
import {
  gitBlamed,
  gitChoice,
  gitFile,
  gitPlan,
  gitPublish,
  gitPublished,
  gitPull,
  gitPulled,
  gitPushed,
  gitRefs,
  gitState,
} from '../shapes/git.ts';
import { call, nothing } from './call.ts';

export const gitCalls = {
  /** Only reads: nothing that the repository's configuration names is started. */
  'git.state': call(nothing, gitState),
  /** The branches and tags that a connection can follow. */
  'git.refs': call(nothing, gitRefs),
  /** A file as a branch, tag or commit has it. @throws `not-found` for no such commit */
  'git.read': call(
    z.object({ file: z.string(), ref: z.string().max(1000, 'A ref has at most 1,000 characters: correct it.') }),
    gitFile,
  ),
  /** The commit that last changed each field, argument and message of a file. */
  'git.blame': call(z.object({ file: z.string() }), z.array(gitBlamed)),
  /** What publishing would commit. */
  'git.plan': call(gitChoice, gitPlan),
  'git.publish': call(gitPublish, gitPublished),
  /** Pushes the commits of the current branch, and commits nothing. */
  'git.push': call(nothing, gitPushed),
  /** Fetches and merges. Changes nothing while a place that both sides changed has no choice. */
  'git.pull': call(gitPull, gitPulled),
} as const;
