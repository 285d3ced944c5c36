/**
 * Keeps text of a template that would be a slot or an expression: `<*"`git`"*>` is the text `git` between backticks. The
 * Wolfram Language evaluates this expression to the same text.
 */
import { parseTemplate } from './string-template.ts';

/** Returns a template whose text is exactly `text`: escapes only what would be a slot or an expression. */
export function escapeText(text: string): string {
  const { parts, problems } = parseTemplate(text);
  const isPlain = problems.length === 0 && parts.every((part) => part.kind === 'literal' && part.text === textOf(part));
  if (isPlain) return text;
  let result = '';
  let slots = '';
  const endSlots = () => {
    if (slots !== '') result += quoteAsExpression(slots);
    slots = '';
  };
  for (const part of parts) {
    if (part.kind === 'slot') {
      slots += textOf(part);
      continue;
    }
    endSlots();
    result += textOf(part).replaceAll('<*', quoteAsExpression);
  }
  endSlots();
  return isTextOf(result, text) ? result : escapeAll(text);

  function textOf({ start, end }: { start: number; end: number }): string {
    return text.slice(start, end);
  }
}

/** As `escapeText`, and also escapes the backticks that touch a slot before or after the text. */
export function escapeBeside(text: string, { before, after }: { before: boolean; after: boolean }): string {
  let start = 0;
  while (before && text[start] === '`') start++;
  let end = text.length;
  while (after && end > start && text[end - 1] === '`') end--;
  const [first, last] = [text.slice(0, start), text.slice(end)];
  return `${first && quoteAsExpression(first)}${escapeText(text.slice(start, end))}${last && quoteAsExpression(last)}`;
}

/** Returns a template whose text is exactly `text`, whatever comes before and after it. */
export function escapeAll(text: string): string {
  return text.replace(/`+|<\*/g, quoteAsExpression);
}

/** As `escapeText`, for a text that becomes a part of a longer template: no `<*` of it can pair with a later `*>`. */
export function escapeForJoin(text: string): string {
  return text.includes('<*') ? escapeAll(text) : escapeText(text);
}

/**
 * Returns the template with a range of it kept as text. Offsets in UTF-16 code units; the range is a slot, an expression
 * or a part of a literal.
 */
export function keepAsText(template: string, start: number, end: number): string {
  const [before, literal, after] = [
    template.slice(0, start),
    quoteAsExpression(template.slice(start, end)),
    template.slice(end),
  ];
  const result = before + literal + after;
  const count = (text: string) => parseTemplate(text).problems.length;
  // The escape would end a `<*` before it that has no end.
  return count(result) > count(template) ? withoutOpenEnds(before) + literal + after : result;
}

function withoutOpenEnds(text: string): string {
  const end = parseTemplate(text).problems.at(-1)?.end ?? 0;
  const rest = text.slice(end);
  const pieces = parseTemplate(rest).parts.map((part) => {
    const slice = rest.slice(part.start, part.end);
    return part.kind === 'literal' && !part.isEscaped ? slice.replaceAll('<*', quoteAsExpression) : slice;
  });
  return text.slice(0, end) + pieces.join('');
}

/** Returns the text that a plain string needs to look the same: without the marks of escapes, with slots as written. */
export function withoutEscapes(template: string): string {
  return parseTemplate(template)
    .parts.map((part) => (part.kind === 'literal' ? part.text : template.slice(part.start, part.end)))
    .join('');
}

/** The expression whose text is exactly `text`. */
export function quoteAsExpression(text: string): string {
  return `<*"${text.replace(/["\\]/g, '\\$&')}"*>`;
}

function isTextOf(template: string, text: string): boolean {
  const { parts, problems } = parseTemplate(template);
  return (
    problems.length === 0 && parts.map((part) => (part.kind === 'literal' ? part.text : undefined)).join('') === text
  );
}
