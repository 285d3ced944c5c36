import { getOrCreate } from '../../../../src/base/get-or-create.ts';
import { isWithin } from '../../../../src/base/json.ts';
import type {
  ListName,
  ProblemView,
  PromptSummary,
  ServerSummary,
  ToolSummary,
} from '../../../../src/contract/contract.ts';

import { propertiesOf } from '../../../store/content/schema/schema-edit.ts';
import { pathKey } from '../../../store/definition/json.ts';
import type { Selection } from '../../../store/state/workspace.ts';

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

/**
 * The rows of one list of a server, in order.
 * @param problems of the whole workspace: an entry does not list its missing source itself
 */
export function listRows(
  server: ServerSummary,
  list: ListName,
  problems: readonly ProblemView[] = [],
): readonly ListRow[] {
  const items: readonly ListItem[] = list === 'tools' ? server.tools.map(toolItem) : server.prompts;
  const byFile = new Map<string, ProblemView[]>();
  for (const problem of problems) getOrCreate(byFile, problem.file, () => []).push(problem);
  const nameCounts = new Map<string, number>();
  return items.map((ownItem, place) => {
    const item = withProblems(ownItem, (ownItem.location && byFile.get(ownItem.location.file)) ?? []);
    const origin = originOf(item);
    const name = origin === 'inline' ? `inline ${item.name}` : item.catalogueName;
    const count = (nameCounts.get(name ?? '') ?? 0) + 1;
    nameCounts.set(name ?? '', count);
    return { id: `${name} ${count}`, place, item, origin };
  });
}

/** An entry with the problems in its file that are about it. */
function withProblems(item: ListItem, ofFile: readonly ProblemView[]): ListItem {
  const knownKeys = new Set(item.problems.map(({ message, at }) => `${pathKey(at)} ${message}`));
  const otherProblems = ofFile.filter(
    ({ at, message }) => isWithin(item.location?.at ?? [], at) && !knownKeys.has(`${pathKey(at)} ${message}`),
  );
  return otherProblems.length === 0 ? item : { ...item, problems: [...item.problems, ...otherProblems] };
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

/** The page of an entry. */
export function pageOf(server: string, list: ListName, key: string): Selection {
  return { kind: list === 'tools' ? 'tool' : 'prompt', server, key };
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

/** Whether clients get an entry. `unavailable`: this computer lacks what it needs, which is not a fault of the entry. */
export type RowState = 'served' | 'warned' | 'notServed' | 'unavailable';

export function stateOf({ isServed, problems, unavailable }: ListItem): RowState {
  const faults = problems.filter(({ tag }) => tag !== 'NoKernel' && (tag !== 'NotServed' || unavailable === undefined));
  if (faults.length === 0 && faults.length < problems.length) return 'unavailable';
  if (unavailable !== undefined) return faults.length > 0 ? 'warned' : 'unavailable';
  if (!isServed) return 'notServed';
  return faults.length > 0 ? 'warned' : 'served';
}
