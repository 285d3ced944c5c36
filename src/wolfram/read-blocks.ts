/** Content that is a list of MCP content objects, `{<|"type" -> "text", "text" -> "…"|>, …}`, or of messages of them. */
import type { JsonObject } from '../base/json.ts';
import { type Entry, entriesOf, entryOf, type Notes, type Reading } from './reading.ts';
import type { Expression } from './syntax/expression.ts';

/** @returns content of the file format; undefined for anything that is not only data */
export function readBlocks(node: Expression, reading: Reading, notes: Notes): unknown {
  const items = node.kind === 'list' ? node.items : [node];
  if (items.length === 0 || !items.every((item) => item.kind === 'association')) return undefined;
  const messages = items.map((message) => readMessage(message, reading));
  if (messages.every((message) => message !== undefined)) {
    notes.changed("Wolfram's server serves these messages as one text: here they are messages.", node);
    return { Messages: messages };
  }
  const blocks = items.map((block) => readBlock(block, reading));
  if (!blocks.every((block) => block !== undefined)) return undefined;
  const joinedTexts = joinTexts(blocks);
  const [onlyBlock, second] = joinedTexts;
  if (typeof onlyBlock === 'string' && second === undefined) return onlyBlock;
  notes.changed("Wolfram's server serves only the texts of this list: here the rest of it is served too.", node);
  return { Messages: [{ Role: 'user', Content: joinedTexts }] };
}

/** Wolfram's server joins texts without anything between them. */
function joinTexts(blocks: readonly (string | JsonObject)[]): readonly (string | JsonObject)[] {
  const joinedBlocks: (string | JsonObject)[] = [];
  for (const block of blocks) {
    const last = joinedBlocks.at(-1);
    if (typeof block === 'string' && typeof last === 'string') joinedBlocks[joinedBlocks.length - 1] = last + block;
    else joinedBlocks.push(block);
  }
  return joinedBlocks;
}

function readMessage(node: Expression, reading: Reading): JsonObject | undefined {
  const entries = rulesOf(node, reading);
  const role = textOf(entryOf(entries, 'role'));
  const content = entryOf(entries, 'content')?.value;
  if ((role !== 'user' && role !== 'assistant') || !content || entries.length > 2) return undefined;
  if (content.kind === 'string') return { Role: role, Content: content.value };
  const block = readBlock(content, reading);
  return block === undefined ? undefined : { Role: role, Content: block };
}

/** The keys of each type, by those of the file format. */
const keysOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  image: { data: 'Data', mimetype: 'MimeType' },
  audio: { data: 'Data', mimetype: 'MimeType' },
  resource_link: { uri: 'Uri', name: 'Name', title: 'Title', description: 'Description', mimetype: 'MimeType' },
  resource: { uri: 'Uri', text: 'Text', blob: 'Data', mimetype: 'MimeType' },
};

function readBlock(node: Expression, reading: Reading): string | JsonObject | undefined {
  const entries = rulesOf(node, reading);
  const type = textOf(entryOf(entries, 'type')) ?? '';
  const otherEntries = entries.filter(({ key }) => key.toLowerCase() !== 'type');
  if (type === 'text') return otherEntries.length === 1 ? textOf(entryOf(otherEntries, 'text')) : undefined;
  const keys = Object.hasOwn(keysOf, type) ? keysOf[type] : undefined;
  const inner = type === 'resource' ? entryOf(otherEntries, 'resource')?.value : undefined;
  const fields = inner && otherEntries.length === 1 ? rulesOf(inner, reading) : otherEntries;
  const readFields = fields.flatMap((entry): [string, string][] => {
    const key = keys?.[entry.key.toLowerCase()];
    const value = textOf(entry);
    return key === undefined || value === undefined ? [] : [[key, value]];
  });
  return keys && readFields.length > 0 && readFields.length === fields.length
    ? { Type: type, ...Object.fromEntries(readFields) }
    : undefined;
}

function rulesOf(node: Expression, reading: Reading): readonly Entry[] {
  const isPlain = node.kind === 'association' && node.entries.every(({ kind }) => kind === 'rule');
  return isPlain ? entriesOf(node, reading) : [];
}

function textOf(entry: Entry | undefined): string | undefined {
  return entry?.value.kind === 'string' ? entry.value.value : undefined;
}
