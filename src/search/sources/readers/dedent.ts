/** Removes the indentation that all lines share. Blank lines do not count. */
export function dedent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const minIndent = indents.reduce((min, indent) => Math.min(min, indent), Number.POSITIVE_INFINITY);
  return lines.map((line) => line.slice(minIndent));
}
