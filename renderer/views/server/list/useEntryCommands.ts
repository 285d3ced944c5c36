/** The commands of the entries in a server’s list. */

import { useMemo, useRef, useState } from 'react';
import type { ListName } from '../../../../src/contract/contract.ts';
import { sentence } from '../../../store/context.ts';
import { useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { findServer } from '../../../store/selectors.ts';
import { strings } from '../strings.ts';
import type { RowCommand } from './list-keys.ts';
import { type ListRow, listRows, pageOf } from './list-rows.ts';

/** A command that first needs a name from the person. */
export interface NameQuestion {
  readonly for: 'rename' | 'rename-file' | 'share';
  readonly id: string;
}

export interface EntryCommands {
  run(
    command: RowCommand | NameQuestion['for'] | 'open' | 'favourite' | 'localise' | 'delete-file',
    row: ListRow,
  ): void;
  move(row: ListRow, to: number): void;
  /** @throws an error whose sentence the field shows */
  rename(row: ListRow, name: string): Promise<unknown>;
  /** Resolves a name clash: gives the entry, or a copy of a built-in one, this MCP name. */
  resolve(row: ListRow, name: string): void;
}

/** The outcome of the last command, when no notice shows it. */
export interface CommandOutcome {
  /** For screen readers. */
  readonly announcement: string;
  readonly failure?: string;
}

/**
 * The commands of a server's list; `ask` gets those that need a name first. They run one after the other, each on the
 * current index of its entry, so a key that repeats keeps acting on one entry.
 */
export function useEntryCommands(server: string, list: ListName, ask: (asking: NameQuestion) => void) {
  const { state, actions } = useWorkbenchStore();
  const [outcome, setOutcome] = useState<CommandOutcome>({ announcement: '' });
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const commands = useMemo((): EntryCommands => {
    const noun = list === 'tools' ? 'tool' : 'prompt';
    const inTurn = (row: ListRow, change: (place: number, count: number) => Promise<unknown> | undefined) => {
      const run = queue.current.then(() => {
        const summary = findServer(state.getState(), server);
        const now = summary && listRows(summary, list).find(({ id }) => id === row.id);
        return now && change(now.place, summary[list].length);
      });
      queue.current = run.catch(() => undefined);
      return run;
    };
    const reportFailure = (run: Promise<unknown>): void => {
      run.catch((error: unknown) => setOutcome({ announcement: '', failure: sentence(error) }));
    };
    const move = (row: ListRow, target: (place: number) => number) =>
      reportFailure(
        inTurn(row, async (place, count) => {
          const to = target(place);
          if (to === place || to < 0 || to >= count) return;
          const change = await actions.moveEntry(server, place, to, list);
          if (change) setOutcome({ announcement: strings.moved(row.item.name, to + 1, count) });
        }),
      );
    const localise = (row: ListRow, name?: string) =>
      reportFailure(inTurn(row, (place) => actions.localiseEntry(server, place, name, list)));
    return {
      move: (row, to) => move(row, () => to),
      rename: (row, name) => inTurn(row, (place) => actions.renameEntry(server, place, name, list)),
      resolve: (row, name) =>
        row.origin === 'builtin'
          ? localise(row, name)
          : reportFailure(inTurn(row, (place) => actions.renameEntry(server, place, name, list))),
      run(command, row) {
        switch (command) {
          case 'open':
            return actions.select(pageOf(server, list, row.item.key));
          case 'favourite':
            return actions.toggleFavourite(pageOf(server, list, row.item.key));
          case 'rename':
          case 'rename-file':
          case 'share':
            return ask({ for: command, id: row.id });
          case 'up':
            return move(row, (place) => place - 1);
          case 'down':
            return move(row, (place) => place + 1);
          case 'duplicate':
            return reportFailure(inTurn(row, (place) => actions.duplicateEntry(server, place, list)));
          case 'localise':
            return localise(row);
          case 'delete-file':
            return reportFailure(
              inTurn(row, async () => {
                const { name, location } = row.item;
                if (location) await actions.requestDeletion({ kind: noun, name, file: location.file });
              }),
            );
          case 'remove':
            return reportFailure(
              inTurn(row, async () => {
                await actions.requestDeletion({ kind: 'entry', server, list, key: row.item.key });
              }),
            );
        }
      },
    };
  }, [server, list, state, actions, ask]);
  const dismiss = () => setOutcome({ announcement: '' });
  return { commands, outcome, dismiss };
}
