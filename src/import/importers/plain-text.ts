/** Markdown or plain text: the text is the prompt, and each `{{name}}`, else each `{name}`, is offered as an argument. */
import { lost, type TransferNote } from '../../model/transfer.ts';
import type { ComposedPart } from '../../template/compose.ts';
import { splitFrontMatter, textOf } from '../front-matter.ts';
import { fileImporter, type Imported, problem, type SourceFile } from '../importer.ts';
import { baseName, contentOf, promptData, promptName, slotName, slotsOf, splitText } from '../prompt-data.ts';

export const plainText = fileImporter(
  { id: 'plain-text', title: 'Text' },
  ({ path }) => /\.(?:md|markdown|mdx|txt|text)$/i.test(path) || !/\.[a-z0-9]+$/i.test(path),
  read,
);

const double = /\{\{\s*([\p{L}_][\p{L}\p{N}_ -]{0,60}?)\s*\}\}/gu;
const single = /(?<![{$\\])\{([\p{L}_][\p{L}\p{N}_-]{0,60})\}(?!\})/gu;

function read(file: SourceFile): Imported {
  if (file.text.trim() === '') return problem('There is no text in it.');
  const front = splitFrontMatter(file.text);
  if ('problem' in front) return { items: [], problems: [front.problem] };
  const { data, body } = front;
  const text = body.trim();
  const notes: TransferNote[] = [];
  for (const [key, value] of Object.entries(data)) {
    if (!/^(?:name|title|description)$/i.test(key) && value !== null)
      notes.push(lost(`${key} is left out: prompts have no such key.`));
  }
  const pattern = text.search(double) >= 0 ? double : single;
  const parts = splitText(text, pattern, ([, name = '']) => ({ slot: slotName(name) }));
  const name = promptName(textOf(data.name) ?? (baseName(file.path) || 'imported'));
  const make = (from: readonly ComposedPart[], into: TransferNote[]) =>
    promptData({
      name,
      title: textOf(data.title),
      description: textOf(data.description),
      arguments: slotsOf(from).map((Name) => ({ Name, Required: true })),
      content: contentOf(from, into),
    });
  const own = [...notes];
  const item = { kind: 'prompt', name, data: make(parts, own), notes: own } as const;
  const slots = slotsOf(parts);
  if (slots.length === 0) return { items: [item], problems: [] };
  const [open, close] = pattern === double ? ['{{', '}}'] : ['{', '}'];
  const label = `Leave ${slots
    .slice(0, 3)
    .map((slot) => `${open}${slot}${close}`)
    .join(', ')}${slots.length > 3 ? ' …' : ''} as plain text`;
  return { items: [{ ...item, instead: { label, data: make([text], []), notes } }], problems: [] };
}
