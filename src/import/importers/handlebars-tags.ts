/**
 * Splits a Handlebars template into tags, each with the text before it. Resolves escapes and Handlebars' white space rules:
 * `~` beside a tag, and lines that have only a block tag, a comment or a partial. Linear in the text.
 */

export interface HandlebarsTag {
  /** The text since the previous tag. */
  readonly before: string;
  /** The tag itself; empty after the last tag. */
  readonly tagText: string;
  /** The trimmed text between the braces; empty after the last tag. */
  readonly inner: string;
}

interface TagPosition {
  readonly start: number;
  readonly end: number;
  readonly tagText: string;
  readonly inner: string;
}

export function* splitTags(text: string): Generator<HandlebarsTag> {
  let end = 0;
  let pending = '';
  let trims = false;
  const textUntil = (start: number) => {
    const piece = text.slice(end, start);
    return pending + (trims ? piece.trimStart() : piece);
  };
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', end)) {
    const tag = tagAt(text, open);
    if (!tag) break;
    const backslashes = text[open - 1] !== '\\' || open <= end ? 0 : text[open - 2] === '\\' && open - 1 > end ? 2 : 1;
    if (backslashes === 1) {
      pending = textUntil(open - 1) + tag.tagText;
      trims = false;
      end = tag.end;
      continue;
    }
    let before = textUntil(open - (backslashes === 2 ? 1 : 0));
    const next = lineAfter(text, tag);
    if (next !== undefined) before = before.replace(/(?<![ \t])[ \t]+$/, '');
    if (/^\{{2,3}~/.test(tag.tagText)) before = before.trimEnd();
    yield { before, tagText: tag.tagText, inner: tag.inner };
    pending = '';
    trims = /~\}{2,3}$/.test(tag.tagText);
    end = next ?? tag.end;
  }
  const rest = textUntil(text.length);
  if (rest !== '') yield { before: rest, tagText: '', inner: '' };
}

/** Undefined if the tag is not closed; then no later tag is closed either. */
function tagAt(text: string, start: number): TagPosition | undefined {
  const comment = /^\{\{~?!--/.exec(text.slice(start, start + 6));
  const braces = text.startsWith('{{{', start) ? 3 : 2;
  const closer = comment ? /--~?\}\}/g : braces === 3 ? /\}\}\}/g : /\}\}/g;
  closer.lastIndex = start + (comment?.[0].length ?? braces);
  const match = closer.exec(text);
  if (!match) return undefined;
  const end = match.index + match[0].length;
  const tagText = text.slice(start, end);
  const inner = comment ? '!' : tagText.slice(braces, -braces).replace(/^~/, '').replace(/~$/, '').trim();
  return { start, end, tagText, inner };
}

/** Where the next line begins, if the tag is alone on its line and prints nothing. */
function lineAfter(text: string, { start, end, inner }: TagPosition): number | undefined {
  if (!/^(?:[#/!>^]|else\b)/.test(inner)) return undefined;
  let before = start;
  while (text[before - 1] === ' ' || text[before - 1] === '\t') before--;
  if (before > 0 && text[before - 1] !== '\n') return undefined;
  let after = end;
  while (text[after] === ' ' || text[after] === '\t') after++;
  if (after === text.length) return after;
  return text[after] === '\n' ? after + 1 : undefined;
}
