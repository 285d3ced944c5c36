/** Opens the page, view and dialog of an address. */

import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import type { ConnectActions } from '../servers/connect.ts';
import { type ServerPageActions, selectServerTab } from '../servers/server-page.ts';
import type { ShellActions } from '../shell.ts';
import { inspectTabs, itemAt, newInspectPage } from '../state/inspect.ts';
import { serverTabNames } from '../state/server-page.ts';
import type { ImportActions } from '../workspace/import.ts';
import type { WorkspaceActions } from '../workspace/workspace.ts';
import type { Address, AddressedDialog, AddressPage, PageTab } from './address.ts';
import { openDialog } from './pages.ts';

export interface AddressActions {
  /** Resolves once the address is open. Waits for the first read of the workspace. */
  openAddress(address: Address): Promise<void>;
}

interface Dependencies
  extends Pick<WorkspaceActions, 'openAddressPage'>,
    Pick<DefinitionActions, 'showEditorView'>,
    Pick<ShellActions, 'changeDock' | 'openOverlay' | 'closeOverlay' | 'openHelp'>,
    Pick<ServerPageActions, 'showServerTab'>,
    Pick<ConnectActions, 'openConnect' | 'closeConnect'>,
    Pick<ImportActions, 'openImport' | 'closeImport'> {}

export function createAddressActions(
  { get, set, subscribe }: Pick<StoreContext, 'get' | 'set' | 'subscribe'>,
  actions: Dependencies,
): AddressActions {
  let newestRequest = 0;

  function close(dialog: AddressedDialog): void {
    if (dialog === 'connect') actions.closeConnect();
    else if (dialog === 'import') actions.closeImport();
    else actions.closeOverlay();
  }

  async function open(dialog: AddressedDialog, section: string | undefined): Promise<void> {
    if (dialog === 'help') actions.openHelp(section);
    else if (dialog === 'connect') await actions.openConnect();
    else if (dialog === 'import') actions.openImport();
    else actions.openOverlay(dialog);
  }

  /** Only for pages with tabs. An address without a tab is one of the prompts. */
  function showTab({ kind, name }: AddressPage, tab: PageTab | undefined, itemText: string | undefined): void {
    if (kind === 'server') {
      const serverTab = serverTabNames.find((serverTabName) => serverTabName === tab) ?? 'prompts';
      if (selectServerTab(get(), name) !== serverTab) actions.showServerTab(name, serverTab);
    }
    if (kind !== 'inspected') return;
    const { inspectPages } = get();
    const before = inspectPages[name] ?? newInspectPage;
    const inspectTab = inspectTabs.find((candidate) => candidate === tab) ?? 'prompts';
    const item = itemText === undefined ? undefined : itemAt(itemText);
    const chosenItems = item ? { ...before.chosenItems, [inspectTab]: item } : before.chosenItems;
    set({ inspectPages: { ...inspectPages, [name]: { tab: inspectTab, chosenItems } } });
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
    async openAddress({ page, tab, item, view, dialog, section, dock }) {
      const number = ++newestRequest;
      const before = openDialog(get());
      if (before && before !== dialog) close(before);
      if (page) actions.openAddressPage(page);
      await workspaceRead();
      if (page) showTab(page, tab, item);
      if (get().editorView !== view) await actions.showEditorView(view);
      if (number !== newestRequest) return;
      const shownDock = get().shell.dock;
      if (dock && !(shownDock.isOpen && shownDock.tab === dock)) actions.changeDock({ isOpen: true, tab: dock });
      const isShown = openDialog(get()) === dialog && (dialog !== 'help' || get().shell.helpPlace === section);
      if (dialog && !isShown) await open(dialog, section);
    },
  };
}
