/** Langfuse prompts from its API or export: JSON with `text` or `chat` prompts and `{{variable}}`. */
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { ComposedPart } from '../../model/template/compose.ts';
import { changeNote, lossNote, type TransferNote } from '../../model/transfer.ts';
import { textOf } from '../front-matter.ts';
import { fileImporter, type ImportedItem, type ImportResult, problem, type SourceFile } from '../importer.ts';
import { type DraftMessage, messagesContent } from '../messages.ts';
import { contentOf, promptData, promptName, slotName, slotsOf, splitText } from '../prompt-data.ts';
import { roleOf } from '../roles.ts';

export const langfuse = fileImporter(
  { id: 'langfuse', title: 'Langfuse prompts' },
  ({ path, text }) => /\.jsonl?$/i.test(path) && /"prompt"\s*:/.test(text),
  read,
);

function read(file: SourceFile): ImportResult {
  let values: readonly unknown[];
  try {
    values = /\.jsonl$/i.test(file.path)
      ? file.text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => JSON.parse(line))
      : listOf(JSON.parse(file.text));
  } catch (error) {
    return problem(`This is not JSON: ${(error as Error).message}.`);
  }
  const readings = pickNewest(values).map(readOne);
  return {
    items: readings.flatMap(({ item }) => (item ? [item] : [])),
    problems: readings.flatMap(({ problem: message }) => (message === undefined ? [] : [{ message }])),
  };
}

/** One prompt, a list, or a page of the API: `{data: […]}`. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) && Array.isArray(value.data) ? value.data : [value];
}

/** For each prompt the version in production, or else the latest. */
function pickNewest(values: readonly unknown[]): readonly unknown[] {
  const byName = new Map<unknown, JsonObject>();
  const otherValues: unknown[] = [];
  for (const value of values) {
    if (!isJsonObject(value) || typeof value.name !== 'string') otherValues.push(value);
    else {
      const newestSoFar = byName.get(value.name);
      if (!newestSoFar || rank(value) > rank(newestSoFar)) byName.set(value.name, value);
    }
  }
  return [...byName.values(), ...otherValues];
}

function rank({ labels, version }: JsonObject): number {
  const isLive = Array.isArray(labels) && labels.includes('production');
  return (isLive ? 1e9 : 0) + (typeof version === 'number' ? version : 0);
}

function readOne(value: unknown): { item?: ImportedItem; problem?: string } {
  if (!isJsonObject(value)) return { problem: 'An entry is left out: it is not a prompt.' };
  const originalName = textOf(value.name);
  if (originalName === undefined) return { problem: 'A prompt is left out: it has no name.' };
  const notes: TransferNote[] = [];
  const slots: ComposedPart[] = [];
  const content = contentFrom(value.prompt, notes, slots);
  if (content === undefined)
    return { problem: `${originalName} is left out: its prompt is neither text nor a list of messages.` };
  const name = promptName(originalName);
  if (name !== originalName) notes.push(changeNote(`It is now named ${name}.`));
  if (isJsonObject(value.config) && Object.keys(value.config).length > 0)
    notes.push(lossNote('config is left out: a prompt does not choose the model or its settings.'));
  for (const key of ['tags', 'labels'] as const) {
    const list = value[key];
    if (Array.isArray(list) && list.some((label) => label !== 'latest' && label !== 'production'))
      notes.push(lossNote(`${key} are left out: prompts have none.`));
  }
  const args = slotsOf(slots).map((Name) => ({ Name }));
  const data = promptData({ name, description: textOf(value.commitMessage), arguments: args, content });
  return { item: { kind: 'prompt', name, data, notes } };
}

function contentFrom(prompt: unknown, notes: TransferNote[], slots: ComposedPart[]): unknown {
  if (typeof prompt === 'string') return contentOf(textParts(prompt, notes, slots), notes);
  if (!Array.isArray(prompt) || prompt.length === 0) return undefined;
  const messages = prompt.flatMap((message: unknown): DraftMessage[] => {
    if (!isJsonObject(message)) return [];
    if (message.type === 'placeholder') {
      const slot = slotName(textOf(message.name) ?? 'messages');
      notes.push(changeNote(`The placeholder ${slot} is now an argument: it takes text, not messages.`));
      slots.push({ slot });
      return [{ role: 'user', blocks: [[{ slot }]] }];
    }
    if (typeof message.content !== 'string') return [];
    const role = roleOf(textOf(message.role) ?? 'user', notes);
    return [{ role, blocks: [textParts(message.content, notes, slots)] }];
  });
  if (messages.length < prompt.length) notes.push(lossNote('A message is left out: it has no text.'));
  return messages.length === 0 ? undefined : messagesContent(messages, notes);
}

function textParts(text: string, notes: TransferNote[], slots: ComposedPart[]): ComposedPart[] {
  const variable = /\{\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}\}/gu;
  const parts = splitText(text, variable, ([, name = '']) => ({ slot: slotName(name) }));
  slots.push(...parts);
  if (/@@@langfusePrompt:/.test(text))
    notes.push(changeNote('A reference to another prompt (@@@langfusePrompt…) is now plain text: nothing inserts it.'));
  return parts;
}
