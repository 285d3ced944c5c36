/** The menu of the desktop app: the page says which commands it has now, and runs the chosen ones. */
import { useEffect, useState } from 'react';
import type { Bridge } from '../../../../src/contract/bridge-transport.ts';
import { type CommandId, commands } from '../../../../src/model/commands.ts';
import { useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../../store/state.ts';
import type { WorkbenchStore } from '../../../store/store.ts';
import { isAvailable, isBehindDialog, runCommand } from './run-commands.ts';

/** Every key changes the state, and a menu opens later. */
const delayMs = 100;

const noCommands: readonly CommandId[] = [];

/** The available commands in the order of the palette; empty in a browser, which has no such menu. */
export function useAvailableCommands(): readonly CommandId[] {
  const store = useWorkbenchStore();
  const [available, setAvailable] = useState(noCommands);
  useEffect(() => {
    if (!window.workbench) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      const now = availableIn(store.state.getState());
      setAvailable((before) => (before.join() === now.join() ? before : now));
    };
    read();
    const stop = store.state.subscribe(() => {
      timer ??= setTimeout(read, delayMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store]);
  return available;
}

function availableIn(state: WorkbenchState): readonly CommandId[] {
  return commands.map(({ id }) => id).filter((id) => isAvailable(id, state));
}

/** Runs what is chosen in the menu, as its keys would: a dialog blocks the commands behind it. */
export function followMenu(bridge: Pick<Bridge, 'onCommand'>, store: WorkbenchStore): void {
  bridge.onCommand((id) => {
    const group = commands.find((command) => command.id === id)?.group ?? '';
    if (isAvailable(id, store.state.getState()) && !isBehindDialog(group)) runCommand(id, store);
  });
}
