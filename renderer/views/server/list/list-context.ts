import { createContext, useContext } from 'react';
import type { ListName } from '../../../../src/contract/contract.ts';
import type { ListRow } from './list-rows.ts';
import type { EntryCommands } from './useEntryCommands.ts';

/** In CSS pixels, from the window's corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What the rows of one list share. */
export interface ListContextValue {
  readonly list: ListName;
  /** False for a built-in server: its entries are only shown. */
  readonly isOwn: boolean;
  readonly commands: EntryCommands;
  /** The MCP names of all entries. */
  readonly taken: readonly string[];
  /** The entry whose name is typed anew, by id. */
  readonly renamed: string | undefined;
  endRename(row: ListRow): void;
  /** The entry whose menu is open, by id. */
  readonly menuOf: string | undefined;
  openMenu(id: string, at: Point): void;
}

export const ListContext = createContext<ListContextValue | undefined>(undefined);

export function useListContext(): ListContextValue {
  const context = useContext(ListContext);
  if (!context) throw new Error('A row was rendered outside of EntryList; put it into one.');
  return context;
}
