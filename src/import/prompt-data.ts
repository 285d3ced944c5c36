/** Helpers for importers: prompt data from text and slots, and valid names. */

import type { JsonObject } from '../base/json.ts';
import { type ComposedPart, composeContent } from '../model/template/compose.ts';
import { findForeignSlots } from '../model/template/foreign-slots.ts';
import { isSlotName } from '../model/template/string-template.ts';
import { changeNote, type TransferNote } from '../model/transfer.ts';

export interface DraftArgument {
  readonly Name: string;
  readonly Title?: string;
  readonly Description?: string;
  readonly Required?: boolean;
  readonly RestOfLine?: boolean;
  readonly Default?: string;
  readonly Complete?: readonly string[];
  readonly Kind?: 'choice' | 'boolean';
  readonly Choices?: readonly string[];
}

export interface DraftPrompt {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly arguments: readonly DraftArgument[];
  readonly content: unknown;
  readonly Meta?: unknown;
}

export function promptData({ name, title, description, arguments: args, content, Meta }: DraftPrompt): JsonObject {
  return {
    Name: name,
    ...(title !== undefined && { Title: title }),
    ...(description !== undefined && { Description: description }),
    ...(Meta !== undefined && { Meta }),
    ...(args.length > 0 && { Arguments: args }),
    Content: content,
  };
}

/** Turns text with slots into content. Adds a note if it becomes a function. */
export function contentOf(parts: readonly ComposedPart[], notes: TransferNote[]): unknown {
  const content = composeContent(parts);
  if (typeof content === 'object' && 'Function' in content)
    notes.push(changeNote('The text is now a function: one of its arguments has a name that no slot can have.'));
  return content;
}

/** Converts any name to a valid slot name. */
export function slotName(spelling: string): string {
  const name = spelling
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '_')
    .replace(/^_+(?=.)|_+$/g, '');
  if (isSlotName(name)) return name;
  return isSlotName(`_${name}`) ? `_${name}` : 'value';
}

/** As `slotName` for each, all different: `file` and `file_2` for two names of one spelling. */
export function slotNames(spellings: readonly string[]): readonly string[] {
  const takenSlots = new Set<string>();
  const numbers = new Map<string, number>();
  return spellings.map((spelling) => {
    const name = slotName(spelling);
    let number = numbers.get(name) ?? 1;
    let slot = name;
    while (takenSlots.has(slot)) slot = `${name}_${++number}`;
    numbers.set(name, number);
    takenSlots.add(slot);
    return slot;
  });
}

/** Converts any name to a valid prompt and file name: other characters than letters, digits, `-`, `_`, `.` become hyphens. */
export function promptName(text: string): string {
  const name = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 80);
  return name === '' ? 'prompt' : name;
}

/** The file name without folders and extension: `review` for `a/review.prompt.md`. */
export function baseName(path: string, ...endings: readonly string[]): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const ending = endings.find((candidate) => file.toLowerCase().endsWith(candidate));
  return ending === undefined ? file.replace(/\.[^.]*$/, '') : file.slice(0, -ending.length);
}

/** Splits a text at the matches of a pattern. `make` replaces a match, or returns undefined to keep it. */
export function splitText(
  text: string,
  pattern: RegExp,
  make: (match: RegExpExecArray) => ComposedPart | undefined,
): ComposedPart[] {
  const parts: ComposedPart[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const part = make(match);
    if (part === undefined) continue;
    parts.push(text.slice(end, match.index), part);
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}

/** Slots as they are written, each once, and at most three: `{a}, {b}, {c} …`. */
export function shownSlots(spellings: readonly string[]): string {
  const allSpellings = [...new Set(spellings)];
  return `${allSpellings.slice(0, 3).join(', ')}${allSpellings.length > 3 ? ' …' : ''}`;
}

/** Notes what looks like a slot of a third program, which the editor offers to convert. */
export function noteOtherSlots(parts: readonly ComposedPart[], notes: TransferNote[]): void {
  const texts = parts.filter((part) => typeof part === 'string');
  const slotTexts = texts.flatMap((text) => findForeignSlots(text, false).map((slot) => slot.slotText));
  if (slotTexts.length > 0)
    notes.push(
      changeNote(
        `${shownSlots(slotTexts)} ${isOne(slotTexts) ? 'stays' : 'stay'} text; the editor can convert ${isOne(slotTexts) ? 'it' : 'them'}.`,
      ),
    );
}

function isOne(spellings: readonly string[]): boolean {
  return new Set(spellings).size === 1;
}

/** The slot names, each once, in order of first use. */
export function slotsOf(parts: readonly ComposedPart[]): readonly string[] {
  return [...new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.slot])))];
}
