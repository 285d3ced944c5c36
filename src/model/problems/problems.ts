import type { KeyPath } from '../../base/json.ts';

/**
 * The tags of a finding. The first four are the seed's ("Error Messages"); the rest name what the seed leaves open.
 * `Syntax`: the file is not YAML or JSON that can be read. `Limit`: too large, too deep. `UnknownKey`: kept, but not used.
 * `UnknownSlot`: a slot that no argument fills. `UnusedArgument`: an argument that fills no slot.
 * `NotServed`: right, but this version does not serve it. `UnportableName`: some clients change this name or cannot call it.
 * `NoKernel`: Wolfram Language that this computer cannot run.
 */
export type ProblemTag =
  | 'InvalidMCPPromptSpecification'
  | 'InvalidMCPPromptsSpecification'
  | 'PromptNameNotFound'
  | 'DeprecatedPromptData'
  | 'InvalidMCPToolSpecification'
  | 'InvalidMCPToolsSpecification'
  | 'ToolNameNotFound'
  | 'InvalidMCPServerSpecification'
  | 'InvalidSourceSpecification'
  | 'SourceNameNotFound'
  | 'Syntax'
  | 'Limit'
  | 'Media'
  | 'UnknownKey'
  | 'UnknownSlot'
  | 'UnusedArgument'
  | 'NotServed'
  | 'UnportableName'
  | 'NoKernel';

export type Severity = 'error' | 'warning';

/** A finding inside a value, before it has a place in a file: what model functions return. */
export interface Finding {
  readonly tag: ProblemTag;
  readonly severity: Severity;
  /** One sentence: what is wrong and what to do. */
  readonly message: string;
  readonly at: KeyPath;
  /** Whether the key or its value is meant; default the value. */
  readonly on?: 'key' | 'value';
  /** The part of a text that is meant: offsets in it, in UTF-16 code units. Default: the whole value. */
  readonly within?: Extent;
}

export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** A finding with its place. Broken files are data, never exceptions. */
export interface Problem extends Omit<Finding, 'within'> {
  /** Relative to the workspace, POSIX. */
  readonly file: string;
  /** 1-based, in UTF-16 code units, as editors count. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}
