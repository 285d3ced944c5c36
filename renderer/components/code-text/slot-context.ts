/** The arguments of the prompt around a template, for its editor. */
import { Facet, StateField } from '@codemirror/state';
import type { SlotArgument } from '../../../src/model/prompt/slot-uses.ts';
import { parseOnceRecent } from '../../../src/model/template/recent-templates.ts';
import type { ParsedTemplate, TemplatePart } from '../../../src/model/template/string-template.ts';
import type { Parameter, SlotFixes } from './code-text-props.ts';
import { textOf } from './text-of.ts';

export interface SlotContext {
  readonly slotArguments: readonly SlotArgument[];
  /** The parameters of a function. */
  readonly parameters?: readonly Parameter[] | undefined;
  /** Absent in a text that cannot be changed. */
  readonly fixes?: SlotFixes | undefined;
}

export const slotContext = Facet.define<SlotContext, SlotContext>({
  combine: ([first]) => first ?? { slotArguments: [] },
});

/** The template's parts, parsed once per change of the text. */
export const parsedText = StateField.define<ParsedTemplate>({
  create: (state) => parseOnceRecent(textOf(state.doc)),
  update: (template, { docChanged, newDoc }) => (docChanged ? parseOnceRecent(textOf(newDoc)) : template),
});

export type Slot = Extract<TemplatePart, { kind: 'slot' }>;

/** The argument that fills a slot, and its index among the declared ones. */
export function argumentOf(
  slot: Slot,
  slotArguments: readonly SlotArgument[],
): { place: number; argument: SlotArgument } | undefined {
  const place = 'name' in slot ? slotArguments.findIndex(({ name }) => name === slot.name) : slot.position - 1;
  const argument = slotArguments[place];
  return argument && { place, argument };
}

/** The parts that touch a range, in order, by binary search: a long text has thousands. */
export function partsWithin({ parts }: ParsedTemplate, from: number, to: number): readonly TemplatePart[] {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.end ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  const partsInRange: TemplatePart[] = [];
  for (let index = low; index < parts.length; index++) {
    const part = parts[index];
    if (!part || part.start > to) break;
    partsInRange.push(part);
  }
  return partsInRange;
}

/** The slot at a position, including its backticks. */
export function slotAt(template: ParsedTemplate, position: number): Slot | undefined {
  return partsWithin(template, position, position).find((part): part is Slot => part.kind === 'slot');
}
