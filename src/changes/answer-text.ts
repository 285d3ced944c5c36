/** Answers as text, and how two of them differ. */
import { hunksBetween } from '../model/diff/hunks.ts';
import type { ContentBlock, PromptMessage } from '../model/protocol.ts';

export function messagesAsText(messages: readonly PromptMessage[]): string {
  return messages.map(({ role, content }) => `${role}: ${blockAsText(content)}`).join('\n\n');
}

export function blockAsText(block: ContentBlock): string {
  return block.type === 'text' ? block.text : JSON.stringify(block);
}

/** Maximum number of lines of a difference, and of UTF-16 code units of a line. */
const maxLines = 40;
const maxLength = 400;

/** Lines with `-` for what is in `before`, and `+` for what is in `now`. */
export function formatLineDiff(before: string, now: string): string {
  const lines = hunksBetween(`${before}\n`, `${now}\n`, 0).flatMap((hunk) => hunk.lines);
  const firstLines = lines
    .slice(0, maxLines)
    .map((line) => (line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line));
  const moreCount = lines.length - firstLines.length;
  return [...firstLines, ...(moreCount > 0 ? [`… and ${moreCount} more lines`] : [])].join('\n');
}
