/**
 * Recovers a template from a server's answers to marker values. A marker does not appear in a text by chance, so each
 * occurrence is a slot. A second answer for other markers, and one without the optional arguments, confirm the template or
 * show that the server computes the text.
 */
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { ComposedPart } from '../../model/template/compose.ts';
import { changeNote, lossNote, type TransferNote } from '../../model/transfer.ts';
import type { DraftMessage } from '../messages.ts';
import { type DraftArgument, slotNames } from '../prompt-data.ts';
import { blockOf } from './blocks.ts';

export interface ServerArgument {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
}

/** A message from the server; `content` is unchecked. */
export interface ReceivedMessage {
  readonly role: 'user' | 'assistant';
  readonly content: unknown;
}

export type Values = Readonly<Record<string, string>>;

/** Markers of letters and digits only, which JSON, Markdown and addresses leave unchanged. @param seed ten hexadecimal digits */
export function markersFor(args: readonly ServerArgument[], seed: string): Values {
  return Object.fromEntries(args.map(({ name }, index) => [name, `pw${seed}x${index}z`]));
}

export interface Answers {
  readonly markers: Values;
  readonly messages: readonly ReceivedMessage[];
  /** The answer for other markers. */
  readonly second: { readonly markers: Values; readonly messages: readonly ReceivedMessage[] };
  /** The answer without optional arguments; absent if there are none or the server returned an error. */
  readonly bare?: readonly ReceivedMessage[];
}

export interface RecoveredPrompt {
  readonly messages: readonly DraftMessage[];
  readonly arguments: readonly DraftArgument[];
}

export function recover(args: readonly ServerArgument[], answers: Answers, notes: TransferNote[]): RecoveredPrompt {
  const names = slotsByName(args, notes);
  const texts: (readonly ComposedPart[])[] = [];
  const messages = answers.messages.flatMap(({ role, content }): DraftMessage[] => {
    const block = isJsonObject(content) ? content : {};
    if (block.type === 'text' && typeof block.text === 'string') {
      const parts = splitAtMarkers(block.text, answers.markers, names);
      texts.push(parts);
      return [{ role, blocks: [parts] }];
    }
    const otherBlock = blockWithoutMarkers(block, answers.markers, notes);
    return otherBlock ? [{ role, blocks: [otherBlock] }] : [];
  });
  const usedSlots = new Set(texts.flat().flatMap((part) => (typeof part === 'string' ? [] : [part.slot])));
  const isProven = isSame(texts, answers.second.messages, (slot) => valueFor(slot, answers.second.markers, names));
  if (!isProven)
    notes.push(
      changeNote('Its text differs from call to call, so this is one of its answers: check it before you use it.'),
    );
  for (const { name } of args) {
    const slot = names.get(name) ?? name;
    if (!usedSlots.has(slot))
      notes.push(changeNote(`The argument ${slot} fills no slot: the server computes with it or ignores it.`));
  }
  const defaults =
    isProven && answers.bare ? defaultsIn(texts, answers.bare, args, answers.markers, names, notes) : new Map();
  return { messages, arguments: args.map((arg) => draftArgument(arg, names, defaults)) };
}

function draftArgument(
  { name, title, description, required }: ServerArgument,
  names: ReadonlyMap<string, string>,
  defaults: ReadonlyMap<string, string>,
): DraftArgument {
  const slot = names.get(name) ?? name;
  const fallback = defaults.get(slot);
  return {
    Name: slot,
    ...(title !== undefined && { Title: title }),
    ...(description !== undefined && description !== '' && { Description: description }),
    ...(required && { Required: true }),
    ...(fallback !== undefined && fallback !== '' && { Default: fallback }),
  };
}

/** Maps the server's argument names to unique slot names. */
function slotsByName(args: readonly ServerArgument[], notes: TransferNote[]): ReadonlyMap<string, string> {
  const slots = slotNames(args.map(({ name }) => name));
  return new Map(
    args.map(({ name }, index) => {
      const slot = slots[index] ?? name;
      if (slot !== name)
        notes.push(changeNote(`The argument ${JSON.stringify(name.slice(0, 60))} is now named ${slot}.`));
      return [name, slot];
    }),
  );
}

function splitAtMarkers(text: string, markers: Values, names: ReadonlyMap<string, string>): readonly ComposedPart[] {
  const byMarker = new Map(Object.entries(markers).map(([name, marker]) => [marker, names.get(name) ?? name]));
  const anyMarker = /pw[0-9a-f]{10}x\d{1,6}z/g;
  const parts: ComposedPart[] = [];
  let end = 0;
  for (const match of text.matchAll(anyMarker)) {
    const slot = byMarker.get(match[0]);
    if (slot === undefined) continue;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ slot });
    end = match.index + match[0].length;
  }
  if (end < text.length || parts.length === 0) parts.push(text.slice(end));
  return parts;
}

function valueFor(slot: string, values: Values, names: ReadonlyMap<string, string>): string {
  for (const [name, value] of Object.entries(values)) if (names.get(name) === slot) return value;
  return '';
}

/** Whether filling the slots gives the texts of an answer. */
function isSame(
  texts: readonly (readonly ComposedPart[])[],
  messages: readonly ReceivedMessage[],
  fill: (slot: string) => string,
): boolean {
  const receivedTexts = textsOf(messages);
  return (
    receivedTexts.length === texts.length &&
    texts.every(
      (parts, index) =>
        parts.map((part) => (typeof part === 'string' ? part : fill(part.slot))).join('') === receivedTexts[index],
    )
  );
}

function textsOf(messages: readonly ReceivedMessage[]): readonly string[] {
  return messages.flatMap(({ content }) =>
    isJsonObject(content) && content.type === 'text' && typeof content.text === 'string' ? [content.text] : [],
  );
}

/** The texts in the slots of omitted optional arguments. */
function defaultsIn(
  texts: readonly (readonly ComposedPart[])[],
  bareMessages: readonly ReceivedMessage[],
  args: readonly ServerArgument[],
  markers: Values,
  names: ReadonlyMap<string, string>,
  notes: TransferNote[],
): ReadonlyMap<string, string> {
  const optionalNames = new Set(args.filter(({ required }) => !required).map(({ name }) => names.get(name) ?? name));
  const fill = (slot: string) => (optionalNames.has(slot) ? '' : valueFor(slot, markers, names));
  if (isSame(texts, bareMessages, fill)) return new Map();
  const defaults = new Map<string, string>();
  const receivedTexts = textsOf(bareMessages);
  const isSameLength =
    receivedTexts.length === texts.length &&
    texts.every((parts, index) => {
      const valuesFound = align(parts, receivedTexts[index] ?? '', optionalNames, (slot) =>
        valueFor(slot, markers, names),
      );
      if (!valuesFound) return false;
      for (const [slot, value] of valuesFound) {
        if ((defaults.get(slot) ?? value) !== value) return false;
        defaults.set(slot, value);
      }
      return true;
    });
  if (isSameLength) return defaults;
  notes.push(changeNote('Without an optional argument, the server sends a different text; here the slot stays empty.'));
  return new Map();
}

/** The values of the optional slots that give this text; undefined if there are none. */
function align(
  parts: readonly ComposedPart[],
  text: string,
  optionalNames: ReadonlySet<string>,
  fill: (slot: string) => string,
): ReadonlyMap<string, string> | undefined {
  const foundValues = new Map<string, string>();
  let at = 0;
  let open: string | undefined;
  for (const part of [...parts, undefined]) {
    if (typeof part === 'object' && optionalNames.has(part.slot)) {
      if (open !== undefined) return undefined;
      open = part.slot;
      continue;
    }
    const literal = part === undefined ? '' : typeof part === 'string' ? part : fill(part.slot);
    const next = part === undefined ? text.length : open === undefined ? at : text.indexOf(literal, at);
    if (next < 0 || (open === undefined && part === undefined && at !== text.length)) return undefined;
    if (part !== undefined && !text.startsWith(literal, next)) return undefined;
    if (open !== undefined) {
      const value = text.slice(at, next);
      if ((foundValues.get(open) ?? value) !== value) return undefined;
      foundValues.set(open, value);
      open = undefined;
    }
    at = next + literal.length;
  }
  return foundValues;
}

function blockWithoutMarkers(block: JsonObject, markers: Values, notes: TransferNote[]): JsonObject | undefined {
  const content = blockOf(block);
  const type = typeof block.type === 'string' ? block.type.slice(0, 40) : 'unknown';
  if (!content) {
    notes.push(lossNote(`A message is left out: its ${type} content does not match the protocol.`));
    return undefined;
  }
  const json = JSON.stringify(content);
  if (Object.values(markers).some((marker) => json.includes(marker))) {
    notes.push(lossNote(`A ${type} message is left out: it contains an argument, and only text has slots.`));
    return undefined;
  }
  return content;
}
