/** The names of the open prompt's arguments, including unsaved edits. */

import { getOrCreate } from '../../../src/base/get-or-create.ts';
import { argumentNameFault, type NameFault } from '../../../src/model/prompt/argument-names.ts';
import { isObject } from '../definition/json.ts';
import { valueIn } from '../selectors.ts';
import type { WorkbenchState } from '../state.ts';

interface ReadState extends Pick<WorkbenchState, 'definition' | 'drafts'> {
  readonly names: readonly string[];
}

let last: ReadState | undefined;

/**
 * The current names of the open prompt's arguments, in order; a missing name is empty. Cached per change of the texts,
 * because every row calls this at every change of the state.
 */
export function selectArgumentNames(state: WorkbenchState): readonly string[] {
  const { definition, drafts } = state;
  if (last?.definition === definition && last.drafts === drafts) return last.names;
  const names = readNames(state);
  const isSame = last?.names.length === names.length && names.every((name, index) => name === last?.names[index]);
  last = { definition, drafts, names: isSame && last ? last.names : names };
  return last.names;
}

const faults = new WeakMap<readonly string[], readonly (NameFault | undefined)[]>();

/** The fault of each of those names, if any. */
export function selectNameFaults(state: WorkbenchState): readonly (NameFault | undefined)[] {
  const names = selectArgumentNames(state);
  return getOrCreate(faults, names, () =>
    names.map((name, index) => argumentNameFault(name, names.toSpliced(index, 1), index + 1)),
  );
}

function readNames(state: WorkbenchState): readonly string[] {
  if (state.definition.status !== 'open') return [];
  const { at } = state.definition.view;
  const list = valueIn(state, [...at, 'Arguments']);
  return (Array.isArray(list) ? list : []).map((argument, index) => {
    const name = isObject(argument) ? valueIn(state, [...at, 'Arguments', index, 'Name']) : undefined;
    return typeof name === 'string' ? name : '';
  });
}
