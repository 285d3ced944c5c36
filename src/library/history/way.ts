/** How a step is taken back, or made again, in a file that may have gone on since. */
import type { KeyPath } from '../../base/json.ts';
import { isSameData, valueAt } from '../../base/json.ts';
import { merge } from '../../model/diff/merge.ts';
import { patchedTexts } from '../../model/diff/patched-texts.ts';
import type { ReadData } from './read-data.ts';

/** A text of the file, and where the part that is travelled has its value in it. */
export interface Stand {
  readonly text: string;
  readonly at: KeyPath;
}

export type Way =
  /** Nothing has come between, or what has is beside it: this is the text, byte for byte. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly at: KeyPath; readonly before: unknown; readonly after: unknown }
  /** It is so already. */
  | { readonly kind: 'nothing' }
  /** Others have changed the same value since. */
  | { readonly kind: 'contested' }
  | { readonly kind: 'unreadable' };

/** The way from `now` to where the step's change from `from` to `to` is made, and everything else is as it is now. */
export function wayBetween(from: Stand, to: Stand, now: Stand, read: ReadData): Way {
  if (now.text === from.text) return { kind: 'text', text: to.text };
  const [old, wanted, held] = [read(from.text), read(to.text), read(now.text)];
  if (held === undefined) return { kind: 'unreadable' };
  const before = valueAt(held, now.at);
  if (old === undefined || wanted === undefined || before === undefined) return { kind: 'contested' };
  const merged = merge(valueAt(old, from.at), valueAt(wanted, to.at), before);
  if (merged.kind === 'conflict' || merged.value === undefined) return { kind: 'contested' };
  const after = merged.value;
  for (const text of patchedTexts(from.text, to.text, now.text)) {
    if (text !== now.text && isFollowing(read(text), held, now.at, after)) return { kind: 'text', text };
  }
  return isSameData(before, after) ? { kind: 'nothing' } : { kind: 'value', at: now.at, before, after };
}

/** Whether a text's data is the present one with only the value at the place changed to what is wanted. */
function isFollowing(data: unknown, held: unknown, at: KeyPath, after: unknown): boolean {
  return isSameData(valueAt(data, at), after) && isSameData(without(data, at), without(held, at));
}

function without(data: unknown, at: KeyPath): unknown {
  const [step, ...deeper] = at;
  if (step === undefined) return null;
  if (Array.isArray(data)) return data.map((item, index) => (index === step ? without(item, deeper) : item));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, key === step ? without(value, deeper) : value]),
  );
}
