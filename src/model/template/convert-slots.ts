/** Converts other programs' slots to slots of a template, or keeps them as text. */
import { type ComposedPart, composeTemplate } from './compose.ts';
import { keepAsText, quoted } from './escape.ts';
import type { ForeignSlot } from './foreign-slots.ts';
import { parseTemplate } from './string-template.ts';

/** Reads a part of a plain text: all of it is text by default. */
type ReadText = (text: string) => readonly ComposedPart[];

const asText: ReadText = (text) => [text];

/** The text with its `slots` as slots. */
export function partsWithSlots(
  text: string,
  slots: readonly ForeignSlot[],
  read: ReadText = asText,
): readonly ComposedPart[] {
  return textsBetween(text, slots).flatMap((between, index) => {
    const slot = slots[index];
    return [...read(between), ...(slot ? [{ slot: slot.name }] : [])];
  });
}

/** Converts `slots` of a template, which must be in order. */
export function convertInTemplate(template: string, slots: readonly ForeignSlot[]): string {
  return textsBetween(template, slots)
    .map((between, index) => between + (slots[index] ? `\`${slots[index].name}\`` : ''))
    .join('');
}

/** The template with `slots` kept as text, so that they are not offered again. */
export function keepInTemplate(template: string, slots: readonly ForeignSlot[]): string {
  const kept = textsBetween(template, slots)
    .map((between, index) => between + (slots[index] ? quoted(slots[index].written) : ''))
    .join('');
  const count = (text: string) => parseTemplate(text).problems.length;
  if (count(kept) <= count(template)) return kept;
  return slots.toReversed().reduce((text, { start, end }) => keepAsText(text, start, end), template);
}

/** The template whose text is a plain text with `slots` in it, which are not offered again. */
export function keepInPlainText(text: string, slots: readonly ForeignSlot[], read: ReadText = asText): string {
  return textsBetween(text, slots)
    .map(
      (between, index) => (composeTemplate(read(between)) ?? '') + (slots[index] ? quoted(slots[index].written) : ''),
    )
    .join('');
}

/** The arguments for `slots`, each once: numbered ones first, by number, and the one that takes the whole line last. */
export function argumentsFor(slots: readonly ForeignSlot[]): readonly Pick<ForeignSlot, 'name' | 'isWholeLine'>[] {
  const byName = new Map(slots.map(({ name, isWholeLine }) => [name, { name, isWholeLine }]));
  const rank = ({ name, isWholeLine }: Pick<ForeignSlot, 'name' | 'isWholeLine'>) =>
    isWholeLine ? 11 : Number(/^arg(\d)$/.exec(name)?.[1] ?? 10);
  return [...byName.values()].sort((a, b) => rank(a) - rank(b));
}

function textsBetween(text: string, slots: readonly ForeignSlot[]): readonly string[] {
  return [
    ...slots.map(({ start }, index) => text.slice(slots[index - 1]?.end ?? 0, start)),
    text.slice(slots.at(-1)?.end ?? 0),
  ];
}
