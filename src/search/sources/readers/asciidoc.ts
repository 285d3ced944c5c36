/** Reads AsciiDoc: sections, text, code blocks and tables. Does not process conditions and inclusions. */
import type { Page } from '../../engine/types.ts';
import { LineBlocks, linesOfText } from './line-blocks.ts';

/** Delimiters of blocks of code. */
const programs = /^(-{4,}$|\.{4,}$|```+)/;
/** What underlines a title, by its level. */
const underlines = '=-~^+';
/** Delimiters of blocks of text. */
const frames = /^(={4,}|\*{4,}|_{4,}|--)$/;

/** Its title is the line with one `=`, else the file name. */
export function readAsciidoc(text: string, location: string): Page {
  const lines = linesOfText(text);
  const blocks = new LineBlocks();
  let language: string | undefined;
  let anchor: string | undefined;
  const attributes = attributesOf(lines);
  const inline = (value: string) => withoutMarkup(withAttributes(value, attributes));
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').trimEnd();
    const number = at + 1;
    const [, level, heading = ''] = /^(={1,6}|#{1,6})\s+(\S.*)$/.exec(line) ?? [];
    const program = programs.exec(line)?.[1];
    const underlinedLevel = levelUnderlined(lines, at);
    if (underlinedLevel !== undefined) {
      blocks.heading(underlinedLevel, inline(line), number, anchor);
      anchor = undefined;
      at++;
    } else if (level !== undefined) {
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
      /^\+{4,}$/.test(line) ||
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

/** The level of a title that the next line underlines: "Use" and "---". */
function levelUnderlined(lines: readonly string[], at: number): number | undefined {
  const title = (lines[at] ?? '').trimEnd();
  const underline = (lines[at + 1] ?? '').trimEnd();
  const level = underlines.indexOf(underline[0] ?? ' ') + 1;
  if (level === 0 || underline.length < 3 || !/^(.)\1+$/.test(underline)) return undefined;
  const begins = at === 0 || /^\s*$|^\[.*\]\s*$|^\/\/|^(ifdef|ifndef|ifeval|endif|include)::/.test(lines[at - 1] ?? '');
  // Asian letters are two columns wide.
  const width = title.replace(
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g,
    'xx',
  ).length;
  return begins && /^(?![.[|:/+*-]).*[\p{L}\p{N}]/u.test(title) && Math.abs(width - underline.length) <= 2
    ? level
    : undefined;
}

/** The attributes that the document sets: `:product: Engine`. */
function attributesOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^:([\w-]+):\s+(\S.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined && value.length < maxValueLength && !attributes.has(name))
      attributes.set(name.toLowerCase(), value.trimEnd());
  }
  return attributes;
}

/** The value of an attribute is a name or a few words. UTF-16 units. */
const maxValueLength = 200;

/** The values may name other attributes, which stay as they are. */
function withAttributes(text: string, attributes: ReadonlyMap<string, string>): string {
  if (attributes.size === 0 || text.length > maxLineLength) return text;
  return text.replace(/\{([\w-]+)\}/g, (all, name: string) => attributes.get(name.toLowerCase()) ?? all);
}

function findClosing(lines: readonly string[], at: number, mark: string): number {
  for (let end = at + 1; end < lines.length; end++) if (lines[end]?.trimEnd() === mark) return end;
  return lines.length;
}

/** A longer line is data and stays unchanged. UTF-16 units. */
const maxLineLength = 10_000;

function withoutMarkup(text: string): string {
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
