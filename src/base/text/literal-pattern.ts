/**
 * Returns a regular expression that matches a text literally.
 * @param flags of the `RegExp`, such as `iu`
 */
export function literalPattern(text: string, flags: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags);
}
