/** Names of prompts and tools that another entry of a server has. */
import type { ListName, Location, ServerSummary } from '../../../src/contract/contract.ts';
import { mcpNameProblem, type NameProblem, toolNameProblem } from '../../../src/model/prompt/prompt-names.ts';
import { findPrompt, samePlace, selectServers, valueIn } from '../selectors.ts';
import type { WorkbenchState } from '../state.ts';

/** The problem of the open prompt's name, if another prompt of its server has the same. */
export function selectNameClash(state: WorkbenchState): NameProblem | undefined {
  const selectedPrompt = findPrompt(state, state.selection);
  const { definition } = state;
  if (!selectedPrompt?.server || !selectedPrompt.prompt.clash || definition.status !== 'open') return undefined;
  const { at } = definition.view;
  if (valueIn(state, [...at, 'Name']) !== selectedPrompt.prompt.name) return undefined;
  const { name, clash } = selectedPrompt.prompt;
  const message = `${selectedPrompt.server.name} has another prompt named ${name}, so clients get neither: choose another name, such as ${clash.freeName}.`;
  return { kind: 'taken', severity: 'error', message, free: clash.freeName };
}

/** The problem of a new MCP name for the definition at `location`, in every server that lists it. */
export function entryNameProblem(
  state: WorkbenchState,
  list: ListName,
  location: Location | undefined,
  name: string,
): NameProblem | undefined {
  const isOwn = (entry: { readonly location?: Location | undefined }) => samePlace(entry.location, location);
  const listers = selectServers(state).filter((server) => server[list].some((entry) => entry.location && isOwn(entry)));
  return nameProblemIn(listers, list, name, (entry) => !isOwn(entry));
}

/** The problem of the MCP name of another prompt or tool for a server. */
export function newEntryNameProblem(
  state: WorkbenchState,
  list: ListName,
  server: string,
  name: string,
): NameProblem | undefined {
  const listers = selectServers(state).filter((item) => item.name === server);
  return nameProblemIn(listers, list, name, () => true);
}

/** @param isOther whether an entry of a list is another one than the one that gets the name */
function nameProblemIn(
  servers: readonly ServerSummary[],
  list: ListName,
  name: string,
  isOther: (entry: ServerSummary[ListName][number]) => boolean,
): NameProblem | undefined {
  const otherEntries = servers.flatMap((server) =>
    server[list].filter(isOther).map((entry) => ({ server: server.name, name: entry.name })),
  );
  const takenNames = otherEntries.map((entry) => entry.name);
  const problem = (list === 'tools' ? toolNameProblem : mcpNameProblem)(name, takenNames);
  if (problem?.kind !== 'taken') return problem;
  const { server } = otherEntries.find((entry) => entry.name === name) ?? { server: 'This list' };
  const noun = list === 'tools' ? 'tool' : 'prompt';
  // The field offers the free name as a button.
  return { ...problem, message: `${server} already has a ${noun} called ${name}.` };
}
