/** Texts of a workspace inside Markdown that others read. */

/** A text on one line, with nothing in it that Markdown or GitHub reads: no link, no mention, no markup. */
export function plainMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|!@~&]/g, '\\$&');
}

/** A text as code; backticks are left out. */
export function codeMarkdown(text: string): string {
  return `\`${text.replace(/[`\s]+/g, ' ')}\``;
}

/** Lines of a difference in a fence that none of them ends. */
export function fencedDifference(lines: string): string {
  const longest = Math.max(2, ...[...lines.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}diff\n${lines}\n${fence}`;
}
