/** Markdown or plain text: the text is the prompt, and slots of other programs become arguments, or stay text. */

import { isJsonObject } from '../../base/json.ts';
import {
  argumentsFor,
  keepInPlainText,
  keepInTemplate,
  literalsIn,
  literalsSentence,
  partsWithSlots,
} from '../../model/template/convert-slots.ts';
import { type ForeignSlot, findForeignSlots } from '../../model/template/foreign-slots.ts';
import { changeNote, type TransferNote } from '../../model/transfer.ts';
import { textOf } from '../front-matter.ts';
import type { ImportedItem, ImportProblem } from '../importer.ts';
import { baseName, contentOf, type DraftArgument, promptName, shownSlots } from '../prompt-data.ts';
import { type PromptFile, promptFileImporter, promptItem } from '../prompt-file.ts';
import { isPlaceholder, noteActions } from './claude-code.ts';

export const plainText = promptFileImporter(
  { id: 'plain-text', title: 'Text' },
  ({ path }) => /\.(?:md|markdown|mdx|txt|text)$/i.test(path) || !/\.[a-z0-9]+$/i.test(path),
  { knownKeys: ['name', 'title', 'description'] },
  read,
);

function read({ path, data, body, notes }: PromptFile): ImportedItem | ImportProblem {
  if (body === '') return { message: 'The file is empty.' };
  const name = promptName(textOf(data.name) ?? (baseName(path) || 'imported'));
  const item = (content: unknown, args: readonly DraftArgument[], ownNotes: readonly TransferNote[]) =>
    promptItem(
      name,
      { title: textOf(data.title), description: textOf(data.description), arguments: args, content },
      ownNotes,
    );
  const foreignSlots = findForeignSlots(body, false);
  const writtenSlots = foreignSlots.map((slot) => slot.slotText);
  if (foreignSlots.some(isPlaceholder)) noteActions(body, notes);
  noteTags(body, foreignSlots, notes);
  if (foreignSlots.length === 0) return item(body, [], notes);
  const leave = (slotTexts: readonly string[]) => {
    const slots = foreignSlots.filter((slot) => !slotTexts.includes(slot.slotText));
    if (slots.length === 0) return item({ StringTemplate: keepInPlainText(body, foreignSlots) }, [], notes);
    const ownNotes = [...notes];
    const content = keepAsText(contentOf(partsWithSlots(body, slots), ownNotes), slotTexts);
    ownNotes.push(changeNote(convertedSentence(slots.map((slot) => slot.slotText))));
    const literals = literalsIn(body, slots);
    if (literals.length > 0) ownNotes.push(changeNote(`${literalsSentence(literals)}.`));
    return item(content, argumentsFor(slots).map(draftArgument), ownNotes);
  };
  const { data: asWritten, notes: itsNotes } = leave(writtenSlots);
  return {
    ...leave([]),
    instead: { label: `Leave ${shownSlots(writtenSlots)} as text`, data: asWritten, notes: itsNotes },
    slots: { slotTexts: [...new Set(writtenSlots)], leave },
  };
}

/** Names the tags of template languages that are not slots: blocks, paths, filters. */
function noteTags(body: string, slots: readonly ForeignSlot[], notes: TransferNote[]): void {
  const isFound = (start: number) => slots.some((slot) => slot.start <= start && start < slot.end);
  const tags = [...body.matchAll(/\{\{\{?[^{}\n]{1,200}\}?\}\}|\{%[^%\n]{1,200}%\}/g)].flatMap(({ 0: tag, index }) =>
    isFound(index) ? [] : [tag],
  );
  if (tags.length === 0) return;
  const stays = new Set(tags).size === 1 ? 'stays' : 'stay';
  notes.push(
    changeNote(
      `${shownSlots(tags)} ${stays} text, because only names become arguments. A file whose name ends with .prompt is read as dotprompt, with its blocks and paths.`,
    ),
  );
}

/** The content of a prompt in which some foreign slots are text for good: the editor does not offer to convert them. */
function keepAsText(content: unknown, slotTexts: readonly string[]): unknown {
  if (!isJsonObject(content) || typeof content.StringTemplate !== 'string') return content;
  const slots = findForeignSlots(content.StringTemplate, true).filter(({ slotText }) => slotTexts.includes(slotText));
  return { StringTemplate: keepInTemplate(content.StringTemplate, slots) };
}

function draftArgument({ name, isWholeLine }: Pick<ForeignSlot, 'name' | 'isWholeLine'>): DraftArgument {
  return isWholeLine ? { Name: name, RestOfLine: true } : { Name: name, Required: true };
}

function convertedSentence(spellings: readonly string[]): string {
  const count = new Set(spellings).size;
  return count === 1
    ? `${shownSlots(spellings)} is a slot of another program: it is now an argument.`
    : `${shownSlots(spellings)} are slots of another program: they are now arguments.`;
}
