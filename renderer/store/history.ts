/**
 * Undo and redo of one file: steps between whole texts. They take back what was written in this window, and nothing
 * else: once the disk holds a text that was not written from here, everything before that is forgotten. Going back
 * across it would throw away what somebody else wrote, or bring back a broken file that they have mended since.
 */
export interface Step {
  readonly before: string;
  readonly after: string;
  /** Which field was written: steps of one field in quick succession become one. */
  readonly group: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

export interface History {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export const emptyHistory: History = { past: [], future: [] };

/** Typing in one field with no longer pause than this (milliseconds) is undone at once. */
const pause = 1200;
/** Steps kept; a text of the largest allowed size is 5 MB, most are a few kilobytes. */
const limit = 500;

export function record(history: History, step: Step): History {
  const { past, future } = catchUp(history, step.before);
  if (step.before === step.after) return history;
  const last = past.at(-1);
  const continues =
    last !== undefined && last.group === step.group && step.time - last.time <= pause && future.length === 0;
  const next = continues ? [...past.slice(0, -1), { ...step, before: last.before }] : [...past, step];
  return { past: next.slice(-limit), future: [] };
}

/** Takes note of the text that the disk holds now: the same history, or an empty one if that was not written from here. */
export function catchUp(history: History, text: string): History {
  const expected = history.past.at(-1)?.after ?? history.future.at(-1)?.before;
  return expected === undefined || expected === text ? history : emptyHistory;
}

/** The history after one step back, with the text to write; nothing when there is no step. */
export function back(history: History): { text: string; history: History } | undefined {
  const step = history.past.at(-1);
  if (!step) return undefined;
  return { text: step.before, history: { past: history.past.slice(0, -1), future: [...history.future, step] } };
}

/** The history after one step forward, with the text to write; nothing when there is no step. */
export function forward(history: History): { text: string; history: History } | undefined {
  const step = history.future.at(-1);
  if (!step) return undefined;
  // Typing after a redo begins a new step: its time is long ago.
  const past = [...history.past, { ...step, time: 0 }];
  return { text: step.after, history: { past, future: history.future.slice(0, -1) } };
}
