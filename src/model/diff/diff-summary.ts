/** Summarises a difference in a few words, for a list of versions: `Argument tone added`. */
import type { DefinitionDiff, ItemDiff, ListDiff } from './definition-diff.ts';

const nouns: Readonly<Record<string, string>> = {
  Arguments: 'Argument',
  Messages: 'Message',
  Samples: 'Sample',
  Icons: 'Icon',
  MCPPrompts: 'Prompt',
  Tools: 'Tool',
  Blocks: 'Block',
};

/** Maximum characters of a name in a phrase. */
const longestName = 40;

/** Returns undefined when nothing changed. */
export function summaryOf(diff: DefinitionDiff): string | undefined {
  const phrases = [...new Set([...fieldPhrases(diff), ...diff.lists.flatMap(listPhrases)])];
  const [first, second] = phrases;
  if (first === undefined || second === undefined) return first;
  const rest = phrases.length === 2 ? lowerFirst(second) : `${phrases.length - 1} more changes`;
  return `${first} and ${rest}`;
}

function fieldPhrases({ fields }: DefinitionDiff): readonly string[] {
  const changes = new Map<string, string>();
  for (const { label, before, after } of fields) {
    const key = label.split(' › ')[0] ?? label;
    const isWhole = key === label;
    const change = isWhole && before === undefined ? 'added' : isWhole && after === undefined ? 'removed' : 'changed';
    const known = changes.get(key);
    changes.set(key, known === undefined || known === change ? change : 'changed');
  }
  return [...changes].map(([key, change]) => `${key} ${change}`);
}

function listPhrases({ label, items }: ListDiff): readonly string[] {
  const moved = items.filter((item) => item.isMoved && isOnlyMoved(item));
  const others = items.filter((item) => !moved.includes(item));
  const order =
    moved.length > 1
      ? [`${label === 'MCPPrompts' ? 'Prompts' : label} reordered`]
      : moved.map((item) => phrase(label, item));
  return [...others.map((item) => phrase(label, item)), ...order];
}

function isOnlyMoved({ diff }: ItemDiff): boolean {
  return diff.fields.length === 0 && diff.lists.length === 0;
}

function phrase(label: string, item: ItemDiff): string {
  const what = `${nouns[label] ?? label} ${shorten(item.formerTitle ?? item.title)}`;
  if (item.change !== 'changed') return `${what} ${item.change}`;
  if (isOnlyMoved(item)) return `${what} moved`;
  if (item.formerTitle !== undefined && !item.isMoved) return `${what} renamed to ${shorten(item.title)}`;
  const inner = label === 'MCPPrompts' ? summaryOf(item.diff) : undefined;
  return inner === undefined ? `${what} changed` : `${shorten(item.title)}: ${lowerFirst(inner)}`;
}

function shorten(name: string): string {
  const line = name.split('\n')[0] ?? '';
  return line.length > longestName ? `${line.slice(0, longestName - 1)}…` : line;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
