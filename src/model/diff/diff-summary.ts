/** Summarises a difference in a few words, for a list of versions: `Argument tone added`. */
import { spliceBetween } from '../../base/text/splice.ts';
import type { DefinitionKind } from '../definitions.ts';
import type { DefinitionDiff, ItemDiff, ListDiff } from './definition-diff.ts';

const nouns: Readonly<Record<string, string>> = {
  Arguments: 'Argument',
  Parameters: 'Argument',
  Messages: 'Message',
  Samples: 'Sample',
  Tests: 'Test',
  Icons: 'Icon',
  MCPPrompts: 'Prompt',
  Tools: 'Tool',
  Blocks: 'Block',
};

/** Of the lists whose key is another word. */
const plurals: Readonly<Record<string, string>> = { MCPPrompts: 'Prompts', Parameters: 'Arguments' };

/** Maximum characters of a name in a phrase. */
const maxNameLength = 40;

/** What the form of a skill calls these keys. */
const skillWords: Readonly<Record<string, string>> = { Description: 'When to use it', Content: 'Instructions' };

/** @returns undefined when nothing changed */
export function summaryOf(diff: DefinitionDiff, kind?: DefinitionKind): string | undefined {
  // A renaming also changes the text, the samples and the tests that name it, so it comes first.
  const renamings = diff.lists.flatMap(({ label, items }) =>
    items.filter(isRenamed).map((item) => phrase(label, item)),
  );
  const phrases = [...new Set([...renamings, ...fieldPhrases(diff, kind), ...diff.lists.flatMap(listPhrases)])];
  const [first, second] = phrases;
  if (first === undefined || second === undefined) return first;
  const rest = phrases.length === 2 ? lowerFirst(withoutDetail(second)) : `${phrases.length - 1} more changes`;
  return `${withoutDetail(first)} and ${rest}`;
}

/** Maximum characters of an old or a new text in a phrase. */
const maxTextLength = 40;

/** A summary without the changed words: `Text changed: "a" → "b"` becomes `Text changed`. */
export function withoutDetail(summary: string): string {
  return summary.replace(/( changed): .*$/s, '$1');
}

/** The parts of the content that changed, in the words of the form. */
function contentPhrase(fields: DefinitionDiff['fields'], noun: string): string {
  const [field] = fields;
  const labels = fields.map(({ label }) => label);
  if (labels.every((label) => label.startsWith('Content › Function'))) return 'Function changed';
  if (labels.every((label) => label.startsWith('Content › Search'))) return 'Search changed';
  if (field?.after === 'Messages') return 'Text became messages';
  if (field?.before === 'Messages') return 'Messages became text';
  if (labels.every((label) => label === 'Content › Kind')) return 'Kind of text changed';
  if (labels.length > 1 || field?.label !== 'Content' || field.before === undefined || field.after === undefined)
    return 'Content changed';
  const detail = describeWordChange(field.before, field.after);
  return detail === undefined ? `${noun} changed` : `${noun} changed: ${detail}`;
}

/** The old and the new words; undefined if they are long. */
function describeWordChange(before: string, after: string): string | undefined {
  const { start, end, insert } = spliceBetween(before, after);
  const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);
  const cutText = before.slice(start, end);
  let from = start;
  while (!(isSpace(cutText[0]) && isSpace(insert[0])) && !isSpace(before[from - 1]) && start - from < maxTextLength)
    from--;
  let to = end;
  while (!(isSpace(cutText.at(-1)) && isSpace(insert.at(-1))) && !isSpace(before[to]) && to - end < maxTextLength) to++;
  const oldText = before.slice(from, to).trim();
  const now = (before.slice(from, start) + insert + before.slice(end, to)).trim();
  const [left, right] = [oldText, now].map((text) => text.replace(/\s+/g, ' '));
  if (left === undefined || right === undefined || left === right) return undefined;
  if (right === '') return `removed ${quotedShort(left)}`;
  if (right.startsWith(left)) return `added ${quotedShort(right.slice(left.length).trim())}`;
  return `${quotedShort(left)} → ${quotedShort(right)}`;
}

function quotedShort(text: string): string {
  return `"${text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1).trimEnd()}…` : text}"`;
}

function fieldPhrases({ fields: allDiffs }: DefinitionDiff, kind: DefinitionKind | undefined): readonly string[] {
  const words = kind === 'skill' ? skillWords : {};
  const inContent = allDiffs.filter(({ label }) => label === 'Content' || label.startsWith('Content ›'));
  const [onlyField, ...otherFields] = inContent;
  const isAddedOrRemoved =
    otherFields.length === 0 &&
    onlyField?.label === 'Content' &&
    (onlyField.before ?? onlyField.after) === (onlyField.after ?? onlyField.before);
  const content = isAddedOrRemoved ? [] : inContent;
  const fields = allDiffs.filter((field) => !content.includes(field));
  return [
    ...fieldChanges(fields).map(([key, change]) => `${words[key] ?? key} ${change}`),
    ...(content.length > 0 ? [contentPhrase(content, words.Content ?? 'Text')] : []),
  ];
}

/** Each changed key, and whether it was added, removed or changed. */
function fieldChanges(fields: DefinitionDiff['fields']): readonly (readonly [string, string])[] {
  const changes = new Map<string, string>();
  for (const { label, before, after } of fields) {
    const key = label.split(' › ')[0] ?? label;
    const isWhole = key === label;
    const change = isWhole && before === undefined ? 'added' : isWhole && after === undefined ? 'removed' : 'changed';
    const knownChange = changes.get(key);
    changes.set(key, knownChange === undefined || knownChange === change ? change : 'changed');
  }
  return [...changes];
}

function listPhrases({ label, items }: ListDiff): readonly string[] {
  const movedEntries = items.filter((item) => item.isMoved && isOnlyMoved(item));
  const otherDiffs = items.filter((item) => !movedEntries.includes(item));
  const order =
    movedEntries.length > 1
      ? [`${plurals[label] ?? label} reordered`]
      : movedEntries.map((entry) => phrase(label, entry));
  return [...otherDiffs.map((diff) => phrase(label, diff)), ...order];
}

function isOnlyMoved({ diff }: ItemDiff): boolean {
  return diff.fields.length === 0 && diff.lists.length === 0;
}

function isRenamed({ change, formerTitle, isMoved }: ItemDiff): boolean {
  return change === 'changed' && formerTitle !== undefined && !isMoved;
}

function phrase(label: string, itemDiff: ItemDiff): string {
  const what = `${nouns[label] ?? label} ${shorten(itemDiff.formerTitle ?? itemDiff.title)}`;
  if (itemDiff.change !== 'changed') return `${what} ${itemDiff.change}`;
  if (isOnlyMoved(itemDiff)) return `${what} moved`;
  if (isRenamed(itemDiff)) return `${what} renamed to ${shorten(itemDiff.title)}`;
  if (nouns[label] === 'Argument' && !itemDiff.isMoved) return argumentPhrase(what, itemDiff);
  const inner = label === 'MCPPrompts' ? summaryOf(itemDiff.diff) : undefined;
  return inner === undefined ? `${what} changed` : `${shorten(itemDiff.title)}: ${lowerFirst(inner)}`;
}

/** What the form calls a key of an argument, if it calls it otherwise. */
const argumentWords: Readonly<Record<string, string>> = { Complete: 'Suggestions', Meta: 'Metadata' };

/**
 * What changed of an argument that kept its name: `Default of tone added`, `Argument tone is now required`,
 * `Choices of tone changed: added "warm"`.
 */
function argumentPhrase(what: string, { title, diff }: ItemDiff): string {
  const [change, ...otherChanges] = fieldChanges(diff.fields);
  if (!change || otherChanges.length > 0 || diff.lists.length > 0) return `${what} changed`;
  const [key, kind] = change;
  const isOn = diff.fields[0]?.after === 'true';
  if (key === 'Required') return `${what} is now ${isOn ? 'required' : 'optional'}`;
  if (key === 'RestOfLine') return `${what} ${isOn ? 'takes' : 'no longer takes'} the rest of the line`;
  const phrase = `${argumentWords[key] ?? key} of ${shorten(title)} ${kind}`;
  const detail = kind === 'changed' ? argumentDetail(key, diff.fields) : undefined;
  return detail === undefined ? phrase : `${phrase}: ${detail}`;
}

/** The old and the new text of a key, or what was added to its list and removed from it. */
function argumentDetail(key: string, fields: DefinitionDiff['fields']): string | undefined {
  const [field, ...otherFields] = fields;
  if (!field) return undefined;
  if (key === 'Choices' || key === 'Complete') return listDetail(fields);
  if (otherFields.length > 0 || field.before === undefined || field.after === undefined) return undefined;
  return describeWordChange(field.before, field.after);
}

/** @param fields the changed items, or a list of texts as one field (`compareDefinitions`) */
function listDetail(fields: DefinitionDiff['fields']): string {
  const itemsOf = (side: 'before' | 'after') =>
    fields.flatMap(({ label, [side]: text }) =>
      text === undefined ? [] : label.includes(' › ') ? [text] : text.split(', '),
    );
  const [beforeItems, afterItems] = [itemsOf('before'), itemsOf('after')];
  const oldItems = beforeItems.filter((item) => !afterItems.includes(item)).join(', ');
  const newItems = afterItems.filter((item) => !beforeItems.includes(item)).join(', ');
  if (newItems === '' && oldItems === '') return 'another order';
  if (oldItems === '') return `added ${quotedShort(newItems)}`;
  if (newItems === '') return `removed ${quotedShort(oldItems)}`;
  return `${quotedShort(oldItems)} → ${quotedShort(newItems)}`;
}

function shorten(name: string): string {
  const line = name.split('\n')[0] ?? '';
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength - 1)}…` : line;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
