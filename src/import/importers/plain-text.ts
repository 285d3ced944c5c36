/** Markdown or plain text: the text is the prompt, and each `{{name}}`, or else each `{name}`, becomes an argument. */

import type { ComposedPart } from '../../model/template/compose.ts';
import type { TransferNote } from '../../model/transfer.ts';
import { textOf } from '../front-matter.ts';
import type { ImportedItem, ImportProblem } from '../importer.ts';
import { baseName, contentOf, promptName, slotName, slotsOf, splitText } from '../prompt-data.ts';
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
  const make = (from: readonly ComposedPart[]) => {
    const own: TransferNote[] = [...notes];
    const args = slotsOf(from).map((Name) => ({ Name, Required: true }));
    const content = contentOf(from, own);
    return promptItem(
      name,
      { title: textOf(data.title), description: textOf(data.description), arguments: args, content },
      own,
    );
  };
  const item = make(parts);
  const slots = slotsOf(parts);
  if (slots.length === 0) return item;
  const [open, close] = pattern === double ? ['{{', '}}'] : ['{', '}'];
  const shown = slots.slice(0, 3).map((slot) => `${open}${slot}${close}`);
  const label = `Leave ${shown.join(', ')}${slots.length > 3 ? ' …' : ''} as plain text`;
  return { ...item, instead: { label, data: make([body]).data, notes } };
}
