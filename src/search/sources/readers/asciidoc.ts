/** Reads AsciiDoc: sections, text, code blocks and tables. Does not process conditions and inclusions. */
import type { Page } from '../../engine/types.ts';
import { LineBlocks, linesOfText } from './line-blocks.ts';

/** Delimiters of blocks of code. */
const programs = /^(-{4,}|\.{4,}|```+)/;
/** Delimiters of blocks of text. */
const frames = /^(={4,}|\*{4,}|_{4,}|--)$/;

/** Its title is the line with one `=`, else the file name. */
export function readAsciidoc(text: string, location: string): Page {
  const lines = linesOfText(text);
  const blocks = new LineBlocks();
  let language: string | undefined;
  let anchor: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').trimEnd();
    const number = at + 1;
    const [, level, heading = ''] = /^(={1,6}|#{1,6})\s+(\S.*)$/.exec(line) ?? [];
    const program = programs.exec(line)?.[1];
    if (level !== undefined) {
      blocks.heading(level.length, inline(heading), number, anchor);
      anchor = undefined;
    } else if (/^\/{4,}$/.test(line)) at = findClosing(lines, at, line);
    else if (program !== undefined) {
      const end = findClosing(lines, at, line.startsWith('```') ? program : line);
      const fence = /^```+(\w+)/.exec(line)?.[1];
      blocks.code(
        lines.slice(at + 1, end).map((value) => value.replace(/\s*<\d+>\s*$/, '')),
        number,
        language ?? fence,
      );
      language = undefined;
      at = end;
    } else if (/^\[\[([\w:.-]+)(?:,.*)?\]\]$|^\[#([\w:.-]+)/.test(line)) {
      anchor = /^\[\[?#?([\w:.-]+)/.exec(line)?.[1];
      blocks.end();
    } else if (/^\[.*\]$/.test(line)) {
      language = /^\[(?:source|,)[,\s]*([\w+#-]+)/.exec(line)?.[1] ?? language;
      blocks.end();
    } else if (
      line === '' ||
      line === '+' ||
      frames.test(line) ||
      /^[|,:!]===/.test(line) ||
      /^<<<+$|^'''+$/.test(line)
    )
      blocks.end();
    else if (/^\.[^\s.]/.test(line)) {
      blocks.end();
      blocks.text(inline(line.slice(1)), number);
      blocks.end();
    } else if (!/^\/\/|^:!?[\w-]+!?:|^(image|video|audio|include|ifdef|ifndef|ifeval|endif|toc)::/.test(line))
      blocks.text(inline(line), number);
  }
  return blocks.page(location);
}

function findClosing(lines: readonly string[], at: number, mark: string): number {
  for (let end = at + 1; end < lines.length; end++) if (lines[end]?.trimEnd() === mark) return end;
  return lines.length;
}

/** A longer line is data and stays unchanged. UTF-16 units. */
const maxLineLength = 10_000;

function inline(text: string): string {
  if (text.length > maxLineLength) return text;
  return text
    .replace(/^\|(?=\S|\s)/, '')
    .replace(/\s\|(?=\S)/g, ' | ')
    .replace(/\[\[[\w:.-]+(?:,[^\]]*)?\]\]/g, '')
    .replace(/<<[^<>,]+,\s*([^<>]+)>>/g, '$1')
    .replace(/<<([^<>]+)>>/g, '$1')
    .replace(/(?:link|xref|mailto):[^\s[\]]*\[([^\]]+)\]/g, '$1')
    .replace(/(https?:\/\/[^\s[\]]+)\[([^\]]+)\]/g, '$2')
    .replace(/\b(?:kbd|btn|menu|footnote|icon|image):[^\s[\]]*\[([^\]]*)\]/g, '$1')
    .replace(/`\+([^`+]+)\+`/g, '`$1`')
    .replace(/(^|[\s(])\*([^*\s](?:[^*]*[^*\s])?)\*(?=$|[\s).,:;!?])/g, '$1$2')
    .replace(/(^|[\s(])_([^_\s](?:[^_]*[^_\s])?)_(?=$|[\s).,:;!?])/g, '$1$2')
    .trim();
}
