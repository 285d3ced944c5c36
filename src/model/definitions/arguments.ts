/** The arguments of a prompt: what their values may be, and how a person gets them. */

/** The origin of the values that `completion/complete` offers for an argument. */
export type Completion =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  /** A glob inside the workspace; offers workspace-relative POSIX paths. */
  | { readonly kind: 'files'; readonly glob: string }
  /** JavaScript `(value, args) => string[]`. */
  | { readonly kind: 'function'; readonly code: string };

/** What a value is: text with these rules. An argument without a kind is text. */
export type ValueKind = 'text' | 'choice' | 'choices' | 'number' | 'integer' | 'boolean' | 'date' | 'email' | 'url';

/** A value to choose; people see the title. */
export interface Choice {
  readonly value: string;
  readonly title?: string;
}

/** What the values of an argument may be. */
export interface ValueRules {
  /** Absent for text. */
  readonly kind?: Exclude<ValueKind, 'text'>;
  /** Text of several lines. Present only if true. */
  readonly multiline?: true;
  /** At least one, unique; only of the kinds `choice` and `choices`. */
  readonly choices?: readonly Choice[];
  /** Limits of a number, inclusive. */
  readonly minimum?: number;
  readonly maximum?: number;
}

/** When a prompt asks a person for a value: never, if the request has none, or for every request. */
export type Asking = 'never' | 'missing' | 'always';

export interface Argument extends ValueRules {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
  /** Takes the rest of the typed line. Only allowed on the last argument; present only if true. */
  readonly restOfLine?: true;
  /** Fills the slot when the argument is absent, and its field in a form. Written as `readValue` returns it. */
  readonly default?: string;
  readonly complete?: Completion;
  readonly ask?: Asking;
  /** The argument is asked for only if each of these arguments, which come before it, has one of the values. */
  readonly askWhen?: Readonly<Record<string, readonly string[]>>;
}
