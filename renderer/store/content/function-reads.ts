/** Which arguments a function reads, as far as its text shows. */

/**
 * The names that a function takes from its first parameter, in their order: `({ who }) => …`, `(args) => args.who`. A guess
 * from the text, for an offer that a person decides about; other ways to read arguments are left out.
 */
export function findReadArguments(code: string): readonly string[] {
  const text = code.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  const start = text.indexOf('export default');
  const [, destructured, parenthesised, bareName] =
    /^\s*(?:async\b\s*)?(?:function\b\s*[\w$]*\s*)?(?:\(\s*(?:\{([^{}()]*)\}|([\w$]+)\s*[,)])|([\w$]+)\s*=>)/.exec(
      start < 0 ? text : text.slice(start + 'export default'.length),
    ) ?? [];
  if (destructured !== undefined) {
    const keys = destructured.split(',').map((part) => part.split(/[:=]/)[0]?.trim() ?? '');
    return [...new Set(keys.filter((key) => /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u.test(key)))];
  }
  const parameter = parenthesised ?? bareName;
  if (parameter === undefined) return [];
  const readPattern = new RegExp(
    `(?<![\\w$.])${parameter.replaceAll('$', '\\$')}\\??\\.([\\p{L}_][\\p{L}\\p{M}\\p{N}_]*)(?![\\p{L}\\p{N}_(])`,
    'gu',
  );
  return [...new Set([...text.matchAll(readPattern)].map(([, name = '']) => name))];
}
