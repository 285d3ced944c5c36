/** The log of real calls, and its replay. */
import * as z from 'zod';
import { json } from './common.ts';

export const callsState = z.object({
  /** `values`: calls with their values and answers. `names`: only which arguments had a value. */
  keeps: z.enum(['off', 'names', 'values']),
  /** The age in days at which a call is deleted. */
  days: z.number(),
  /** Kept calls of this workspace. */
  calls: z.number(),
  bytes: z.number(),
});

export const callsChange = z.object({ keeps: z.enum(['off', 'names', 'values']) });

export const replayQuestion = z.object({
  /** Catalogue name. */
  server: z.string(),
  /** A commit of the workspace's repository; by default, the calls' own answers are compared. */
  against: z.exactOptional(z.string()),
  /** In place of a commit: a time in milliseconds since the epoch, at which the history has the files. */
  asOf: z.exactOptional(z.number()),
});

/** The earlier versions of a server's files, newest first. */
export const earlierVersions = z.object({
  versions: z.array(
    z.object({
      file: z.string(),
      /** ISO 8601. */
      when: z.string(),
      /** A few words: `Argument tone added`. */
      summary: z.string(),
    }),
  ),
});

/** Calls with the same values and the same difference. */
const replayDifference = z.object({
  kind: z.enum(['prompt', 'tool']),
  /** MCP name of the prompt or tool. */
  name: z.string(),
  /** Absent where the setting left them out; then example values were played. Those of a prompt are texts. */
  values: z.exactOptional(z.record(z.string(), json)),
  /** The number of forms that a person answered; absent for none. */
  forms: z.exactOptional(z.number()),
  /** The client applications that made the calls. */
  clients: z.array(z.string()),
  calls: z.number(),
  /** The newest of the calls, in milliseconds since the epoch. */
  at: z.number(),
  /** Lines with `-` for what was read and `+` for what is read now. */
  difference: z.string(),
});

export const replay = z.object({
  server: z.string(),
  /** The commit or the time that the files are compared with; absent for the calls' own answers. */
  against: z.exactOptional(z.string()),
  calls: z.number(),
  /** Calls that would read differently. */
  different: z.number(),
  /** Calls that were not compared, by reason. */
  skipped: z.array(z.object({ reason: z.string(), calls: z.number() })),
  differences: z.array(replayDifference),
});
