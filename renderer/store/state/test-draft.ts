/** State of the form of a test. */

/** The words of expectations with one text. */
export const textWords = ['contains', 'not-contains', 'starts-with', 'equals', 'regex'] as const;
export type TextWord = (typeof textWords)[number];

/** One text that must hold. */
export interface TextClaim {
  readonly word: TextWord;
  readonly text: string;
  /** Its place in the file: an entry of `Expect`, and its word there. Absent for a new one. */
  readonly from?: { readonly entry: number; readonly word: TextWord };
  /** The ids of the client applications whose models read the text. */
  readonly as?: readonly string[];
}

/** A form that is open: what a person has chosen and typed, until they save or cancel it. */
export interface TestDraft {
  /** The test that it changes, as it was when the form opened; absent for a new one. */
  readonly changes?: {
    readonly test: string;
    readonly input: string;
    readonly claims: readonly TextClaim[];
    /** What else it expects: words, and `the same for claude-code`. */
    readonly others: readonly string[];
  };
  /** The chosen values: those of a sample (`ofSample`), `ownValues`, or empty for those of the preview's form. */
  readonly input: string;
  /** Each with a key for its row. */
  readonly claims: readonly (TextClaim & { readonly key: number })[];
}

/** A form that a person has closed with unsaved texts. */
export interface DiscardedTest {
  readonly draft: TestDraft;
  /** Of its prompt, in each server that lists it. */
  readonly promptIds: readonly string[];
}

/** The choice of values that are in the test itself, which the form keeps. */
export const ownValues = 'own';
export const ofSample = (sample: string) => `sample ${sample}`;
export const sampleOf = (input: string) => input.slice('sample '.length);
export const emptyClaim: TextClaim = { word: 'contains', text: '' };
