/** The list of the workspace: servers, prompts, tools and their problems. */
import * as z from 'zod';
import { fileChange } from './arrange.ts';
import { json, location, problem } from './common.ts';

const asking = z.enum(['never', 'missing', 'always']);

const argument = z.object({
  name: z.string(),
  title: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  required: z.boolean(),
  default: z.exactOptional(z.string()),
  kind: z.exactOptional(z.enum(['choice', 'choices', 'number', 'integer', 'boolean', 'date', 'email', 'url'])),
  multiline: z.exactOptional(z.literal(true)),
  choices: z.exactOptional(z.array(z.object({ value: z.string(), title: z.exactOptional(z.string()) }))),
  minimum: z.exactOptional(z.number()),
  maximum: z.exactOptional(z.number()),
  ask: z.exactOptional(asking),
  askWhen: z.exactOptional(z.record(z.string(), z.array(z.string()))),
});

export const promptSummary = z.object({
  /** Stable and unique within one server's list, even if a name is missing or duplicate. */
  key: z.string(),
  /** The MCP name, or a substitute if it has none. */
  name: z.string(),
  catalogueName: z.exactOptional(z.string()),
  title: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  ask: z.exactOptional(asking),
  message: z.exactOptional(z.string()),
  /** Its function may ask, too. Present only if true. */
  asksInFunction: z.exactOptional(z.literal(true)),
  arguments: z.array(argument),
  tags: z.exactOptional(z.array(z.string())),
  samples: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.string()) })),
  /** The file in the folder `samples` that holds them; the window only reads those. */
  sampleFile: z.exactOptional(z.string()),
  /** Absent for a built-in prompt and an unknown name. */
  location: z.exactOptional(location),
  builtin: z.boolean(),
  /** False after an error. */
  isServed: z.boolean(),
  /** The keys of the entries with the same MCP name, if any, and a free name. */
  clash: z.exactOptional(z.object({ keys: z.array(z.string()), freeName: z.string() })),
  problems: z.array(problem),
});

/** A tool in the list: its description for clients, and the origin of its results. */
export const toolSummary = z.object({
  /** As the `key` of a prompt. */
  key: z.string(),
  /** The MCP name, or a substitute if it has none. */
  name: z.string(),
  catalogueName: z.exactOptional(z.string()),
  title: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  tags: z.exactOptional(z.array(z.string())),
  /** Unverified hints of the tool's author. */
  annotations: z.exactOptional(
    z.object({
      readOnlyHint: z.exactOptional(z.boolean()),
      destructiveHint: z.exactOptional(z.boolean()),
      idempotentHint: z.exactOptional(z.boolean()),
      openWorldHint: z.exactOptional(z.boolean()),
    }),
  ),
  /** What a call may do (`model/tool/tool-risk.ts`); absent for a tool with an error. */
  risk: z.exactOptional(z.object({ mayDestroy: z.boolean(), mayReachOut: z.boolean() })),
  /** Absent if another server defines it, and for a tool with an error. */
  inputSchema: z.exactOptional(z.record(z.string(), json)),
  outputSchema: z.exactOptional(z.record(z.string(), json)),
  /** Why a tool of Wolfram's own server is not available here, and what to install. It has no error. */
  unavailable: z.exactOptional(z.string()),
  /** The content of a result; absent for a tool with an error. */
  content: z.exactOptional(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('own') }),
      z.object({ kind: z.literal('prompt'), prompt: z.string() }),
      z.object({ kind: z.literal('mcp'), source: z.string(), tool: z.string() }),
    ]),
  ),
  /** Absent for a built-in tool and an unknown name. */
  location: z.exactOptional(location),
  builtin: z.boolean(),
  /** False after an error. */
  isServed: z.boolean(),
  problems: z.array(problem),
});

export const serverSummary = z.object({
  name: z.string(),
  /** Names that it had before it was renamed, and that no server has now. */
  formerNames: z.exactOptional(z.array(z.string())),
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

/** The result of recovering a change that a crash interrupted. */
const recoveryNotice = z.object({
  message: z.string(),
  /** The change, if it was completed, for `changes.revert`. */
  undo: z.exactOptional(z.object({ label: z.string(), changes: z.array(fileChange) })),
});

export const workspaceView = z.object({
  dir: z.string(),
  /** The folder itself was deleted or moved away. */
  isGone: z.exactOptional(z.literal(true)),
  /** Grows with every change. */
  revision: z.number(),
  /** Changes with anything in this view except the revision. Texts of prompts are not in this view. */
  fingerprint: z.string(),
  servers: z.array(serverSummary),
  /** Workspace prompts by catalogue name that no server lists. */
  unlistedPrompts: z.array(promptSummary),
  /** Workspace tools by catalogue name that no server lists. */
  unlistedTools: z.array(toolSummary),
  /** Skills without a prompt, by catalogue name. */
  skills: z.array(
    z.object({
      /** Catalogue name. */
      name: z.string(),
      file: z.string(),
      description: z.exactOptional(z.string()),
      /** The servers that list it, by catalogue name. */
      listedBy: z.array(z.string()),
      /** Those of them whose clients get it: none after an error, and not one that has another skill of its name. */
      servedBy: z.array(z.string()),
    }),
  ),
  problems: z.array(problem),
  /** Only in the first answer after a start. */
  recoveries: z.exactOptional(z.array(recoveryNotice)),
});

/** A starting point for a new prompt: its name, and the text of its file. */
export const galleryPrompt = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  text: z.string(),
});
