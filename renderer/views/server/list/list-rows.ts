import type { PromptSummary, ServerSummary } from '../../../../src/contract/contract.ts';

/** Where the definition of an entry is written. */
export type Origin = 'inline' | 'catalogue' | 'builtin' | 'missing';

/** One entry of a server's list, as its row shows it. */
export interface ListRow {
  /** Stays with the entry when the list is put in another order. */
  readonly id: string;
  /** Its place in the list, 0 first. */
  readonly place: number;
  readonly prompt: PromptSummary;
  readonly origin: Origin;
}

/** The entries of a server in their order. */
export function listRows(server: ServerSummary): readonly ListRow[] {
  const seen = new Map<string, number>();
  return server.prompts.map((prompt, place) => {
    const origin = originOf(prompt);
    const name = origin === 'inline' ? `inline ${prompt.name}` : prompt.catalogueName;
    const count = (seen.get(name ?? '') ?? 0) + 1;
    seen.set(name ?? '', count);
    return { id: `${name} ${count}`, place, prompt, origin };
  });
}

function originOf({ catalogueName, builtin, location }: PromptSummary): Origin {
  if (builtin) return 'builtin';
  if (catalogueName === undefined) return 'inline';
  return location ? 'catalogue' : 'missing';
}

/** The place to put an entry so that it stands right before or after the entry at `target`, itself taken out first. */
export function placeBeside(from: number, target: number, side: 'before' | 'after'): number {
  const gap = side === 'before' ? target : target + 1;
  return from < gap ? gap - 1 : gap;
}
