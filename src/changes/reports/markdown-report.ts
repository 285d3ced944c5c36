/** Changes as Markdown, for a comment on a pull request. */
import { codeMarkdown, fencedDifference, plainMarkdown } from '../../base/text/markdown.ts';
import type { Changes } from '../changes.ts';
import { diffLines, readingTitle } from './text-report.ts';

/** Most entries of each part: a comment has a limit of about 65,000 characters. */
const maxEntries = 30;

export function changesMarkdown({ commit, definitions, names, readings }: Changes): string {
  const title = `### What clients read since ${codeMarkdown(commit.slice(0, 10))}`;
  if (definitions.length + names.length + readings.length === 0) return `${title}\n\nNothing has changed.\n`;
  const entries = definitions.map(({ kind, name, change, diff }) => {
    const lines = change === 'changed' ? diffLines(diff).map((line) => `  - ${plainMarkdown(line)}`) : [];
    return [`- ${kind} ${codeMarkdown(name)} ${change}`, ...lines].join('\n');
  });
  const nameLines = names.flatMap(({ server, prompts, tools }) =>
    [
      ...[...prompts.added, ...tools.added].map((name) => `now serves ${codeMarkdown(name)}`),
      ...[...prompts.removed, ...tools.removed].map((name) => `no longer serves ${codeMarkdown(name)}`),
    ].map((phrase) => `- ${codeMarkdown(server)} ${phrase}`),
  );
  const readingLines = readings.map(
    ({ difference, ...reading }) =>
      `<details><summary>${plainMarkdown(readingTitle(reading))}</summary>\n\n${fencedDifference(difference)}\n\n</details>`,
  );
  return `${[title, list(entries, '\n'), list(nameLines, '\n'), list(readingLines, '\n\n')].filter((part) => part !== '').join('\n\n')}\n`;
}

function list(entries: readonly string[], between: string): string {
  const moreCount = entries.length - maxEntries;
  return [...entries.slice(0, maxEntries), ...(moreCount > 0 ? [`… and ${moreCount} more.`] : [])].join(between);
}
