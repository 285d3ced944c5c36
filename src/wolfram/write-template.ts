/** Writes text and slots as `StringTemplate["…"]` if it is equivalent, else as `TemplateObject[{…}]`. */
import type { Argument, TextOrTemplate } from '../model/definitions.ts';
import { joinText } from '../model/template/compose.ts';
import { parseTemplate, type TemplatePart } from '../model/template/string-template.ts';
import type { Value } from './syntax/expression.ts';

/** Slot names that AgentTools documents between backticks. */
const plainSlot = /^[A-Za-z][A-Za-z0-9]*$/;

/** A text as a value, and the arguments that fill its slots. */
export interface WrittenText {
  readonly value: Value;
  readonly filledArguments: ReadonlySet<string>;
}

/**
 * Joins texts with a blank line between them. Numbered slots become named ones, because in AgentTools the first number
 * means all arguments. A slot beyond the declared arguments is always empty and is left out.
 */
export function textValue(texts: readonly TextOrTemplate[], args: readonly Argument[]): WrittenText {
  const parts = joinText(
    texts.flatMap((text, index): (string | Slot)[] => [
      ...(index > 0 ? ['\n\n'] : []),
      ...(text.kind === 'literal'
        ? [text.text]
        : parseTemplate(text.template).parts.flatMap((part) => nameSlots(part, args))),
    ]),
  );
  const slots = parts.filter((part) => typeof part !== 'string');
  const slotNames = new Set(slots.map(({ slot }) => slot));
  if (texts.every(({ kind }) => kind === 'literal'))
    return { value: { kind: 'string', value: parts.join('') }, filledArguments: slotNames };
  const isPlain =
    slots.every(({ slot, fallback }) => plainSlot.test(slot) && fallback === undefined) &&
    !parts.some((part) => typeof part === 'string' && /`|<\*/.test(part));
  if (!isPlain) return { value: templateObject(parts), filledArguments: slotNames };
  const text = parts.map((part) => (typeof part === 'string' ? part : `\`${part.slot}\``)).join('');
  return { value: call('StringTemplate', [{ kind: 'string', value: text }]), filledArguments: slotNames };
}

interface Slot {
  readonly slot: string;
  readonly fallback?: string;
}

function nameSlots(part: TemplatePart, args: readonly Argument[]): readonly (string | Slot)[] {
  if (part.kind === 'literal') return [part.text];
  const slot = 'name' in part ? part.name : args[part.position - 1]?.name;
  if (slot === undefined) return [];
  const argument = args.find(({ name }) => name === slot);
  const fallback = argument?.required ? undefined : argument?.default;
  return [fallback === undefined || fallback === '' ? { slot } : { slot, fallback }];
}

/** With the options that `StringTemplate` itself gives to its template objects. */
function templateObject(parts: readonly (string | Slot)[]): Value {
  const items = parts.map((part): Value => {
    if (typeof part === 'string') return { kind: 'string', value: part };
    const name: Value = { kind: 'string', value: part.slot };
    if (part.fallback === undefined) return call('TemplateSlot', [name]);
    return call('TemplateSlot', [name, option('DefaultValue', { kind: 'string', value: part.fallback })]);
  });
  return call('TemplateObject', [
    { kind: 'list', items },
    option('InsertionFunction', symbol('TextString')),
    option('CombinerFunction', symbol('StringJoin')),
  ]);
}

function symbol(name: string): Value {
  return { kind: 'symbol', name };
}

export function call(head: string, args: readonly Value[]): Value {
  return { kind: 'call', head: symbol(head), arguments: args };
}

function option(name: string, rightSide: Value): Value {
  return { kind: 'rule', isDelayed: false, leftSide: symbol(name), rightSide };
}
