/** The workspace as it is listed: servers, prompts and their problems. */
import * as z from 'zod';
import { fileChange } from './arrange.ts';
import { json, location, problem } from './common.ts';

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

/** A tool as it is listed: what clients are told of it, and where its answers come from. */
export const toolSummary = z.object({
  /** Stable within one server's list, as a prompt's. */
  key: z.string(),
  /** The MCP name, or the text that stands in its place when it has none. */
  name: z.string(),
  catalogueName: z.exactOptional(z.string()),
  title: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  /** Hints of whoever wrote the tool: claims, which nothing vouches for. */
  annotations: z.exactOptional(
    z.object({
      readOnlyHint: z.exactOptional(z.boolean()),
      destructiveHint: z.exactOptional(z.boolean()),
      idempotentHint: z.exactOptional(z.boolean()),
      openWorldHint: z.exactOptional(z.boolean()),
    }),
  ),
  /** Absent where another server tells it, and for a tool with an error. */
  inputSchema: z.exactOptional(z.record(z.string(), json)),
  outputSchema: z.exactOptional(z.record(z.string(), json)),
  /** What a call answers; absent for a tool with an error. */
  content: z.exactOptional(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('own') }),
      z.object({ kind: z.literal('prompt'), prompt: z.string() }),
      z.object({ kind: z.literal('mcp'), source: z.string(), tool: z.string() }),
    ]),
  ),
  /** Absent for a built-in tool and for a name that leads nowhere. */
  location: z.exactOptional(location),
  builtin: z.boolean(),
  /** False when an error keeps it from clients. */
  served: z.boolean(),
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
  tools: z.array(toolSummary),
  /** Whether every prompt is offered as a tool too; those are not among `tools`. */
  promptsAsTools: z.boolean(),
  prompts: z.array(promptSummary),
  /** Of the server's own file. */
  problems: z.array(problem),
});

/** What became of a change that a crash interrupted. */
export const recoveryNotice = z.object({
  message: z.string(),
  /** The change, where it was finished: what `changes.revert` takes back. */
  undo: z.exactOptional(z.object({ label: z.string(), changes: z.array(fileChange) })),
});

export const workspaceView = z.object({
  dir: z.string(),
  /** The folder itself was deleted or moved away. */
  isGone: z.exactOptional(z.literal(true)),
  /** Grows with every change. */
  revision: z.number(),
  /** The same as long as everything but the revision is: texts of prompts change without it. */
  fingerprint: z.string(),
  servers: z.array(serverSummary),
  /** Workspace prompts by catalogue name that no server lists. */
  unlisted: z.array(promptSummary),
  /** Workspace tools by catalogue name that no server lists. */
  unlistedTools: z.array(toolSummary),
  problems: z.array(problem),
  /** Only in the first answer after a start. */
  recovered: z.exactOptional(z.array(recoveryNotice)),
});
