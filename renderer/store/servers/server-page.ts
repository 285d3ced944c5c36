/** The chosen tab and the filters of each server's page. */
import type { KeyPath } from '../../../src/base/json.ts';
import type { ListName } from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';
import { type ListFilter, noListFilter, type ServerTab } from '../state/server-page.ts';
import type { WorkbenchState } from '../state.ts';

export interface ServerPageActions {
  /** Shows a tab of a server's page, now and whenever the page opens again. */
  showServerTab(server: string, tab: ServerTab): void;
  filterList(server: string, list: ListName, change: Partial<ListFilter>): void;
}

export function createServerPageActions({ settings, get, set }: StoreContext): ServerPageActions {
  return {
    showServerTab(server, tab) {
      const { serverPages } = get();
      const tabs = { ...serverPages.tabs, [serverPageKey(get(), server)]: tab };
      settings.change({ serverTabs: tabs });
      set({ serverPages: { ...serverPages, tabs } });
    },
    filterList(server, list, change) {
      const { serverPages } = get();
      const key = serverPageKey(get(), server);
      const filter = { ...selectListFilter(get(), server, list), ...change };
      const filters = { ...serverPages.filters, [key]: { ...serverPages.filters[key], [list]: filter } };
      set({ serverPages: { ...serverPages, filters } });
    },
  };
}

/** The key of a server in the state of pages. It is unique among the workspaces that this person opens. */
export function serverPageKey({ workspace }: WorkbenchState, server: string): string {
  return `${workspace.status === 'ready' ? workspace.view.dir : ''} ${server}`;
}

export function selectServerTab(state: WorkbenchState, server: string): ServerTab {
  return state.serverPages.tabs[serverPageKey(state, server)] ?? 'prompts';
}

export function selectListFilter(state: WorkbenchState, server: string, list: ListName): ListFilter {
  return state.serverPages.filters[serverPageKey(state, server)]?.[list] ?? noListFilter;
}

/** The tab that shows a path of a server's file. */
export function tabOfPath([key]: KeyPath): ServerTab {
  if (key === 'MCPPrompts') return 'prompts';
  return key === 'Tools' || key === 'PromptsAsTools' ? 'tools' : 'settings';
}
