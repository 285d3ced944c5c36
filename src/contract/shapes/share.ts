/** Packages of a server for other people, and what its surfaces say. */
import * as z from 'zod';

const packageKind = z.enum(['plugin', 'bundle']);

export const packageTarget = z.object({ server: z.string(), kind: packageKind });

export const packagePlan = z.object({
  kind: packageKind,
  /** Lower-case letters and digits with hyphens. */
  name: z.string(),
  version: z.string(),
  title: z.string(),
  prompts: z.array(z.string()),
  tools: z.array(z.string()),
  skills: z.array(z.string()),
  /** The size of each part, in bytes, the largest first: the program, the workspace, the skills, the manifests. */
  parts: z.array(z.object({ name: z.string(), files: z.int(), sizeBytes: z.int() })),
  /** In bytes: unpacked, and as an archive. */
  sizeBytes: z.int(),
  archiveSizeBytes: z.int(),
  /** What the person who installs it decides. */
  needs: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      from: z.array(z.string()),
      /** Whether the settings of Claude Code and Claude Desktop have a switch for it. */
      hasSwitch: z.boolean(),
    }),
  ),
  /** The secrets that the person enters; `purpose` says where each goes. */
  secrets: z.array(z.object({ name: z.string(), purpose: z.string() })),
  /** What it does not include or cannot do, each in one sentence. */
  notes: z.array(z.string()),
  /** The git repository that the plugin can go into, absolute; absent if the workspace is in none. */
  repository: z.exactOptional(z.string()),
});

export const packageArchive = z.object({
  /** `docs.zip`, `docs.mcpb` */
  fileName: z.string(),
  /** Base64. */
  data: z.string(),
});

export const publishedPackage = z.object({
  /** Absolute. */
  folder: z.string(),
  marketplace: z.string(),
  notes: z.array(z.string()),
});

/** A prompt on one sample, or a skill without a prompt, as each surface says it. */
export const comparedSample = z.object({
  kind: z.enum(['prompt', 'skill']),
  /** The MCP name of the prompt, or the name of the skill. */
  name: z.string(),
  /** Absent for example values instead of a sample. */
  sample: z.exactOptional(z.string()),
  values: z.record(z.string(), z.string()),
  /** The first is what the others are compared with: `prompt`, or `skill` for a skill without a prompt. */
  readings: z.array(
    z.object({
      surface: z.enum(['prompt', 'tool', 'skill', 'installed', 'plugin', 'bundle']),
      /** What arrives, as text; absent where the prompt is not offered there. */
      text: z.exactOptional(z.string()),
      /** Each in one sentence; empty where it says the same. */
      differences: z.array(z.string()),
      /** Why it is not offered there, and how it could be. */
      absent: z.exactOptional(z.string()),
    }),
  ),
});
