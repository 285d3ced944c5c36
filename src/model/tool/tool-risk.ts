/** What a call of a tool may do, for the question before a person tries it. */
import type { ToolAnnotations, ToolContent } from '../definitions.ts';

export interface ToolRisk {
  /** It may delete or overwrite data. */
  readonly mayDestroy: boolean;
  /** It may reach other systems, such as the web. */
  readonly mayReachOut: boolean;
}

/** MCP 2025-11-25, schema of `ToolAnnotations`: an absent hint counts as the riskier value. */
export function riskOf(annotations: ToolAnnotations | undefined): ToolRisk {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations ?? {};
  return { mayDestroy: readOnlyHint !== true && destructiveHint !== false, mayReachOut: openWorldHint !== false };
}

/**
 * As `riskOf`. Content that the workbench computes itself, such as a text or a function in the sandbox, cannot delete
 * anything: there, only an author's hint counts.
 */
export function riskOfTool(tool: {
  readonly annotations?: ToolAnnotations;
  readonly content: Pick<ToolContent, 'kind'>;
}): ToolRisk {
  const { annotations, content } = tool;
  if (content.kind === 'mcp' || content.kind === 'wolfram' || content.kind === 'builtin') return riskOf(annotations);
  return { mayDestroy: annotations?.destructiveHint === true, mayReachOut: annotations?.openWorldHint === true };
}
