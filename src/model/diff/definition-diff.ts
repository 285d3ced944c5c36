/** The difference between two versions of a definition, in the terms of the form: fields, and items of lists. */
import { isJsonObject, isSameData, type JsonObject } from '../../base/json.ts';
import { itemName, movedItems, pairItems } from './pair-items.ts';

/** One changed text. A version without that text has no `before` or `after`. */
export interface FieldDiff {
  /** Its path, for people: `Title`, `Content › Query`. */
  readonly label: string;
  readonly before?: string;
  readonly after?: string;
}

/** One item of a list that changed or moved. */
export interface ItemDiff {
  readonly change: 'added' | 'removed' | 'changed';
  /** Its name, or `2` for the second; the new one unless the item was removed. */
  readonly title: string;
  readonly formerTitle?: string;
  readonly isMoved: boolean;
  readonly diff: DefinitionDiff;
}

export interface ListDiff {
  /** Its key: `Arguments`. */
  readonly label: string;
  readonly items: readonly ItemDiff[];
}

export interface DefinitionDiff {
  readonly fields: readonly FieldDiff[];
  readonly lists: readonly ListDiff[];
}

/** Lists whose items are compared one by one; any other list is compared as text. */
const itemLists: ReadonlySet<string> = new Set([
  'Arguments',
  'Parameters',
  'Messages',
  'Samples',
  'Tests',
  'Icons',
  'MCPPrompts',
  'Tools',
  'Blocks',
]);

/** Compares two definitions under canonical keys; undefined means that the definition does not exist. */
export function compareDefinitions(before: unknown, after: unknown): DefinitionDiff {
  const sides = [flattenContent(before), flattenContent(after)] as const;
  const from = asMessages(sides[0], sides[1]);
  const to = asMessages(sides[1], sides[0]);
  const keys = [...new Set([...Object.keys(to), ...Object.keys(from)])].filter(
    (key) => !isSameData(from[key], to[key]),
  );
  const lists: ListDiff[] = [];
  const fields: FieldDiff[] = [];
  for (const key of keys) {
    const [oldValue, newValue] = [from[key], to[key]];
    const isList =
      itemLists.has(key) && [oldValue, newValue].every((side) => side === undefined || Array.isArray(side));
    if (isList)
      lists.push({ label: key, items: compareLists((oldValue ?? []) as unknown[], (newValue ?? []) as unknown[]) });
    else fields.push(...compareTexts(textsOf(key, oldValue), textsOf(key, newValue)));
  }
  if (from !== sides[0]) fields.push({ label: 'Content › Kind', before: 'Text', after: 'Messages' });
  if (to !== sides[1]) fields.push({ label: 'Content › Kind', before: 'Messages', after: 'Text' });
  return { fields, lists };
}

export function isEmptyDiff({ fields, lists }: DefinitionDiff): boolean {
  return fields.length === 0 && lists.every(({ items }) => items.length === 0);
}

/** Returns the keys of a definition, with the lists of its content moved up; a scalar becomes `Text`. */
function flattenContent(value: unknown): JsonObject {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) return { Text: value };
  const { Content, ...rest } = value;
  if (Array.isArray(Content)) return { ...rest, Blocks: Content };
  if (!isJsonObject(Content) || !Array.isArray(Content.Messages)) return value;
  const { Messages, ...otherFields } = Content;
  return { ...rest, Messages, ...(Object.keys(otherFields).length > 0 ? { Content: otherFields } : {}) };
}

/** A text that is compared with messages is one message of the user: the conversion between the two changes no word. */
function asMessages(side: JsonObject, otherSide: JsonObject): JsonObject {
  const { Content, ...rest } = side;
  const isText = typeof Content === 'string' || (isJsonObject(Content) && typeof Content.StringTemplate === 'string');
  const isOtherForm =
    Array.isArray(otherSide.Messages) && side.Messages === undefined && otherSide.Content === undefined;
  return isText && isOtherForm ? { ...rest, Messages: [{ Role: 'user', Content }] } : side;
}

function compareLists(before: readonly unknown[], after: readonly unknown[]): readonly ItemDiff[] {
  const partners = pairItems(before, after);
  const movedIndexes = movedItems(partners);
  const presentItems = after.flatMap((entry, index): ItemDiff[] => {
    const from = partners[index];
    const title = titleOf(entry, index);
    if (from === undefined) {
      return [{ change: 'added', title, isMoved: false, diff: compareDefinitions(undefined, entry) }];
    }
    const isMoved = movedIndexes.has(index);
    if (!isMoved && isSameData(before[from], entry)) return [];
    const formerName = itemName(before[from]);
    const isRenamed = formerName !== itemName(entry) || (formerName === undefined && isMoved);
    const formerTitle = isRenamed ? { formerTitle: titleOf(before[from], from) } : {};
    return [{ change: 'changed', title, ...formerTitle, isMoved, diff: compareDefinitions(before[from], entry) }];
  });
  const removedItems = before.flatMap((item, index): ItemDiff[] =>
    partners.includes(index)
      ? []
      : [
          {
            change: 'removed',
            title: titleOf(item, index),
            isMoved: false,
            diff: compareDefinitions(item, undefined),
          },
        ],
  );
  return [...presentItems, ...removedItems];
}

function titleOf(item: unknown, index: number): string {
  return itemName(item) || String(index + 1);
}

function compareTexts(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly FieldDiff[] {
  const labels = new Set([...before.keys(), ...after.keys()]);
  return [...labels].flatMap((label) => {
    const [oldText, newText] = [before.get(label), after.get(label)];
    if (oldText === newText) return [];
    return [
      {
        label,
        ...(oldText === undefined ? {} : { before: oldText }),
        ...(newText === undefined ? {} : { after: newText }),
      },
    ];
  });
}

/** Returns every text in a value by its label. A template has its text and a `Kind`. */
function textsOf(label: string, value: unknown): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const read = (at: string, inner: unknown) => {
    if (typeof inner === 'string') texts.set(at, inner);
    else if (isJsonObject(inner)) {
      const { StringTemplate, ...rest } = inner;
      if (typeof StringTemplate === 'string') {
        texts.set(at, StringTemplate);
        texts.set(`${at} › Kind`, 'Template');
      }
      for (const [key, child] of Object.entries(typeof StringTemplate === 'string' ? rest : inner)) {
        read(`${at} › ${key}`, child);
      }
      if (Object.keys(inner).length === 0) texts.set(at, '{}');
    } else if (Array.isArray(inner) && inner.some((item) => typeof item === 'object' && item !== null)) {
      for (const [index, item] of inner.entries()) read(`${at} › ${index + 1}`, item);
    } else if (Array.isArray(inner)) texts.set(at, inner.map(String).join(', ') || '[]');
    else if (inner !== undefined) texts.set(at, String(inner));
  };
  read(label, value);
  return texts;
}
