/**
 * A pattern that finds a text as it is written.
 * @param flags of the `RegExp`, such as `iu`
 */
export function literalPattern(text: string, flags: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags);
}
