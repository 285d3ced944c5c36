/** The log of real calls, and its replay. */
import * as z from 'zod';

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
});

const values = z.record(z.string(), z.string());

/** Calls with the same values and the same difference. */
const replayDifference = z.object({
  /** MCP name. */
  prompt: z.string(),
  /** Absent where the setting left them out; then example values were played. */
  values: z.exactOptional(values),
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
