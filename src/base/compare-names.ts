let collator: Intl.Collator | undefined;

/** Compares names for a list that people read: `step-2` comes before `step-10`, and case does not matter. */
export function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b);
}
