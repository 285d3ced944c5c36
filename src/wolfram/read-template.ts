/** `StringTemplate["…"]` and `TemplateObject[{…}]` as text and slots. */
import type { ComposedPart } from '../model/template/compose.ts';
import { parseTemplate } from '../model/template/string-template.ts';
import type { Expression } from './syntax/expression.ts';
import { headName } from './syntax/symbols.ts';

/** A slot's name, or its place among the arguments; `fallback` fills it when the argument is absent. */
export type TemplateText = string | { readonly slot: string | number; readonly fallback?: string };

/** Options with their default values. */
const usualOptions: Readonly<Record<string, string>> = {
  InsertionFunction: 'TextString',
  CombinerFunction: 'StringJoin',
};

/**
 * Returns the parts of a template that only inserts arguments and texts; undefined for one that computes (`<* … *>`, `TemplateIf`,
 * another insertion function) and for anything else.
 */
export function readTemplate(node: Expression): readonly TemplateText[] | undefined {
  if (node.kind !== 'call') return undefined;
  const [body, ...otherArguments] = node.arguments;
  const boundValues =
    otherArguments[0]?.kind === 'association' ? boundTexts(otherArguments[0]) : new Map<string, string>();
  const options = otherArguments[0]?.kind === 'association' ? otherArguments.slice(1) : otherArguments;
  const delimiter = options.map(delimiterOf).find((candidate) => candidate !== undefined);
  if (!body || !boundValues || !options.every((option) => isUsual(option) || delimiterOf(option) !== undefined))
    return undefined;
  switch (headName(node)) {
    case 'StringTemplate': {
      if (body.kind !== 'string') return undefined;
      const parts = delimiter === undefined ? stringTemplate(body.value) : splitAtDelimiters(body.value, delimiter);
      return parts?.map((part) => (typeof part === 'string' ? part : (boundValues.get(String(part.slot)) ?? part)));
    }
    case 'TemplateObject':
      return delimiter === undefined && boundValues.size === 0 ? templateObject(body) : undefined;
    default:
      return undefined;
  }
}

function isUsual(node: Expression): boolean {
  if (node.kind !== 'rule' || node.leftSide.kind !== 'symbol' || node.rightSide.kind !== 'symbol') return false;
  return usualOptions[node.leftSide.name] === node.rightSide.name || node.rightSide.name === 'Automatic';
}

/** Texts that the template itself gives to slots; undefined if one is not a text. */
function boundTexts(node: Extract<Expression, { kind: 'association' }>): ReadonlyMap<string, string> | undefined {
  const texts = new Map<string, string>();
  for (const entry of node.entries) {
    if (entry.kind !== 'rule' || entry.leftSide.kind !== 'string' || entry.rightSide.kind !== 'string')
      return undefined;
    texts.set(entry.leftSide.value, entry.rightSide.value);
  }
  return texts;
}

/** `Delimiters -> "%%"`, in place of backticks. */
function delimiterOf(node: Expression): string | undefined {
  if (node.kind !== 'rule' || node.rightSide.kind !== 'string' || node.rightSide.value === '') return undefined;
  const name =
    node.leftSide.kind === 'symbol' ? node.leftSide.name : node.leftSide.kind === 'string' ? node.leftSide.value : '';
  return name.replace(/^System`/, '') === 'Delimiters' ? node.rightSide.value : undefined;
}

function splitAtDelimiters(text: string, delimiter: string): readonly TemplateText[] | undefined {
  const pieces = text.split(delimiter);
  if (pieces.length % 2 === 0 || text.includes('<*')) return undefined;
  let position = 0;
  return pieces.map((piece, index): TemplateText => {
    if (index % 2 === 0) return piece;
    if (piece === '') return { slot: ++position };
    return { slot: /^\d+$/.test(piece) ? Number(piece) : piece };
  });
}

function stringTemplate(text: string): readonly TemplateText[] | undefined {
  const { parts, problems } = parseTemplate(text);
  if (problems.length > 0) return undefined;
  return parts.map((part) =>
    part.kind === 'literal' ? part.text : { slot: 'name' in part ? part.name : part.position },
  );
}

function templateObject(body: Expression): readonly TemplateText[] | undefined {
  const parts: TemplateText[] = [];
  for (const bodyPart of body.kind === 'list' ? body.items : [body]) {
    const part = bodyPart.kind === 'string' ? bodyPart.value : (evaluatedText(bodyPart) ?? slotOf(bodyPart));
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts;
}

/** `TemplateExpression["text"]`, which the kernel makes of `<*"text"*>`. */
function evaluatedText(node: Expression): string | undefined {
  if (node.kind !== 'call' || headName(node) !== 'TemplateExpression') return undefined;
  const [text, ...otherArguments] = node.arguments;
  return text?.kind === 'string' && otherArguments.length === 0 ? text.value : undefined;
}

/** `TemplateSlot["name"]`, `TemplateSlot[1]`, with `DefaultValue -> "…"`. */
function slotOf(node: Expression): TemplateText | undefined {
  if (node.kind !== 'call' || headName(node) !== 'TemplateSlot') return undefined;
  const [name, ...options] = node.arguments;
  const slot = name?.kind === 'string' ? name.value : name?.kind === 'number' ? Number(name.text) : undefined;
  if (slot === undefined || slot === '' || Number.isNaN(slot)) return undefined;
  let fallback: string | undefined;
  for (const option of options) {
    const isDefault =
      option.kind === 'rule' &&
      option.leftSide.kind === 'symbol' &&
      option.leftSide.name === 'DefaultValue' &&
      option.rightSide.kind === 'string';
    if (!isDefault) return undefined;
    fallback = option.rightSide.kind === 'string' ? option.rightSide.value : undefined;
  }
  return fallback === undefined ? { slot } : { slot, fallback };
}

/** Slots by number as slots by name, counted over the arguments. Undefined if there is no such argument. */
export function namedSlots(
  parts: readonly TemplateText[],
  argumentNames: readonly string[],
): readonly ComposedPart[] | undefined {
  const namedParts: ComposedPart[] = [];
  for (const part of parts) {
    if (typeof part === 'string') namedParts.push(part);
    else {
      const slot = typeof part.slot === 'number' ? argumentNames[part.slot - 1] : part.slot;
      if (slot === undefined) return undefined;
      namedParts.push(part.fallback === undefined ? { slot } : { slot, fallback: part.fallback });
    }
  }
  return namedParts;
}
