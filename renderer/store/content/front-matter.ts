/** The settings at the beginning of a command file of Claude Code and others, which a paste brings along. */

/** Lines of keys between two lines of hyphens: at least one known key, so that a list between two rules is not taken for settings. */
const pattern =
  /^---[ \t]*\r?\n(?=[\s\S]{0,4000}?^(?:description|argument-hint|allowed-tools|model|name|mode|agent):)(?:[\w-]+:.*\r?\n|[ \t]+.*\r?\n|[ \t]*\r?\n)+---[ \t]*(?:\r?\n|$)/m;

/** The text without its front matter and the lines before its first word; undefined if it has none. */
export function withoutFrontMatter(text: string): string | undefined {
  const [match] = text.startsWith('---') ? (pattern.exec(text) ?? []) : [];
  return match === undefined || !text.startsWith(match) ? undefined : text.slice(match.length).replace(/^\s*\n/, '');
}
