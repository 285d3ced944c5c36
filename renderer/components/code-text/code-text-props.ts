import type { ProblemView } from '../../../src/contract/contract.ts';
import type { DefinitionKind } from '../../../src/model/definitions.ts';
import type { SlotArgument } from '../../../src/model/prompt/slot-uses.ts';

export type CodeLanguage = 'text' | 'template' | 'javascript' | 'wolfram' | 'yaml';

/** What a function may be given: the text typed so far, the arguments' values, and what it can do. */
export type Parameter = 'value' | 'args' | 'context';

/** A quick fix, offered at the underlined text and with Ctrl+. */
export interface Fix {
  readonly label: string;
  apply(): void;
}

/** A problem to underline, by its place in the text: lines and columns count from 1. */
export interface TextProblem
  extends Pick<ProblemView, 'severity' | 'message' | 'line' | 'column' | 'endLine' | 'endColumn'> {
  readonly fixes?: readonly Fix[];
}

/** Quick fixes of a text. Each is one undo step. */
export interface SlotFixes {
  /** Adds arguments for slots without one. */
  addArguments(names: readonly string[]): void;
  /** Adds an argument for the person to name. */
  nameArgument(name: string): void;
  /** Makes another program's slot, such as `{{version}}`, a slot, and adds its argument. */
  convertSlot(name: string): void;
  /** Puts another argument into the slot of a part. */
  fillSlot(extent: { readonly start: number; readonly end: number }, name: string): void;
  /** Keeps a part literal. Offsets in UTF-16 code units. */
  keepText(extent: { readonly start: number; readonly end: number }): void;
  /** Makes a plain text a template. */
  makeTemplate(): void;
}

export interface CodeTextProps {
  /** The accessible name. */
  readonly label: string;
  readonly value: string;
  /** Absent for a read-only text. */
  readonly onChange?: (value: string) => void;
  readonly onBlur?: () => void;
  readonly language: CodeLanguage;
  /** The declared arguments, in order: names for slots and for a function's parameters. */
  readonly slotArguments?: readonly SlotArgument[];
  /** The parameters of a function, in order; those of a prompt by default. */
  readonly parameters?: readonly Parameter[];
  /** What quick fixes in a text do; absent where a text has no slots. */
  readonly slotFixes?: SlotFixes;
  /** Problems from outside, to underline. The language underlines its own. */
  readonly problems?: readonly TextProblem[] | undefined;
  /** The kind of definition in a whole file, for completion of its keys. */
  readonly definitionKind?: DefinitionKind | undefined;
  readonly isInvalid?: boolean;
}
