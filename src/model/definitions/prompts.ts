/** Prompts, and skills with or without a prompt. */
import type { JsonObject } from '../../base/json.ts';
import type { Argument, Asking } from './arguments.ts';
import type { Content, Icon } from './content.ts';
import type { Test } from './tests.ts';

/** A named set of argument values, stored with its prompt for preview and tests. */
export interface Sample {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** How a prompt is also an Agent Skill (agentskills.io/specification). */
export interface SkillDefinition {
  /** Lower-case letters and digits with hyphens, at most 64. */
  readonly name: string;
  /** What it does and when a model should use it; at most 1,024 characters. */
  readonly description: string;
  readonly allowedTools?: readonly string[];
  /** Paths inside the `media/` folder (POSIX); the skill has the same paths. */
  readonly files?: readonly string[];
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Only a model starts it. Present only if false. */
  readonly userInvocable?: false;
}

/** A skill without a prompt: a file in `skills/`. */
export interface WrittenSkill extends SkillDefinition {
  /** As in `PromptDefinition`. */
  readonly tags?: readonly string[];
  /** The instructions, in Markdown. */
  readonly content: string;
}

/** The prompt's `Type` after inference (docs/specification.md, "Type Determination Heuristics"). */
export type PromptType = 'Text' | 'Function';

export interface PromptDefinition {
  /** The MCP name: what `/mcp__server__name` shows. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /** Words that the workbench groups and filters by. Clients never see them. */
  readonly tags?: readonly string[];
  readonly _meta?: JsonObject;
  /** The default of its arguments; `missing` is only for required ones. */
  readonly ask?: Asking;
  /** The sentence above the form. */
  readonly message?: string;
  readonly arguments: readonly Argument[];
  readonly type: PromptType;
  readonly content: Content;
  readonly skill?: SkillDefinition;
  /** With `sampleFile`, only the library of the workbench and of commands has read them. */
  readonly samples: readonly Sample[];
  /** The file that holds the samples: a path inside the folder `samples` (POSIX). */
  readonly sampleFile?: string;
  /** Clients never see them. */
  readonly tests?: readonly Test[];
}
