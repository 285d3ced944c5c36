import type { KeyPath } from '../../base/json.ts';

/**
 * The tags of a finding. The first four come from the specification (docs/specification.md, "Error Messages").
 * `Syntax`: the file is not valid YAML or JSON. `Limit`: too large or too deep. `UnknownKey`: the key is ignored.
 * `UnknownSlot`: a slot without an argument. `UnknownArgument`: a condition without an argument. `UnusedArgument`: an argument that fills no slot.
 * `NotServed`: valid, but not supported here; or not read. `UnportableName`: some clients change this name or cannot call it.
 * `InvalidTest`: a test that cannot be run; the definition is served. `InvalidSample`: likewise for samples of a file.
 * `InvalidAccess`: a fault of access.yaml, which says who sees what on a team server.
 * `InvalidSettings`: a fault of workbench.yaml.
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
  | 'InvalidSkillSpecification'
  | 'SkillNameNotFound'
  | 'Syntax'
  | 'Limit'
  | 'Media'
  | 'UnknownKey'
  | 'UnknownSlot'
  | 'UnknownArgument'
  | 'UnusedArgument'
  | 'NotServed'
  | 'UnportableName'
  | 'InvalidTest'
  | 'InvalidSample'
  | 'InvalidAccess'
  | 'InvalidSettings'
  | 'NoKernel';

export type Severity = 'error' | 'warning';

/** A fault in a value, not yet located in a file: what model functions return. */
export interface Finding {
  readonly tag: ProblemTag;
  readonly severity: Severity;
  /** One sentence: what is wrong and what to do. */
  readonly message: string;
  /** What the specification itself says, for the four tags that it names. */
  readonly specification?: string;
  readonly at: KeyPath;
  /** Whether the finding is about the key or its value; default the value. */
  readonly on?: 'key' | 'value';
  /** The affected part of a text: offsets in UTF-16 code units. Default: the whole value. */
  readonly within?: Extent;
  readonly subject?: Subject;
}

/** What a finding is about, for a quick fix. */
export type Subject =
  /** An unknown key. `near`: the known key that was probably meant, and is not written. */
  | { readonly kind: 'key'; readonly near?: string }
  /** A slot without an argument, by its name. `near`: the argument that was probably meant. */
  | { readonly kind: 'slot'; readonly name: string; readonly near?: string }
  /** A text that names nothing. `near`: the name that was probably meant. */
  | { readonly kind: 'name'; readonly near: string }
  /** An argument that fills no slot. */
  | { readonly kind: 'unused'; readonly name: string }
  /** The default of a required argument, which nothing uses. */
  | { readonly kind: 'default' }
  /** An item of a list in the wrong place. `to`: its right index; `after`: the name of the item before it there. */
  | { readonly kind: 'order'; readonly to: number; readonly after?: string };

export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** A finding located in a file. Broken files are data, never exceptions. */
export interface Problem extends Omit<Finding, 'within'> {
  /** Relative to the workspace, POSIX. */
  readonly file: string;
  /** 1-based, in UTF-16 code units, as editors count. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** A comment at its line has set the severity, which the settings of the workspace do not change. */
  readonly hasOwnSeverity?: true;
}
