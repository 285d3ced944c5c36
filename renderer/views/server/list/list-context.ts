import { createContext, useContext } from 'react';
import type { ListName } from '../../../../src/contract/contract.ts';
import type { ListRow } from './list-rows.ts';
import type { EntryCommands } from './useEntryCommands.ts';

/** In CSS pixels from the window's corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** State that the rows of one list share. */
export interface ListContextValue {
  readonly server: string;
  readonly list: ListName;
  /** False for a built-in server, whose entries are read-only. */
  readonly isOwn: boolean;
  readonly commands: EntryCommands;
  /** The id of the entry that a person renames. */
  readonly renamedId: string | undefined;
  endRename(row: ListRow): void;
  /** The id of the entry with the open menu. */
  readonly menuOf: string | undefined;
  openMenu(id: string, at: Point): void;
}

export const ListContext = createContext<ListContextValue | undefined>(undefined);

export function useListContext(): ListContextValue {
  const context = useContext(ListContext);
  if (!context) throw new Error('Render rows inside EntryList.');
  return context;
}
