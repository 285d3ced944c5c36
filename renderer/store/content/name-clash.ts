/** An MCP name that two entries of one list have, told where the name is typed. */
import { findPrompt, valueIn } from '../selectors.ts';
import type { WorkbenchState } from '../state.ts';

/** What is wrong with the name of the open prompt in the list of the server under which it is looked at. */
export function selectNameClash(state: WorkbenchState): string | undefined {
  const found = findPrompt(state, state.selection);
  const { definition } = state;
  if (!found?.server || !found.prompt.clash || definition.status !== 'open') return undefined;
  const { at } = definition.view;
  if (valueIn(state, [...at, 'Name']) !== found.prompt.name) return undefined;
  const { name, clash } = found.prompt;
  return `Another prompt of ${found.server.name} is called ${name} too, so that clients get neither: choose another name, such as ${clash.freeName}.`;
}
