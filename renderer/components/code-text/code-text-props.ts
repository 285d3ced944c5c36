import type { ProblemView } from '../../../src/contract/contract.ts';
import type { DefinitionKind } from '../../../src/model/definitions.ts';
import type { SlotArgument } from '../../../src/model/prompt/slot-uses.ts';

export type CodeLanguage = 'text' | 'template' | 'javascript' | 'wolfram' | 'yaml';

/** What a function may be given: the text typed so far, the arguments' values, and what it can do. */
export type Parameter = 'value' | 'args' | 'context';

/** A problem to be underlined, by its place in the text: lines and columns count from 1. */
export type TextProblem = Pick<ProblemView, 'severity' | 'message' | 'line' | 'column' | 'endLine' | 'endColumn'>;

export interface CodeTextProps {
  /** The accessible name. */
  readonly label: string;
  readonly value: string;
  /** Absent for a text that can only be read. */
  readonly onChange?: (value: string) => void;
  readonly onBlur?: () => void;
  readonly language: CodeLanguage;
  /** What slots may be called, and what a function is given; in their order. */
  readonly slotArguments?: readonly SlotArgument[];
  /** What a function is called with, in this order; the prompt's own when absent. */
  readonly parameters?: readonly Parameter[];
  /** Makes arguments for slots that have none. */
  readonly onAddArguments?: (names: readonly string[]) => void;
  /** Found elsewhere, and underlined here. What the language itself finds is underlined without being told. */
  readonly problems?: readonly TextProblem[] | undefined;
  /** What the text defines, where it is a whole file: its keys are offered. */
  readonly definitionKind?: DefinitionKind | undefined;
  readonly isInvalid?: boolean;
  /** Takes the focus as soon as it is there, with all of its text selected. */
  readonly takesFocus?: boolean;
  readonly onFocus?: () => void;
}
