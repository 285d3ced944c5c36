/** Selectors whose value keeps its identity while its data is equal. */
import { isSameData } from '../../src/base/json.ts';
import type { WorkbenchState } from './state.ts';

/** Wraps a selector: returns the previous value while the new one holds equal data, so views do not redraw. */
export function stableSelector<T>(select: (state: WorkbenchState) => T): (state: WorkbenchState) => T {
  let last: T;
  return (state) => {
    const next = select(state);
    if (!isSameData(last, next)) last = next;
    return last;
  };
}
