/** Trial calls of tools: typed arguments, the running call, and the newest result. */

import { isSameData } from '../../../../src/base/json.ts';
import { inBackground } from '../../../in-background.ts';
import { type StoreContext, sentence } from '../../context.ts';
import type { DefinitionActions } from '../../definition/definition.ts';
import type { Json, JsonObject } from '../../definition/json.ts';
import { findTool } from '../../selectors.ts';
import type { ToolAnswer, ToolTrialState } from '../../state/preview.ts';
import type { Selection } from '../../state/workspace.ts';
import type { WorkbenchState } from '../../state.ts';

const emptyTrial: ToolTrialState = {
  typedTexts: {},
  json: undefined,
  answer: { status: 'none' },
  inputSchema: undefined,
};

export type ToolSelection = Extract<Selection, { kind: 'tool' }>;

function toolId({ server, key }: ToolSelection): string {
  return `${server}/${key}`;
}

export function selectToolTrial(state: WorkbenchState, selection: ToolSelection): ToolTrialState {
  return state.tools.trials[toolId(selection)] ?? emptyTrial;
}

/** What the shown answer no longer matches: the values or the definition have changed since the call. */
export function changedSince(
  state: WorkbenchState,
  tool: ToolSelection,
  args: JsonObject,
): 'values' | 'definition' | undefined {
  const { answer } = selectToolTrial(state, tool);
  if (answer.status !== 'answered') return undefined;
  const { call } = answer;
  if (!isSameData(call.args, args)) return 'values';
  const now = openDefinition(state, tool);
  const isKnown = call.definition !== undefined && now !== undefined;
  return isKnown && !isSameData(call.definition, now) ? 'definition' : undefined;
}

function openDefinition({ definition, selection }: WorkbenchState, tool: ToolSelection): Json | undefined {
  if (selection?.kind !== 'tool' || toolId(selection) !== toolId(tool)) return undefined;
  return definition.status === 'open' ? definition.view.value : undefined;
}

export interface ToolActions {
  typeArgument(tool: ToolSelection, name: string, value: string): void;
  /** Sets the arguments as JSON; undefined returns to the form. */
  typeArguments(tool: ToolSelection, json: string | undefined): void;
  /** Reads the schema that clients get. */
  readListedTool(tool: ToolSelection): Promise<void>;
  callTool(tool: ToolSelection, args: JsonObject): Promise<void>;
  cancelTool(tool: ToolSelection): void;
}

export function createToolActions(
  { host, get, set, orNotice }: StoreContext,
  { flush }: Pick<DefinitionActions, 'flush'>,
): ToolActions {
  function change(tool: ToolSelection, part: Partial<ToolTrialState>): void {
    const trial = selectToolTrial(get(), tool);
    set({ tools: { trials: { ...get().tools.trials, [toolId(tool)]: { ...trial, ...part } } } });
  }

  return {
    typeArgument: (tool, name, value) =>
      change(tool, { typedTexts: { ...selectToolTrial(get(), tool).typedTexts, [name]: value } }),
    typeArguments: (tool, json) => change(tool, { json }),
    async readListedTool(tool) {
      const name = findTool(get(), tool)?.tool.name;
      const answer = await orNotice(host.call('tool.list', { server: tool.server }));
      const match = answer?.tools.find((record) => record.name === name);
      const schema = match?.inputSchema;
      if (typeof schema === 'object' && schema !== null && !Array.isArray(schema))
        change(tool, { inputSchema: schema });
    },
    async callTool(tool, args) {
      const name = findTool(get(), tool)?.tool.name;
      if (name === undefined) return;
      const id = crypto.randomUUID();
      change(tool, { answer: { status: 'calling', id } });
      // The answer is for the definition as it is shown.
      if (Object.keys(get().drafts).length > 0) await flush();
      const call = { args, definition: openDefinition(get(), tool) };
      const answer = await host.call('tool.try', { server: tool.server, tool: name, arguments: args, id }).then(
        (trial): ToolAnswer => ({ status: 'answered', trial, call }),
        (error: unknown): ToolAnswer => ({ status: 'failed', message: sentence(error) }),
      );
      // The tool may have moved in the list meanwhile.
      const { trials } = get().tools;
      const isWaiting = ({ answer: now }: ToolTrialState) => now.status === 'calling' && now.id === id;
      const [key, waitingTrial] = Object.entries(trials).find(([, value]) => isWaiting(value)) ?? [];
      if (key !== undefined && waitingTrial)
        set({ tools: { trials: { ...trials, [key]: { ...waitingTrial, answer } } } });
    },
    cancelTool(tool) {
      const { answer } = selectToolTrial(get(), tool);
      if (answer.status === 'calling') inBackground(orNotice(host.call('tool.cancel', { id: answer.id })));
    },
  };
}
