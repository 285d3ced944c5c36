/** Removes comment markers in the syntax of C. */

import { dedent } from '../dedent.ts';

/** The text of a comment between stars, without the star at the beginning of each line. */
export function blockText(comment: string): string {
  const inner = comment.replace(/^\/\*[*!]*<?/, '').replace(/\**\/$/, '');
  const lines = inner.split(/\r\n|\r|\n/);
  const isStarred = lines.slice(1).every((line) => /^\s*(\*|$)/.test(line));
  const strippedLines = lines.map((line, index) => {
    if (index === 0) return line.replace(/^ /, '');
    return isStarred ? line.replace(/^\s*\*? ?/, '') : line;
  });
  if (isStarred) return strippedLines.join('\n').trim();
  return [strippedLines[0] ?? '', ...dedent(strippedLines.slice(1))].join('\n').trim();
}

/** Reads the lines from `at` on that begin with the same marker. @returns their text, and where they end */
export function readLineGroup(text: string, at: number, mark: string): { readonly text: string; readonly end: number } {
  const lines: string[] = [];
  let end = at;
  for (let start = at; text.startsWith(mark, start); ) {
    end = commentEnd(text, start, false);
    lines.push(
      text
        .slice(start + mark.length, end)
        .replace(/^ /, '')
        .trimEnd(),
    );
    const [indent = ''] = /^[ \t]*/.exec(text.slice(end + 1, end + 200)) ?? [];
    start = end + 1 + indent.length;
    // `////` is a line that separates.
    if (text.startsWith(`${mark}/`, start)) break;
  }
  return { text: lines.join('\n').trim(), end };
}

/** The end of a string in one line, after its closing quote; that of the line if it is not closed. */
export function quotedEnd(text: string, at: number): number {
  const quote = text[at];
  for (let next = at + 1; next < text.length; next++) {
    const sign = text[next];
    if (sign === '\\') next++;
    else if (sign === quote) return next + 1;
    else if (sign === '\n') return next;
  }
  return text.length;
}

/** The end of a comment; that of the text if it is not closed. */
export function commentEnd(text: string, at: number, isNested: boolean): number {
  if (text[at + 1] === '/') {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  if (!isNested) {
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? text.length : end + 2;
  }
  let depth = 1;
  for (let next = at + 2; next < text.length; next++) {
    if (text[next] === '/' && text[next + 1] === '*') {
      depth++;
      next++;
    } else if (text[next] === '*' && text[next + 1] === '/') {
      depth--;
      next++;
      if (depth === 0) return next + 1;
    }
  }
  return text.length;
}
