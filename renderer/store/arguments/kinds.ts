/** The kind of an argument's value, and its choices, as the file writes them. */
import type { ValueKind } from '../../../src/model/definitions.ts';
import { firstChoices } from '../../../src/model/placeholders.ts';
import { isObject, type Json } from '../definition/json.ts';

export const valueKinds: readonly { readonly value: ValueKind; readonly label: string; readonly note: string }[] = [
  { value: 'text', label: 'Text', note: 'Any text' },
  { value: 'choice', label: 'Choice', note: 'One value from a list' },
  { value: 'choices', label: 'Choices', note: 'Several values from a list' },
  { value: 'number', label: 'Number', note: 'Such as 2.5, with limits' },
  { value: 'integer', label: 'Whole number', note: 'Such as 3, with limits' },
  { value: 'boolean', label: 'Yes or no', note: 'Fills its slot with true or false' },
  { value: 'date', label: 'Date', note: 'Such as 2026-05-03' },
  { value: 'email', label: 'Email', note: 'An email address' },
  { value: 'url', label: 'Web address', note: 'Such as https://example.com' },
];

/** The kind of an argument; text if it has none, or one that does not exist. */
export function kindOf(argument: Json | undefined): ValueKind {
  const kind = isObject(argument) ? argument.Kind : undefined;
  return valueKinds.find(({ value }) => value === kind)?.value ?? 'text';
}

const hasChoices = (kind: ValueKind) => kind === 'choice' || kind === 'choices';
const hasLimits = (kind: ValueKind) => kind === 'number' || kind === 'integer';

/** The keys to change for another kind; without `after`, the key is removed. Suggested values become choices. */
export function changesForKind(argument: Json | undefined, kind: ValueKind): readonly { key: string; after?: Json }[] {
  const { Choices, Complete, Default, Minimum, Maximum, Multiline } = isObject(argument) ? argument : {};
  const changes: { key: string; after?: Json }[] = [kind === 'text' ? { key: 'Kind' } : { key: 'Kind', after: kind }];
  if (hasChoices(kind)) {
    const suggestedValues = Array.isArray(Complete) && Complete.length > 0 ? Complete : undefined;
    // A default that is not a choice would be an error.
    const defaultChoices = typeof Default === 'string' && Default.trim() !== '' ? [Default] : [];
    const otherChoices =
      suggestedValues?.filter((value) => value !== Default) ?? firstChoices.slice(defaultChoices.length);
    const choices = suggestedValues?.includes(Default ?? null) ? suggestedValues : [...defaultChoices, ...otherChoices];
    if (Choices === undefined) changes.push({ key: 'Choices', after: choices });
    if (Complete !== undefined) changes.push({ key: 'Complete' });
  } else if (Choices !== undefined) changes.push({ key: 'Choices' });
  if (!hasLimits(kind) && Minimum !== undefined) changes.push({ key: 'Minimum' });
  if (!hasLimits(kind) && Maximum !== undefined) changes.push({ key: 'Maximum' });
  if (kind !== 'text' && Multiline !== undefined) changes.push({ key: 'Multiline' });
  return changes;
}

/** Choices as lines: a value, or `value = title`. */
export function choicesAsLines(choices: Json | undefined): string {
  if (!Array.isArray(choices)) return '';
  return choices
    .map((choice) => {
      if (!isObject(choice)) return String(choice);
      return choice.Title === undefined
        ? String(choice.Value ?? '')
        : `${String(choice.Value ?? '')} = ${String(choice.Title)}`;
    })
    .join('\n');
}

/** The choices of lines; empty lines and repeated values do not count. */
export function linesAsChoices(text: string): Json {
  const seenValues = new Set<string>();
  return text.split(/\r?\n/).flatMap((line): Json[] => {
    const [, writtenValue = '', title] = /^(.*?)(?:\s+=\s+(.*))?$/.exec(line.trim()) ?? [];
    const value = writtenValue.trim();
    if (value === '' || seenValues.has(value)) return [];
    seenValues.add(value);
    return [title === undefined ? value : { Value: value, Title: title }];
  });
}

/** The values of an argument's choices with their titles. */
export function choicesOf(argument: Json | undefined): readonly { readonly value: string; readonly title?: string }[] {
  const choices = isObject(argument) ? argument.Choices : undefined;
  if (!Array.isArray(choices)) return [];
  return choices.map((choice) =>
    isObject(choice)
      ? { value: String(choice.Value ?? ''), ...(choice.Title !== undefined && { title: String(choice.Title) }) }
      : { value: String(choice) },
  );
}
