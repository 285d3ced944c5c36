/**
 * The tags of a Handlebars template with the text before each: escapes undone, white space taken as the language takes it
 * (`~` beside a tag, and the line of a block's tag, a comment or a partial that stands alone on it). Linear in the text.
 */

export interface HandlebarsTag {
  /** The text since the tag before. */
  readonly before: string;
  /** The tag itself; empty after the last one. */
  readonly written: string;
  /** What is between the braces, trimmed; empty after the last one. */
  readonly inner: string;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly written: string;
  readonly inner: string;
}

export function* handlebarsTags(text: string): Generator<HandlebarsTag> {
  let end = 0;
  let kept = '';
  let trims = false;
  const textUntil = (start: number) => {
    const piece = text.slice(end, start);
    return kept + (trims ? piece.trimStart() : piece);
  };
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', end)) {
    const found = tagAt(text, open);
    if (!found) break;
    const backslashes = text[open - 1] !== '\\' || open <= end ? 0 : text[open - 2] === '\\' && open - 1 > end ? 2 : 1;
    if (backslashes === 1) {
      kept = textUntil(open - 1) + found.written;
      trims = false;
      end = found.end;
      continue;
    }
    let before = textUntil(open - (backslashes === 2 ? 1 : 0));
    const next = lineAfter(text, found);
    if (next !== undefined) before = before.replace(/(?<![ \t])[ \t]+$/, '');
    if (/^\{{2,3}~/.test(found.written)) before = before.trimEnd();
    yield { before, written: found.written, inner: found.inner };
    kept = '';
    trims = /~\}{2,3}$/.test(found.written);
    end = next ?? found.end;
  }
  const rest = textUntil(text.length);
  if (rest !== '') yield { before: rest, written: '', inner: '' };
}

/** Undefined where it is never closed; then no later one is either. */
function tagAt(text: string, start: number): Found | undefined {
  const comment = /^\{\{~?!--/.exec(text.slice(start, start + 6));
  const braces = text.startsWith('{{{', start) ? 3 : 2;
  const closer = comment ? /--~?\}\}/g : braces === 3 ? /\}\}\}/g : /\}\}/g;
  closer.lastIndex = start + (comment?.[0].length ?? braces);
  const match = closer.exec(text);
  if (!match) return undefined;
  const end = match.index + match[0].length;
  const written = text.slice(start, end);
  const inner = comment ? '!' : written.slice(braces, -braces).replace(/^~/, '').replace(/~$/, '').trim();
  return { start, end, written, inner };
}

/** Where the next line begins, if the tag puts out nothing itself and nothing else is on its line. */
function lineAfter(text: string, { start, end, inner }: Found): number | undefined {
  if (!/^(?:[#/!>^]|else\b)/.test(inner)) return undefined;
  let before = start;
  while (text[before - 1] === ' ' || text[before - 1] === '\t') before--;
  if (before > 0 && text[before - 1] !== '\n') return undefined;
  let after = end;
  while (text[after] === ' ' || text[after] === '\t') after++;
  if (after === text.length) return after;
  return text[after] === '\n' ? after + 1 : undefined;
}
