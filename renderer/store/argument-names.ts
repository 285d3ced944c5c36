/** What the arguments of the open prompt are called while they are typed. */
import { isObject } from './json.ts';
import { valueIn } from './selectors.ts';
import type { WorkbenchState } from './state.ts';

/** The names of the open prompt's arguments as they are typed now, in their order; one without a name is empty. */
export function selectArgumentNames(state: WorkbenchState): readonly string[] {
  if (state.definition.status !== 'open') return [];
  const { at } = state.definition.view;
  const list = valueIn(state, [...at, 'Arguments']);
  return (Array.isArray(list) ? list : []).map((item, index) => {
    const name = isObject(item) ? valueIn(state, [...at, 'Arguments', index, 'Name']) : undefined;
    return typeof name === 'string' ? name : '';
  });
}
