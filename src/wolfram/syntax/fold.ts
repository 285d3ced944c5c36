/** Functions of the language that only build or take apart lists and associations, applied to data of the text. */
import type { Expression, Range } from './expression.ts';

type Association = Extract<Expression, { kind: 'association' }>;

/**
 * @param args already folded
 * @returns undefined for another function, and for arguments that are not data
 */
export function foldedCall(
  head: string | undefined,
  args: readonly Expression[],
  { start, end }: Range,
): Expression | undefined {
  const place = { start, end };
  const [first, second, third] = args;
  const list = (items: readonly Expression[]): Expression => ({ kind: 'list', items, ...place });
  const association = (entries: readonly Expression[]): Expression => ({
    kind: 'association',
    entries: entries.flatMap((entry) => (entry.kind === 'association' ? entry.entries : [entry])),
    ...place,
  });
  switch (head) {
    case 'List':
      return list(args);
    case 'Association':
      return association(args.flatMap((arg) => (arg.kind === 'list' ? arg.items : [arg])));
    case 'Rule':
    case 'RuleDelayed':
      if (!first || !second || third) return undefined;
      return { kind: 'rule', isDelayed: head === 'RuleDelayed', leftSide: first, rightSide: second, ...place };
    case 'Join':
      if (!first || !args.every(({ kind }) => kind === first.kind)) return undefined;
      if (first.kind === 'list') return list(args.flatMap((arg) => (arg.kind === 'list' ? arg.items : [])));
      return first.kind === 'association' ? association(args) : undefined;
    case 'LLMConfiguration':
    case 'Identity':
    case 'Evaluate':
      return first && !second ? first : undefined;
    case 'Append':
      return first && second && !third ? appendItem(first, second) : undefined;
    case 'Prepend':
      return first && second && !third ? prependItem(first, second) : undefined;
    case 'Flatten':
      return first?.kind === 'list' && !second ? list(flat(first.items)) : undefined;
    case 'ToString':
      if (second || (first?.kind !== 'number' && first?.kind !== 'string')) return undefined;
      return { kind: 'string', value: first.kind === 'string' ? first.value : first.text, ...place };
    case 'StringRiffle':
      return riffle(first, second, third, place);
    case 'Keys':
    case 'Values': {
      const entries = first && !second ? rulesOf(first) : undefined;
      return entries && list(entries.map((entry) => (head === 'Keys' ? entry.leftSide : entry.rightSide)));
    }
    case 'KeyTake':
    case 'KeyDrop': {
      const entries = first && rulesOf(first);
      const keys = second && textsOf(second);
      if (!entries || !keys || third) return undefined;
      if (head === 'KeyDrop') return association(entries.filter(({ leftSide }) => !keys.includes(textOf(leftSide))));
      return association(keys.flatMap((key) => entries.findLast(({ leftSide }) => textOf(leftSide) === key) ?? []));
    }
    case 'Lookup':
    case 'Part':
      return first && second && !third ? part(first, second, list) : undefined;
    case 'First':
    case 'Last': {
      const items = first?.kind === 'list' && !second ? first.items : undefined;
      return head === 'First' ? items?.[0] : items?.at(-1);
    }
    case 'Rest':
    case 'Most':
      if (first?.kind !== 'list' || second) return undefined;
      return list(head === 'Rest' ? first.items.slice(1) : first.items.slice(0, -1));
    default:
      return undefined;
  }
}

export function appendItem(data: Expression, item: Expression): Expression | undefined {
  if (data.kind === 'list') return { ...data, items: [...data.items, item] };
  if (data.kind !== 'association') return undefined;
  const newEntries = item.kind === 'association' ? item.entries : item.kind === 'list' ? item.items : [item];
  const names = newEntries.map((newEntry) => (newEntry.kind === 'rule' ? textOf(newEntry.leftSide) : undefined));
  if (names.includes(undefined)) return undefined;
  // A key keeps its place when it gets another value.
  const entries = data.entries.map((entry) => {
    const at = entry.kind === 'rule' ? names.lastIndexOf(textOf(entry.leftSide)) : -1;
    return newEntries[at] ?? entry;
  });
  return { ...data, entries: [...entries, ...newEntries.filter((newEntry) => !entries.includes(newEntry))] };
}

export function prependItem(data: Expression, item: Expression): Expression | undefined {
  if (data.kind === 'list') return { ...data, items: [item, ...data.items] };
  return data.kind === 'association' && item.kind === 'rule'
    ? { ...data, entries: [item, ...data.entries] }
    : undefined;
}

type Rule = Extract<Expression, { kind: 'rule' }>;

/** The rules of an association, the last of several with one key; undefined if it has anything else. */
function rulesOf(node: Expression): readonly Rule[] | undefined {
  if (node.kind !== 'association') return undefined;
  const rules = (node as Association).entries.flatMap((entry) => (entry.kind === 'rule' ? [entry] : []));
  if (rules.length < node.entries.length) return undefined;
  return rules.filter(({ leftSide }, index) => {
    const key = textOf(leftSide);
    return key === undefined || rules.findLastIndex((otherRule) => textOf(otherRule.leftSide) === key) === index;
  });
}

function textOf(node: Expression): string | undefined {
  return node.kind === 'string' ? node.value : undefined;
}

/** A text, or a list of texts. */
function textsOf(node: Expression): readonly (string | undefined)[] | undefined {
  const texts = node.kind === 'list' ? node.items.map(textOf) : [textOf(node)];
  return texts.includes(undefined) ? undefined : texts;
}

function part(
  data: Expression,
  key: Expression,
  list: (items: readonly Expression[]) => Expression,
): Expression | undefined {
  const rules = rulesOf(data);
  if (key.kind === 'number' && data.kind === 'list') {
    const index = Number(key.text);
    return index > 0 ? data.items[index - 1] : data.items.at(index);
  }
  const keys = textsOf(key);
  if (!rules || !keys) return undefined;
  const values = keys.map((name) => rules.find(({ leftSide }) => textOf(leftSide) === name)?.rightSide);
  const wholeValues = values.filter((item) => item !== undefined);
  if (wholeValues.length < values.length) return undefined;
  return key.kind === 'list' ? list(wholeValues) : wholeValues[0];
}

function flat(items: readonly Expression[]): readonly Expression[] {
  return items.flatMap((item) => (item.kind === 'list' ? flat(item.items) : [item]));
}

function riffle(
  items: Expression | undefined,
  separator: Expression | undefined,
  third: Expression | undefined,
  place: Range,
): Expression | undefined {
  const texts = items?.kind === 'list' ? items.items.map(textOf) : [undefined];
  const between = separator ? textOf(separator) : ' ';
  if (texts.includes(undefined) || between === undefined || third) return undefined;
  return { kind: 'string', value: texts.join(between), ...place };
}
