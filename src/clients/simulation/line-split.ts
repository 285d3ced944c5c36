/** A line as a client application splits it: which part goes to which argument. */

export type Values = Readonly<Record<string, string>>;

export interface Slot {
  readonly name: string;
  readonly required: boolean;
}

/** A part of the line: offsets in UTF-16 code units. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly to:
    | { readonly kind: 'command' }
    | { readonly kind: 'argument'; readonly name: string }
    | { readonly kind: 'dropped' };
}

export interface LineSplit {
  readonly pieces: readonly Piece[];
  /** By argument. An argument without a value has no key. */
  readonly values: Values;
}
