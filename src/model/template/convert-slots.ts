/** Converts other programs' slots to slots of a template, or keeps them as text. */
import { wordList } from '../../base/text/word-list.ts';
import { type ComposedPart, composeTemplate, joinText } from './compose.ts';
import { escapeAll, escapeForJoin, quoteAsExpression } from './escape.ts';
import type { ForeignSlot } from './foreign-slots.ts';
import { parseTemplate, type TemplatePart } from './string-template.ts';

/**
 * The plain text with its `slots` as slots.
 * @param names the declared arguments: between backticks they are slots too
 */
export function partsWithSlots(
  text: string,
  slots: readonly ForeignSlot[],
  names: readonly string[] = [],
): readonly ComposedPart[] {
  return textsBetween(text, slots).flatMap((between, index) => {
    const slot = slots[index];
    return [...partsOfPlainText(between, names), ...(slot ? [{ slot: slot.name }] : [])];
  });
}

/** The parts of a plain text: the names of declared arguments between backticks are slots. */
export function partsOfPlainText(text: string, names: readonly string[]): readonly ComposedPart[] {
  return parseTemplate(text).parts.map((part) =>
    part.kind === 'slot' && 'name' in part && names.includes(part.name)
      ? { slot: part.name }
      : text.slice(part.start, part.end),
  );
}

/** The names between backticks that `partsWithSlots` leaves as text, as written, each once. */
export function literalsIn(
  text: string,
  slots: readonly ForeignSlot[],
  names: readonly string[] = [],
): readonly string[] {
  const literals = textsBetween(text, slots).flatMap((between) =>
    parseTemplate(between).parts.flatMap((part) =>
      part.kind === 'slot' && 'name' in part && !names.includes(part.name) ? [between.slice(part.start, part.end)] : [],
    ),
  );
  return [...new Set(literals)];
}

/** A sentence without its full stop: ``Kept `git` and `main` as text``. */
export function literalsSentence(literals: readonly string[]): string {
  const words = literals.length > 3 ? `${literals.length} words between backticks` : wordList(literals);
  return `Kept ${words} as text`;
}

/** A template in which some slots became text. */
export interface TemplateWithLiterals {
  readonly template: string;
  /** What is now text, as written, each once: `` `git` ``. */
  readonly literals: readonly string[];
}

/**
 * Converts `slots` of a template, which must be in order. A slot that none of the declared arguments fills is text: the
 * backticks of a pasted text are code, and a new argument must not fill them.
 * @param names the declared arguments before the conversion
 */
export function convertInTemplate(
  template: string,
  slots: readonly ForeignSlot[],
  names: readonly string[],
): TemplateWithLiterals {
  const replacements = slots.map(({ start, end, name }) => ({ start, end, part: { slot: name } }));
  return replacedAndText(template, replacements, (slot) => !isFilled(slot, names));
}

/** The template in which the slots that `isText` selects are text. */
export function leaveAsText(template: string, isText: (slot: TemplateSlot) => boolean): TemplateWithLiterals {
  return replacedAndText(template, [], isText);
}

/** Whether one of the declared arguments fills a slot. */
export function isFilled(slot: TemplateSlot, names: readonly string[]): boolean {
  return 'name' in slot ? names.includes(slot.name) : slot.position <= names.length;
}

/** The template with `slots` kept as text, so that they are not offered again. */
export function keepInTemplate(template: string, slots: readonly ForeignSlot[]): string {
  return applyReplacements(
    template,
    slots.map(({ start, end, slotText }) => ({ start, end, part: slotText })),
  );
}

type TemplateSlot = Extract<TemplatePart, { readonly kind: 'slot' }>;

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly part: ComposedPart;
}

function replacedAndText(
  template: string,
  replacements: readonly Replacement[],
  isText: (slot: TemplateSlot) => boolean,
): TemplateWithLiterals {
  const texts = parseTemplate(template).parts.flatMap((part) =>
    part.kind === 'slot' && isText(part)
      ? [{ start: part.start, end: part.end, part: template.slice(part.start, part.end) }]
      : [],
  );
  let end = 0;
  const allReplacements: Replacement[] = [];
  for (const replacement of [...replacements, ...texts].sort((a, b) => a.start - b.start)) {
    // The hint of a VS Code slot can contain a slot.
    if (replacement.start < end) continue;
    allReplacements.push(replacement);
    end = replacement.end;
  }
  const literals = allReplacements.flatMap(({ part }) => (typeof part === 'string' ? [part] : []));
  return { template: applyReplacements(template, allReplacements), literals: [...new Set(literals)] };
}

/** Changes nothing else in the template if it can. A template with problems keeps them. */
function applyReplacements(template: string, replacements: readonly Replacement[]): string {
  const between = textsBetween(template, replacements);
  const inserts = replacements.map(({ part }) =>
    typeof part === 'string' ? quoteAsExpression(part) : `\`${part.slot}\``,
  );
  const simpleText = between.map((text, index) => text + (inserts[index] ?? '')).join('');
  if (parseTemplate(template).problems.length > 0) return simpleText;
  const expectedParts = JSON.stringify(
    joinText(between.flatMap((text, index) => [...writtenParts(text), ...writtenParts(inserts[index] ?? '')])),
  );
  const isExpected = (text: string) => JSON.stringify(joinText(writtenParts(text))) === expectedParts;
  if (isExpected(simpleText)) return simpleText;
  // A mark such as `<*` or a single backtick pairs with an escape or a slot after it.
  const candidates = [escapeForJoin, escapeAll].map((write) =>
    between.map((text, index) => escapeLiterals(text, write) + (inserts[index] ?? '')).join(''),
  );
  return candidates.find(isExpected) ?? simpleText;
}

/** The texts and slots of a template, each slot as written. */
function writtenParts(template: string): readonly ComposedPart[] {
  return parseTemplate(template).parts.map((part) =>
    part.kind === 'literal' ? part.text : { slot: template.slice(part.start, part.end) },
  );
}

function escapeLiterals(template: string, write: (text: string) => string): string {
  return parseTemplate(template)
    .parts.map((part) =>
      part.kind === 'literal' && !part.isEscaped ? write(part.text) : template.slice(part.start, part.end),
    )
    .join('');
}

/** The template whose text is a plain text with `slots` in it, which are not offered again. */
export function keepInPlainText(text: string, slots: readonly ForeignSlot[], names: readonly string[] = []): string {
  return textsBetween(text, slots)
    .map(
      (between, index) =>
        (composeTemplate(partsOfPlainText(between, names)) ?? '') +
        (slots[index] ? quoteAsExpression(slots[index].slotText) : ''),
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

function textsBetween(text: string, slots: readonly Pick<ForeignSlot, 'start' | 'end'>[]): readonly string[] {
  return [
    ...slots.map(({ start }, index) => text.slice(slots[index - 1]?.end ?? 0, start)),
    text.slice(slots.at(-1)?.end ?? 0),
  ];
}
