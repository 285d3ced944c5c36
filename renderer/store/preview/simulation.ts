/** The simulation: what each client application makes of the previewed prompt, and of all prompts of a server. */

import { isSameData, withItemMoved } from '../../../src/base/json.ts';
import type { SimulationFix, SimulationMatrix } from '../../../src/contract/contract.ts';
import { type StoreContext, sentence } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { type Json, valueAt, withValue } from '../definition/json.ts';
import { findServer, promptId } from '../selectors.ts';
import type { SimulationResult, SimulationState } from '../state/preview.ts';
import type { WorkbenchState } from '../state.ts';
import type { ArrangeActions } from '../workspace/arrange.ts';
import { previewTarget } from './preview.ts';

type EditFix = Extract<SimulationFix, { kind: 'edit' }>;

export interface SimulationActions {
  /** Shows or hides the simulation in the preview. */
  showClients(isOpen: boolean): void;
  chooseClient(client: string): void;
  setPlain(isPlain: boolean): void;
  /** Changes the line; undefined restores the line for the values of the form. */
  typeLine(text: string | undefined): void;
  /** Simulates again. Drops the result if a later request was made meanwhile. */
  refreshSimulation(): Promise<void>;
  /** Applies a proposed fix to the definition as a step that can be undone. */
  applyFix(fix: SimulationFix): Promise<void>;
  /** Reads one page of the matrix. @throws */
  readMatrix(server: string, from?: number): Promise<SimulationMatrix>;
}

export function createSimulationActions(
  { host, get, set, notify, orNotice }: StoreContext,
  { flush, restructure }: Pick<DefinitionActions, 'flush' | 'restructure'>,
  { renameEntry }: Pick<ArrangeActions, 'renameEntry'>,
): SimulationActions {
  let newestRequest = 0;
  const change = (part: Partial<SimulationState>) => set({ simulation: { ...get().simulation, ...part } });

  async function refreshSimulation(): Promise<void> {
    const number = ++newestRequest;
    const target = previewTarget(get());
    if (!target) return change({ result: { status: 'waiting' } });
    const { server, prompt, arguments: values } = target;
    const { client, isPlain } = get().simulation;
    const line = selectTypedLine(get());
    const question = { server, prompt, arguments: values, client };
    const result = await Promise.all([
      host.call('simulation.run', {
        ...question,
        ...(line === undefined ? {} : { line }),
        ...(isPlain ? { plain: true } : {}),
      }),
      host.call('simulation.matrix', { server, only: { prompt, arguments: values } }),
    ]).then(
      ([simulation, clients]): SimulationResult => ({ status: 'shown', simulation, clients }),
      (error: unknown): SimulationResult => ({ status: 'failed', message: sentence(error) }),
    );
    if (number === newestRequest && !isSameData(result, get().simulation.result)) change({ result });
  }

  const openView = () => {
    const { definition } = get();
    return definition.status === 'open' ? definition.view : undefined;
  };
  const openAt = () => openView()?.at ?? [];
  return {
    refreshSimulation,
    showClients: (isOpen) => change({ isOpen }),
    chooseClient: (client) => change({ client, isPlain: false }),
    setPlain: (isPlain) => change({ isPlain }),
    typeLine(text) {
      const prompt = promptId(get());
      const { client } = get().simulation;
      change({ line: text === undefined || prompt === undefined ? undefined : { prompt, client, text } });
    },
    async applyFix(fix) {
      if (fix.kind === 'rename') {
        const place = selectedPlace(get());
        if (place) await orNotice(renameEntry(place.server, place.index, fix.name));
        return;
      }
      if (!(await flush())) return;
      // A move and the edits after it are one step: both are a change of the moved list.
      const at = fix.move?.at ?? [];
      const before = valueAt(openView()?.value as Json, at);
      const after = fixedValue(before, fix);
      if (after === undefined) return notify('The prompt has changed: review the new fixes.');
      await restructure([...openAt(), ...at], () => after);
      await refreshSimulation();
    },
    readMatrix: (server, from) => host.call('simulation.matrix', { server, ...(from === undefined ? {} : { from }) }),
  };
}

/**
 * The value at the path of a fix's move, or the whole definition without a move, after the fix; undefined if a value that
 * the fix changes is not the one it was proposed for.
 */
function fixedValue(value: Json | undefined, { move, edits }: EditFix): Json | undefined {
  let fixedText = value;
  if (move) {
    if (!Array.isArray(value) || valueAt(value, [move.from, 'Name']) !== move.name) return undefined;
    fixedText = withItemMoved(value, move.from, move.to);
  }
  for (const { at, before, after } of edits) {
    const inside = at.slice(move?.at.length ?? 0);
    if (!isSameData(valueAt(fixedText, inside), before)) return undefined;
    fixedText = withValue(fixedText, inside, after);
  }
  return fixedText;
}

/** The line a person typed for the previewed prompt and the simulated client application. */
export function selectTypedLine(state: WorkbenchState): string | undefined {
  const { line, client } = state.simulation;
  return line && line.prompt === promptId(state) && line.client === client ? line.text : undefined;
}

/** A key that changes whenever an input of the simulation changes. */
export function simulationKey(state: WorkbenchState): string {
  const { client, isPlain } = state.simulation;
  const { definition, workspace, answersRevision } = state;
  const version = definition.status === 'open' ? definition.view.version : '';
  const fingerprint = workspace.status === 'ready' ? workspace.view.fingerprint : '';
  return JSON.stringify([
    previewTarget(state),
    client,
    isPlain,
    selectTypedLine(state),
    version,
    fingerprint,
    answersRevision,
  ]);
}

function selectedPlace(state: WorkbenchState) {
  const { selection } = state;
  if (selection?.kind !== 'prompt') return undefined;
  const index = findServer(state, selection.server)?.prompts.findIndex(({ key }) => key === selection.key) ?? -1;
  return index < 0 ? undefined : { server: selection.server, index };
}
