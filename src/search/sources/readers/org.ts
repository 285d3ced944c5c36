/** Reads Org files: headings, text and code blocks. */
import type { Page } from '../../engine/types.ts';
import { LineBlocks, linesOfText } from './line-blocks.ts';

/** Its title is `#+TITLE`, else the file name. */
export function readOrg(text: string, location: string): Page {
  const lines = linesOfText(text);
  const blocks = new LineBlocks();
  let title: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const number = at + 1;
    const [, stars, heading = ''] = /^(\*+)\s+(.*)$/.exec(line) ?? [];
    const [, begin, argument] = /^\s*#\+begin_(\w+)\s*(\S+)?/i.exec(line) ?? [];
    const [, keyword, value = ''] = /^\s*#\+(\w+):\s*(.*)$/.exec(line) ?? [];
    if (stars !== undefined) {
      const drawer = drawerAfter(lines, at);
      blocks.heading(stars.length + 1, headingText(heading), number, drawer.id);
      at = drawer.end;
    } else if (begin !== undefined && /^(src|example|export|comment)$/i.test(begin)) {
      const end = endOf(lines, at, begin);
      if (/^(src|example)$/i.test(begin))
        blocks.code(lines.slice(at + 1, end).map(removeEscapes), number, /^src$/i.test(begin) ? argument : undefined);
      at = end;
    } else if (keyword?.toLowerCase() === 'title') title ??= inline(value);
    else if (/^\s*:\w+:\s*$/.test(line)) at = endOfDrawer(lines, at);
    else if (/^\s*: /.test(line)) {
      const first = at;
      while (/^\s*:( |$)/.test(lines[at + 1] ?? '')) at++;
      blocks.code(
        lines.slice(first, at + 1).map((line) => line.replace(/^\s*: ?/, '')),
        number,
      );
    } else if (line.trim() === '') blocks.end();
    else if (!/^\s*(#\+|# |#$)|^\s*\|[-+]+\|\s*$/.test(line)) blocks.text(inline(line), number);
  }
  return blocks.page(location, title);
}

function headingText(text: string): string {
  return inline(
    text
      .replace(/^(TODO|DONE)\s+/, '')
      .replace(/^\[#\w\]\s+/, '')
      .replace(/\s+:[\w@#%:]+:\s*$/, ''),
  ).trim();
}

function endOf(lines: readonly string[], at: number, name: string): number {
  const end = lines.findIndex(
    (line, index) => index > at && line.trim().toLowerCase() === `#+end_${name.toLowerCase()}`,
  );
  return end < 0 ? lines.length : end;
}

/** The properties of a heading, with the id that a link to it uses. */
function drawerAfter(lines: readonly string[], at: number): { readonly end: number; readonly id?: string } {
  if (!/^\s*:PROPERTIES:\s*$/i.test(lines[at + 1] ?? '')) return { end: at };
  const end = endOfDrawer(lines, at + 1);
  const id = lines
    .slice(at + 1, end)
    .map((line) => /^\s*:CUSTOM_ID:\s+(\S+)/i.exec(line)?.[1])
    .find((candidate) => candidate !== undefined);
  return { end, ...(id !== undefined && { id }) };
}

/** A drawer without an end is one line. */
function endOfDrawer(lines: readonly string[], at: number): number {
  for (let end = at + 1; end < lines.length && !lines[end]?.startsWith('*'); end++)
    if (/^\s*:END:\s*$/i.test(lines[end] ?? '')) return end;
  return at;
}

function removeEscapes(line: string): string {
  return line.replace(/^(\s*),(?=[*#])/, '$1');
}

/** A longer line is data and stays unchanged. UTF-16 units. */
const maxLineLength = 10_000;

function inline(text: string): string {
  if (text.length > maxLineLength) return text;
  return text
    .replace(/\[\[[^\][]+\]\[([^\][]+)\]\]/g, '$1')
    .replace(/\[\[([^\][]+)\]\]/g, '$1')
    .replace(/(^|[\s('"{-])[=~]([^=~\s](?:[^=~]*[^=~\s])?)[=~](?=$|[\s).,:;!?'"}-])/g, '$1`$2`');
}
