/** The workspace as it is listed: servers, prompts and their problems. */
import * as z from 'zod';
import { location, problem } from './common.ts';

const argument = z.object({
  name: z.string(),
  title: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  required: z.boolean(),
  default: z.exactOptional(z.string()),
});

export const promptSummary = z.object({
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
  /** Where other entries of the list have the same MCP name: their keys, and a name that is free. */
  clash: z.exactOptional(z.object({ keys: z.array(z.string()), freeName: z.string() })),
  problems: z.array(problem),
});

export const serverSummary = z.object({
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

export const workspaceView = z.object({
  dir: z.string(),
  /** Grows with every change. */
  revision: z.number(),
  /** The same as long as everything but the revision is: texts of prompts change without it. */
  fingerprint: z.string(),
  servers: z.array(serverSummary),
  /** Workspace prompts by catalogue name that no server lists. */
  unlisted: z.array(promptSummary),
  problems: z.array(problem),
});
