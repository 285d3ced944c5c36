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
  return fencedCode(lines, 'diff');
}

/** A text in a code fence with more backticks than any run in it, so that the text cannot end the fence. */
export function fencedCode(text: string, language = ''): string {
  const maxRun = [...text.matchAll(/`+/g)].reduce((max, [run]) => Math.max(max, run.length), 2);
  const fence = '`'.repeat(maxRun + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
