/** Selectors whose value stays the same as long as its data does. */
import { isSameData } from '../../src/base/json.ts';
import type { WorkbenchState } from './state.ts';

/** A selector that answers the very value of the last time for as long as a new one would be the same data. */
export function stableSelector<T>(select: (state: WorkbenchState) => T): (state: WorkbenchState) => T {
  let last: T;
  return (state) => {
    const next = select(state);
    if (!isSameData(last, next)) last = next;
    return last;
  };
}
