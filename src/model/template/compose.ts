/** Converts text and slots of another notation to equivalent content. */
import { parseTemplate } from './string-template.ts';

/** Literal text, or the argument that fills a slot; `fallback` fills it when the argument is absent. */
export type ComposedPart = string | { readonly slot: string; readonly fallback?: string };

/** `Content` of a prompt, with the keys of the file format. */
export type ComposedContent = string | { readonly StringTemplate: string } | { readonly Function: string };

/**
 * Returns plain text without slots, else a StringTemplate, else a function: a StringTemplate has no escape, so it cannot
 * contain both slots and a literal name between backticks. Only a function includes fallbacks; otherwise the arguments'
 * `Default` provides them.
 */
export function composeContent(parts: readonly ComposedPart[]): ComposedContent {
  const joined = joinText(parts);
  if (joined.every((part) => typeof part === 'string')) return joined.join('');
  const template = composeTemplate(joined);
  return template === undefined ? { Function: functionOf(joined) } : { StringTemplate: template };
}

/** Returns the template with these parts; undefined when no template can express them. */
export function composeTemplate(parts: readonly ComposedPart[]): string | undefined {
  const joined = joinText(parts);
  const text = joined.map((part) => (typeof part === 'string' ? part : `\`${part.slot}\``)).join('');
  const { parts: read, problems } = parseTemplate(text);
  const isSame =
    problems.length === 0 &&
    read.length === joined.length &&
    read.every((part, index) => {
      const expected = joined[index];
      return part.kind === 'literal' ? part.text === expected : 'name' in part && part.name === slotOf(expected);
    });
  return isSame ? text : undefined;
}

function slotOf(part: ComposedPart | undefined): string | undefined {
  return typeof part === 'object' ? part.slot : undefined;
}

/** Joins adjacent texts and drops empty ones. */
export function joinText<Part extends string | object>(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = (last + part) as Part;
    else if (part !== '') joined.push(part);
  }
  return joined;
}

function functionOf(parts: readonly ComposedPart[]): string {
  return `(args) => ${textExpression(parts, '')}`;
}

/** Returns a JavaScript expression for the text, with `args` in scope. */
export function textExpression(parts: readonly ComposedPart[], indent: string): string {
  const lines = parts.map((part) =>
    typeof part === 'string'
      ? JSON.stringify(part)
      : `args[${JSON.stringify(part.slot)}] ?? ${JSON.stringify(part.fallback ?? '')}`,
  );
  return `[\n${lines.map((line) => `${indent}  ${line},\n`).join('')}${indent}].join('')`;
}
