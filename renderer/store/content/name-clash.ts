/** Name clashes of the open prompt. */
import { findPrompt, valueIn } from '../selectors.ts';
import type { WorkbenchState } from '../state.ts';

/** The message about the open prompt's name, if another prompt of its server has the same. */
export function selectNameClash(state: WorkbenchState): string | undefined {
  const found = findPrompt(state, state.selection);
  const { definition } = state;
  if (!found?.server || !found.prompt.clash || definition.status !== 'open') return undefined;
  const { at } = definition.view;
  if (valueIn(state, [...at, 'Name']) !== found.prompt.name) return undefined;
  const { name, clash } = found.prompt;
  return `${found.server.name} has another prompt named ${name}, so clients get neither: choose another name, such as ${clash.freeName}.`;
}
