import type { ListName, PromptSummary, ServerSummary, ToolSummary } from '../../../../src/contract/contract.ts';

import { propertiesOf } from '../../../store/content/schema/schema-edit.ts';

/** Where the definition of an entry is written. */
export type Origin = 'inline' | 'catalogue' | 'builtin' | 'missing';

/** A prompt or a tool in one shape. */
export type ListItem = Omit<PromptSummary, 'samples'> & {
  /** The source of a tool that another server answers. */
  readonly from?: string;
  /** Why a tool of Wolfram's own server is not available here. */
  readonly unavailable?: string;
};

/** The data of one row. */
export interface ListRow {
  /** Stays with the entry when the list is reordered. */
  readonly id: string;
  /** The index in the list. */
  readonly place: number;
  readonly item: ListItem;
  readonly origin: Origin;
}

/** The rows of one list of a server, in order. */
export function listRows(server: ServerSummary, list: ListName): readonly ListRow[] {
  const items: readonly ListItem[] = list === 'tools' ? server.tools.map(toolItem) : server.prompts;
  const seen = new Map<string, number>();
  return items.map((item, place) => {
    const origin = originOf(item);
    const name = origin === 'inline' ? `inline ${item.name}` : item.catalogueName;
    const count = (seen.get(name ?? '') ?? 0) + 1;
    seen.set(name ?? '', count);
    return { id: `${name} ${count}`, place, item, origin };
  });
}

function toolItem({ inputSchema, content, annotations: _, outputSchema: __, ...tool }: ToolSummary): ListItem {
  const entries = propertiesOf(inputSchema);
  return {
    ...tool,
    arguments: entries.map(({ name, isRequired, schema: { description } }) => ({
      name,
      required: isRequired,
      ...(typeof description === 'string' && { description }),
    })),
    ...(content?.kind === 'mcp' && { from: content.source }),
  };
}

function originOf({ catalogueName, builtin, location }: ListItem): Origin {
  if (builtin) return 'builtin';
  if (catalogueName === undefined) return 'inline';
  return location ? 'catalogue' : 'missing';
}

/** The index that puts an entry right before or after the one at `target`, counted after its removal. */
export function placeBeside(from: number, target: number, side: 'before' | 'after'): number {
  const gap = side === 'before' ? target : target + 1;
  return from < gap ? gap - 1 : gap;
}

/** Whether clients get an entry. `unavailable`: this computer lacks what it needs, which is no fault of the entry. */
export type RowState = 'served' | 'warned' | 'notServed' | 'unavailable';

export function stateOf({ served, problems, unavailable }: ListItem): RowState {
  const faults = problems.filter(({ tag }) => tag !== 'NoKernel' && (tag !== 'NotServed' || unavailable === undefined));
  if (faults.length === 0 && faults.length < problems.length) return 'unavailable';
  if (unavailable !== undefined) return faults.length > 0 ? 'warned' : 'unavailable';
  if (!served) return 'notServed';
  return faults.length > 0 ? 'warned' : 'served';
}
