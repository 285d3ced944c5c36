/**
 * Markdown or plain text: the text is the prompt, and each `{{name}}`, or else each `{name}`, becomes an argument. Slots
 * of other programs stay text; they can become arguments instead.
 */

import type { ComposedPart } from '../../model/template/compose.ts';
import { type ForeignSlot, findForeignSlots } from '../../model/template/foreign-slots.ts';
import { changed, type TransferNote } from '../../model/transfer.ts';
import { textOf } from '../front-matter.ts';
import type { ImportedItem, ImportProblem } from '../importer.ts';
import { baseName, contentOf, promptName, shownSlots, slotName, slotsOf, splitText } from '../prompt-data.ts';
import { type PromptFile, promptFileImporter, promptItem } from '../prompt-file.ts';

export const plainText = promptFileImporter(
  { id: 'plain-text', title: 'Text' },
  ({ path }) => /\.(?:md|markdown|mdx|txt|text)$/i.test(path) || !/\.[a-z0-9]+$/i.test(path),
  { known: ['name', 'title', 'description'] },
  read,
);

const double = /\{\{\s*([\p{L}_][\p{L}\p{N}_ -]{0,60}?)\s*\}\}/gu;
const single = /(?<![{$\\])\{([\p{L}_][\p{L}\p{N}_-]{0,60})\}(?!\})/gu;

function read({ path, data, body, notes }: PromptFile): ImportedItem | ImportProblem {
  if (body === '') return { message: 'The file is empty.' };
  const pattern = body.search(double) >= 0 ? double : single;
  const parts = splitText(body, pattern, ([, name = '']) => ({ slot: slotName(name) }));
  const name = promptName(textOf(data.name) ?? (baseName(path) || 'imported'));
  const foreign = findForeignSlots(body, false).filter(({ written }) => written.startsWith('$'));
  if (foreign.length > 0) notes.push(changed(keptSentence(foreign)));
  const make = (from: readonly ComposedPart[], own: TransferNote[] = [...notes]) => {
    const args = slotsOf(from).map((Name) => {
      const isWholeLine = foreign.some(({ name: slot, isWholeLine }) => isWholeLine && slot === Name);
      return isWholeLine ? { Name, RestOfLine: true } : { Name, Required: true };
    });
    const content = contentOf(from, own);
    return promptItem(
      name,
      { title: textOf(data.title), description: textOf(data.description), arguments: args, content },
      own,
    );
  };
  const item = make(parts);
  const slots = slotsOf(parts);
  if (slots.length === 0 && foreign.length > 0) {
    const others = notes.slice(0, -1);
    const label = `Make ${shownSlots(foreign.map(({ written }) => written))} ${foreign.length === 1 ? 'an argument' : 'arguments'}`;
    return { ...item, instead: { label, data: make(withSlots(body, foreign), others).data, notes: others } };
  }
  if (slots.length === 0) return item;
  const [open, close] = pattern === double ? ['{{', '}}'] : ['{', '}'];
  const label = `Leave ${shownSlots(slots.map((slot) => `${open}${slot}${close}`))} as plain text`;
  return { ...item, instead: { label, data: make([body]).data, notes } };
}

function keptSentence(foreign: readonly ForeignSlot[]): string {
  const written = [...new Set(foreign.map(({ written }) => written))];
  return written.length === 1
    ? `${written[0]} stays plain text: a prompt does not fill it.`
    : `${shownSlots(written)} stay plain text: a prompt does not fill them.`;
}

function withSlots(body: string, foreign: readonly ForeignSlot[]): readonly ComposedPart[] {
  const parts = foreign.flatMap(({ start, name }, index) => [
    body.slice(foreign[index - 1]?.end ?? 0, start),
    { slot: name },
  ]);
  return [...parts, body.slice(foreign.at(-1)?.end)];
}
