/** The findings of the rules. The names and severities of rules are in `src/model/problems/rules.ts`. */
import type { KeyPath } from '../base/json.ts';
import type { ValueEdit } from '../library/types.ts';
import type { Extent, Problem } from '../model/problems/problems.ts';
import type { LintRule } from '../model/problems/rules.ts';

/** What a rule finds in a definition, not yet located in its file. */
export interface LintFinding {
  readonly rule: LintRule;
  /** One sentence: what is wrong and what to do. */
  readonly message: string;
  /** From the root of the file. */
  readonly at: KeyPath;
  /** The affected part of a text: offsets in UTF-16 code units. */
  readonly within?: Extent;
  readonly fix?: Fix;
  /** The value that breaks out of its place. */
  readonly breakout?: string;
}

/** A correction in one press. */
export interface Fix {
  /** The label of the button: `Remove Title`. */
  readonly label: string;
  readonly edits: readonly ValueEdit[];
}

export type LintProblem = Pick<
  Problem,
  'file' | 'line' | 'column' | 'endLine' | 'endColumn' | 'at' | 'message' | 'severity'
> & {
  /** `settings` for a fault in `workbench.yaml` itself. */
  readonly rule: LintRule | 'settings';
  readonly fix?: Fix;
  readonly breakout?: string;
};
