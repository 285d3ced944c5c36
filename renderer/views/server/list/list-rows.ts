import type { ListName, PromptSummary, ServerSummary, ToolSummary } from '../../../../src/contract/contract.ts';

import { propertiesOf } from '../../../store/content/schema-edit.ts';

/** Where the definition of an entry is written. */
export type Origin = 'inline' | 'catalogue' | 'builtin' | 'missing';

/** A prompt, or a tool in the same words. */
export type ListItem = Omit<PromptSummary, 'samples'> & {
  /** Where a tool's answer comes from, if it is passed on. */
  readonly from?: string;
};

/** One entry of a server's list, as its row shows it. */
export interface ListRow {
  /** Stays with the entry when the list is put in another order. */
  readonly id: string;
  /** Its place in the list, 0 first. */
  readonly place: number;
  readonly item: ListItem;
  readonly origin: Origin;
}

/** The entries of one list of a server in their order. */
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

/** The place to put an entry so that it stands right before or after the entry at `target`, itself taken out first. */
export function placeBeside(from: number, target: number, side: 'before' | 'after'): number {
  const gap = side === 'before' ? target : target + 1;
  return from < gap ? gap - 1 : gap;
}
