/** State of the servers' pages. */
import type { ListName } from '../../../src/contract/contract.ts';

export const serverTabNames = ['prompts', 'tools', 'clients', 'settings'] as const;
export type ServerTab = (typeof serverTabNames)[number];

/** What one list of a server shows. */
export interface ListFilter {
  readonly text: string;
  /** Only entries with this tag; undefined for all. */
  readonly tag: string | undefined;
}

export const noListFilter: ListFilter = { text: '', tag: undefined };

export interface ServerPagesState {
  /** By `serverPageKey`; a server without an entry shows its prompts. */
  readonly tabs: Readonly<Record<string, ServerTab>>;
  /** By `serverPageKey` and list, while the window is open. */
  readonly filters: Readonly<Record<string, Partial<Record<ListName, ListFilter>>>>;
}

export const initialServerPages: ServerPagesState = { tabs: {}, filters: {} };
