/** Converts text and slots of another notation to equivalent content. */
import { escapeAll, escapeBeside, escapeText } from './escape.ts';
import { isSlotName, parseTemplate } from './string-template.ts';

/** Literal text, or the argument that fills a slot; `fallback` fills it when the argument is absent. */
export type ComposedPart = string | { readonly slot: string; readonly fallback?: string };

/** `Content` of a prompt, with the keys of the file format. */
export type ComposedContent = string | { readonly StringTemplate: string } | { readonly Function: string };

/**
 * Returns plain text without slots, else a StringTemplate, else a function, for slot names that a template cannot have.
 * Only a function includes fallbacks; otherwise the arguments' `Default` provides them.
 */
export function composeContent(parts: readonly ComposedPart[]): ComposedContent {
  const joinedParts = joinText(parts);
  if (joinedParts.every((part) => typeof part === 'string')) return joinedParts.join('');
  const template = composeTemplate(joinedParts);
  return template === undefined ? { Function: functionOf(joinedParts) } : { StringTemplate: template };
}

/** Returns the template with these parts, with as few escapes as possible; undefined if a slot's name is not valid. */
export function composeTemplate(parts: readonly ComposedPart[]): string | undefined {
  const joinedParts = joinText(parts);
  if (!joinedParts.every((part) => typeof part === 'string' || isSlotName(part.slot))) return undefined;
  const escapes = [
    (text: string) => text,
    escapeText,
    (text: string, index: number) => escapeBeside(text, { before: index > 0, after: index < joinedParts.length - 1 }),
    escapeAll,
  ];
  const candidates = escapes.map((write) =>
    joinedParts.map((part, index) => (typeof part === 'string' ? write(part, index) : `\`${part.slot}\``)).join(''),
  );
  return candidates.find((text) => hasParts(text, joinedParts));
}

function hasParts(template: string, expected: readonly ComposedPart[]): boolean {
  const { parts, problems } = parseTemplate(template);
  if (problems.length > 0) return false;
  const readParts = joinText(
    parts.map(
      (part): ComposedPart =>
        part.kind === 'literal' ? part.text : { slot: 'name' in part ? part.name : `${part.position}` },
    ),
  );
  return (
    readParts.length === expected.length &&
    readParts.every((part, index) => {
      const otherPart = expected[index];
      return typeof part === 'string' || typeof otherPart !== 'object'
        ? part === otherPart
        : part.slot === otherPart.slot;
    })
  );
}

/** Joins adjacent texts and drops empty ones. */
export function joinText<Part extends string | object>(parts: readonly Part[]): Part[] {
  const joinedParts: Part[] = [];
  for (const part of parts) {
    const last = joinedParts.at(-1);
    if (typeof part === 'string' && typeof last === 'string')
      joinedParts[joinedParts.length - 1] = (last + part) as Part;
    else if (part !== '') joinedParts.push(part);
  }
  return joinedParts;
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
