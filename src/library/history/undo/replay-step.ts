/** Applies a step again, or its reverse, to a file that may have changed since. */
import type { KeyPath } from '../../../base/json.ts';
import { isSameData, valueAt } from '../../../base/json.ts';
import { merge } from '../../../model/diff/merge.ts';
import { patchedTexts } from '../../../model/diff/patched-texts.ts';
import type { ReadData } from '../read-data.ts';

/** A text of the file, and the path of the step's part in it. */
export interface TextAt {
  readonly text: string;
  readonly at: KeyPath;
}

export type Replay =
  /** The whole new text: nothing else changed since, or the other changes do not overlap with the step. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly at: KeyPath; readonly before: unknown; readonly after: unknown }
  /** The file already has the result. */
  | { readonly kind: 'unchanged' }
  /** The same value was changed since. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'unreadable' };

/** Three-way merge: applies the change from `from` to `to` to `now`, and keeps the rest of `now`. */
export function replayStep(from: TextAt, to: TextAt, now: TextAt, read: ReadData): Replay {
  if (now.text === from.text) return { kind: 'text', text: to.text };
  const [base, target, current] = [read(from.text), read(to.text), read(now.text)];
  if (current === undefined) return { kind: 'unreadable' };
  const before = valueAt(current, now.at);
  if (base === undefined || target === undefined || before === undefined) return { kind: 'conflict' };
  const outcome = merge(valueAt(base, from.at), valueAt(target, to.at), before);
  if (outcome.kind === 'conflict' || outcome.value === undefined) return { kind: 'conflict' };
  const after = outcome.value;
  for (const text of patchedTexts(from.text, to.text, now.text)) {
    if (text !== now.text && differsOnlyAt(now.at, read(text), current, after)) return { kind: 'text', text };
  }
  return isSameData(before, after) ? { kind: 'unchanged' } : { kind: 'value', at: now.at, before, after };
}

/** Whether `data` has `value` at the path and is the same as `current` everywhere else. */
function differsOnlyAt(at: KeyPath, data: unknown, current: unknown, value: unknown): boolean {
  return isSameData(valueAt(data, at), value) && isSameData(without(data, at), without(current, at));
}

function without(data: unknown, at: KeyPath): unknown {
  const [step, ...innerPath] = at;
  if (step === undefined) return null;
  if (Array.isArray(data)) return data.map((item, index) => (index === step ? without(item, innerPath) : item));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, key === step ? without(value, innerPath) : value]),
  );
}
