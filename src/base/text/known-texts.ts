/**
 * Data that is sent again after a small change: a long text that the receiver knows is sent as a splice of the former one,
 * because sending, parsing and comparing 200 kB for each key takes longer than everything else.
 */
import { isJsonObject, type KeyPath, valueAt } from '../json.ts';
import { applySplice, type Splice, spliceBetween } from './splice.ts';

/** What changed in the text at a path. */
export interface ChangedText {
  readonly at: KeyPath;
  readonly splice: Splice;
}

/** A shorter text is sent as it is. UTF-16 code units. */
const longFrom = 4_096;

/**
 * Plain data without its long texts that are similar to those at the same path of `earlierValue`, and what changed in them.
 * `withKnownTexts` is the reverse.
 */
export function withoutKnownTexts<T>(
  value: T,
  earlierValue: unknown,
): { readonly value: T; readonly texts: ChangedText[] } {
  const texts: ChangedText[] = [];
  const visit = (part: unknown, at: KeyPath): unknown => {
    if (typeof part === 'string') {
      const before = part.length >= longFrom ? valueAt(earlierValue, at) : undefined;
      if (typeof before !== 'string' || before.length < longFrom) return part;
      const splice = spliceBetween(before, part);
      if (splice.insert.length > part.length / 2) return part;
      texts.push({ at, splice });
      return '';
    }
    if (Array.isArray(part)) return part.map((item, index) => visit(item, [...at, index]));
    if (!isJsonObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, visit(item, [...at, key])]));
  };
  return { value: earlierValue === undefined ? value : (visit(value, []) as T), texts };
}

/**
 * The data with its long texts.
 * @param earlierValue the data that `withoutKnownTexts` had
 * @returns undefined if `earlierValue` lacks one of the texts
 */
export function withKnownTexts<T>(value: T, earlierValue: unknown, texts: readonly ChangedText[]): T | undefined {
  let result: unknown = value;
  for (const { at, splice } of texts) {
    const before = valueAt(earlierValue, at);
    if (typeof before !== 'string') return undefined;
    result = withText(result, at, applySplice(before, splice));
  }
  return result as T;
}

function withText(value: unknown, [step, ...innerPath]: KeyPath, text: string): unknown {
  if (step === undefined) return text;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? withText(item, innerPath, text) : item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === step ? withText(item, innerPath, text) : item]),
  );
}
