/** The pages of addresses in the state of the window. */

import {
  findPrompt,
  findServer,
  findSkill,
  findTool,
  selectionFor,
  selectProblems,
  selectServers,
} from '../selectors.ts';
import { selectServerTab } from '../servers/server-page.ts';
import { findSource } from '../sources/source-selectors.ts';
import { chosenItem, itemKey } from '../state/inspect.ts';
import type { Selection } from '../state/workspace.ts';
import type { WorkbenchState } from '../state.ts';
import { type Address, type AddressedDialog, type AddressPage, dialogs } from './address.ts';

/** Whether the selected thing exists. */
export function selectionExists(state: WorkbenchState, selection: Selection): boolean {
  if (selection.kind === 'server') return findServer(state, selection.server) !== undefined;
  if (selection.kind === 'inspected') return state.inspectedServers.some(({ id }) => id === selection.id);
  // Before the list of sources arrives, any source may exist.
  if (selection.kind === 'source')
    return state.sources.list.length === 0 || findSource(state, selection.source) !== undefined;
  if (selection.kind === 'tool' || selection.kind === 'unlisted-tool') return findTool(state, selection) !== undefined;
  if (selection.kind === 'file')
    return (
      findSkill(state, selection.file) !== undefined ||
      selectProblems(state).some(({ file }) => file === selection.file)
    );
  return findPrompt(state, selection) !== undefined;
}

/** The address of the window's page; undefined before the workspace is read. */
export function selectAddress(state: WorkbenchState): Address | undefined {
  const { selection, editorView, shell } = state;
  if (!selection || state.workspace.status !== 'ready') return undefined;
  const dialog = openDialog(state);
  const section = dialog === 'help' ? shell.helpPlace : undefined;
  return {
    page: pageOf(state, selection),
    ...tabOf(state, selection),
    view: editorView,
    ...(dialog && { dialog }),
    ...(section !== undefined && { section }),
    ...(shell.dock.isOpen && { dock: shell.dock.tab }),
  };
}

function tabOf(state: WorkbenchState, selection: Selection): Pick<Address, 'tab' | 'item'> {
  if (selection.kind === 'server') {
    const tab = selectServerTab(state, selection.server);
    return tab === 'prompts' ? {} : { tab };
  }
  const page = selection.kind === 'inspected' ? state.inspectPages[selection.id] : undefined;
  if (!page) return {};
  const item = chosenItem(page);
  return { ...(page.tab !== 'prompts' && { tab: page.tab }), ...(item && { item: itemKey(item) }) };
}

/** The open dialog that has an address. */
export function openDialog({ connect, import: importing, shell }: WorkbenchState): AddressedDialog | undefined {
  if (connect.status === 'open') return 'connect';
  if (importing.status === 'open') return 'import';
  const { overlay } = shell;
  return dialogs.find((dialog) => dialog === overlay);
}

/** The selection of a page. If nothing has the page's name, the selection names it and does not exist. */
export function selectionAt(state: WorkbenchState, page: AddressPage): Selection {
  switch (page.kind) {
    case 'server':
      return { kind: 'server', server: presentName(state, page.name) };
    case 'source':
      return { kind: 'source', source: page.name };
    case 'inspected':
      return { kind: 'inspected', id: page.name };
    case 'file':
      return selectionFor(state, page.name, []);
    case 'prompt':
    case 'tool': {
      const { kind, name } = page;
      const server = page.server === undefined ? undefined : presentName(state, page.server);
      const entries = entriesOf(state, kind, server);
      const sameName = entries.filter((entry) => entry.name === name);
      const match = sameName.length === 1 ? sameName[0] : (entries.find(({ key }) => key === name) ?? sameName[0]);
      const key = match?.key ?? name;
      if (server !== undefined) return { kind, server, key };
      return { kind: kind === 'tool' ? 'unlisted-tool' : 'unlisted', key };
    }
  }
}

/** The name of a server that an address may know by a former name. */
function presentName(state: WorkbenchState, server: string): string {
  if (findServer(state, server)) return server;
  return selectServers(state).find(({ formerNames }) => formerNames?.includes(server))?.name ?? server;
}

/** A prompt or tool goes by its MCP name; by its key if several of one list have that name. */
function pageOf(state: WorkbenchState, selection: Selection): AddressPage {
  switch (selection.kind) {
    case 'server':
      return { kind: 'server', name: selection.server };
    case 'source':
      return { kind: 'source', name: selection.source };
    case 'inspected':
      return { kind: 'inspected', name: selection.id };
    case 'file':
      return { kind: 'file', name: selection.file };
    case 'prompt':
    case 'tool':
      return { ...pageOfEntry(state, selection.kind, selection.key, selection.server), server: selection.server };
    case 'unlisted':
      return pageOfEntry(state, 'prompt', selection.key);
    case 'unlisted-tool':
      return pageOfEntry(state, 'tool', selection.key);
  }
}

function pageOfEntry(state: WorkbenchState, kind: 'prompt' | 'tool', key: string, server?: string) {
  const entries = entriesOf(state, kind, server);
  const ownName = entries.find((entry) => entry.key === key)?.name;
  const isUnique = entries.filter(({ name }) => name === ownName).length === 1;
  return { kind, name: ownName !== undefined && isUnique ? ownName : key } as const;
}

function entriesOf(
  state: WorkbenchState,
  kind: 'prompt' | 'tool',
  server: string | undefined,
): readonly { readonly key: string; readonly name: string }[] {
  if (server !== undefined) return findServer(state, server)?.[kind === 'tool' ? 'tools' : 'prompts'] ?? [];
  if (state.workspace.status !== 'ready') return [];
  return kind === 'tool' ? state.workspace.view.unlistedTools : state.workspace.view.unlistedPrompts;
}
