/** Opens the page, view and dialog of an address. */

import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import type { ShellActions } from '../shell.ts';
import type { ConnectActions } from '../workspace/connect.ts';
import type { ImportActions } from '../workspace/import.ts';
import type { WorkspaceActions } from '../workspace/workspace.ts';
import type { Address, AddressedDialog } from './address.ts';
import { openDialog } from './pages.ts';

export interface AddressActions {
  /** Resolves once the address is open. Waits for the first read of the workspace. */
  openAddress(address: Address): Promise<void>;
}

interface Dependencies
  extends Pick<WorkspaceActions, 'openAddressPage'>,
    Pick<DefinitionActions, 'showEditorView'>,
    Pick<ShellActions, 'changeDock' | 'openOverlay' | 'closeOverlay'>,
    Pick<ConnectActions, 'openConnect' | 'closeConnect'>,
    Pick<ImportActions, 'openImport' | 'closeImport'> {}

export function createAddressActions(
  { get, subscribe }: Pick<StoreContext, 'get' | 'subscribe'>,
  actions: Dependencies,
): AddressActions {
  let newest = 0;

  function close(dialog: AddressedDialog): void {
    if (dialog === 'connect') actions.closeConnect();
    else if (dialog === 'import') actions.closeImport();
    else actions.closeOverlay();
  }

  async function open(dialog: AddressedDialog): Promise<void> {
    if (dialog === 'connect') await actions.openConnect();
    else if (dialog === 'import') actions.openImport();
    else actions.openOverlay(dialog);
  }

  /** Resolves once the workspace is read, or could not be. */
  function workspaceRead(): Promise<void> {
    if (get().workspace.status !== 'loading') return Promise.resolve();
    return new Promise((resolve) => {
      const stop = subscribe(({ workspace, selection }) => {
        if (workspace.status === 'loading' || (workspace.status === 'ready' && !selection)) return;
        stop();
        resolve();
      });
    });
  }

  return {
    async openAddress({ page, view, dialog, dock }) {
      const number = ++newest;
      const shown = openDialog(get());
      if (shown && shown !== dialog) close(shown);
      if (page) actions.openAddressPage(page);
      await workspaceRead();
      if (get().editorView !== view) await actions.showEditorView(view);
      if (number !== newest) return;
      const { isOpen, tab } = get().shell.dock;
      if (dock && !(isOpen && tab === dock)) actions.changeDock({ isOpen: true, tab: dock });
      if (dialog && openDialog(get()) !== dialog) await open(dialog);
    },
  };
}
