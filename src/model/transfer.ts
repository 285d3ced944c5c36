/** What happens to a definition on its way from one notation or program into another: told before anything is written. */

export interface TransferNote {
  /** `lost`: nothing stands for it any more. `changed`: it came over in another form. */
  readonly kind: 'lost' | 'changed';
  /** One sentence: what, and why. */
  readonly message: string;
  /** Where it stands in the text that was read, 1-based. */
  readonly line?: number;
  readonly column?: number;
}

export function lost(message: string, place: { line?: number; column?: number } = {}): TransferNote {
  return { kind: 'lost', message, ...place };
}

export function changed(message: string, place: { line?: number; column?: number } = {}): TransferNote {
  return { kind: 'changed', message, ...place };
}
