/** Trying tools out: what is typed for each, the call under way, and the newest answer. */
import type { Output } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import type { JsonObject } from '../definition/json.ts';
import { findTool } from '../selectors.ts';
import type { Selection, WorkbenchState } from '../state.ts';
import type { Typed } from './schema-form.ts';

export type ToolTrial = Output<'tool.try'>;

/** How the last call of a tool went. */
export type ToolAnswer =
  | { readonly status: 'none' }
  | { readonly status: 'calling'; readonly id: string }
  | { readonly status: 'answered'; readonly trial: ToolTrial }
  | { readonly status: 'failed'; readonly message: string };

/** A tool that is tried: what is typed stays while the window is open. */
export interface ToolDesk {
  readonly typed: Typed;
  /** The arguments as JSON, where they are typed so. */
  readonly json: string | undefined;
  readonly answer: ToolAnswer;
  /** The input schema as clients are told it; for a tool of another server nothing else knows it. */
  readonly listed: JsonObject | undefined;
}

export interface ToolsState {
  /** By `toolId`. */
  readonly desks: Readonly<Record<string, ToolDesk>>;
}

export const initialTools: ToolsState = { desks: {} };

const emptyDesk: ToolDesk = { typed: {}, json: undefined, answer: { status: 'none' }, listed: undefined };

export type ToolSelection = Extract<Selection, { kind: 'tool' }>;

export function toolId({ server, key }: ToolSelection): string {
  return `${server}/${key}`;
}

export function selectDesk(state: WorkbenchState, selection: ToolSelection): ToolDesk {
  return state.tools.desks[toolId(selection)] ?? emptyDesk;
}

export interface ToolActions {
  typeArgument(tool: ToolSelection, name: string, value: string): void;
  /** The arguments as JSON; nothing goes back to the form. */
  typeArguments(tool: ToolSelection, json: string | undefined): void;
  /** Reads the schema as clients are told it. */
  readListedTool(tool: ToolSelection): Promise<void>;
  callTool(tool: ToolSelection, args: JsonObject): Promise<void>;
  cancelTool(tool: ToolSelection): void;
}

export function createToolActions({ host, get, set, orNotice }: StoreContext): ToolActions {
  let calls = 0;

  function change(tool: ToolSelection, part: Partial<ToolDesk>): void {
    const desk = selectDesk(get(), tool);
    set({ tools: { desks: { ...get().tools.desks, [toolId(tool)]: { ...desk, ...part } } } });
  }

  return {
    typeArgument: (tool, name, value) => change(tool, { typed: { ...selectDesk(get(), tool).typed, [name]: value } }),
    typeArguments: (tool, json) => change(tool, { json }),
    async readListedTool(tool) {
      const name = findTool(get(), tool)?.tool.name;
      const answer = await orNotice(host.call('tool.list', { server: tool.server }));
      const found = answer?.tools.find((each) => each.name === name);
      const schema = found?.inputSchema;
      if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) change(tool, { listed: schema });
    },
    async callTool(tool, args) {
      const name = findTool(get(), tool)?.tool.name;
      if (name === undefined) return;
      const id = String(++calls);
      change(tool, { answer: { status: 'calling', id } });
      const answer = await host.call('tool.try', { server: tool.server, tool: name, arguments: args, id }).then(
        (trial): ToolAnswer => ({ status: 'answered', trial }),
        (error: unknown): ToolAnswer => ({ status: 'failed', message: sentence(error) }),
      );
      // Its tool may stand elsewhere in the list by now.
      const { desks } = get().tools;
      const isWaiting = ({ answer: now }: ToolDesk) => now.status === 'calling' && now.id === id;
      const [key, desk] = Object.entries(desks).find(([, each]) => isWaiting(each)) ?? [];
      if (key !== undefined && desk) set({ tools: { desks: { ...desks, [key]: { ...desk, answer } } } });
    },
    cancelTool(tool) {
      const { answer } = selectDesk(get(), tool);
      if (answer.status === 'calling') inBackground(orNotice(host.call('tool.cancel', { id: answer.id })));
    },
  };
}
