/** Notes about a conversion between notations or programs, shown before anything is written. */

export interface TransferNote {
  /** `lost`: left out. `changed`: converted to another form. */
  readonly kind: 'lost' | 'changed';
  /** One sentence: what, and why. */
  readonly message: string;
  /** Position in the original text, 1-based. */
  readonly line?: number;
  readonly column?: number;
}

export function lossNote(message: string, place: { line?: number; column?: number } = {}): TransferNote {
  return { kind: 'lost', message, ...place };
}

export function changeNote(message: string, place: { line?: number; column?: number } = {}): TransferNote {
  return { kind: 'changed', message, ...place };
}
