/** What is listed where: entries, catalogue prompts and servers, put in order and taken back. */

import { WorkbenchError } from '../../../src/base/errors.ts';
import type { KeyPath } from '../../../src/base/json.ts';
import { moved } from '../../../src/base/json.ts';
import type {
  CatalogueEntry,
  ChangeSet,
  ListName,
  ServerSummary,
  WorkspaceView,
} from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { applyMovedItem, openView } from '../definition/drafts.ts';
import { recordSteps } from '../definition/next-steps.ts';
import { findServer, selectServers } from '../selectors.ts';
import type { Undo, WorkbenchState } from '../state.ts';
import type { WorkspaceActions } from './workspace.ts';

/**
 * Changes of what is listed where. Each saves first what is typed, follows what was looked at to its new place, and can
 * be taken back from its notice. An index counts the server's `prompts`, or its `tools` where `list` says so, as the
 * workspace has them. Those that take a name which a person types throw the core's sentence, for the dialog that asked;
 * the others tell it as a notice and answer nothing.
 */
export interface ArrangeActions {
  /** Shows the new order at once. */
  moveEntry(server: string, from: number, to: number, list?: ListName): Promise<ChangeSet | undefined>;
  addEntry(server: string, catalogueName: string, list?: ListName): Promise<ChangeSet | undefined>;
  /** A new prompt with a file of its own, at the end of the list, which is then shown. @throws */
  createPrompt(server: string, name: string): Promise<ChangeSet>;
  /** A new prompt or tool in place, which is then shown. @throws */
  createEntry(server: string, name: string, list?: ListName): Promise<ChangeSet>;
  duplicateEntry(server: string, index: number, list?: ListName): Promise<ChangeSet | undefined>;
  removeEntry(server: string, index: number, list?: ListName): Promise<ChangeSet | undefined>;
  /** Another MCP name. @throws */
  renameEntry(server: string, index: number, name: string, list?: ListName): Promise<ChangeSet>;
  /** @throws */
  shareEntry(server: string, index: number, catalogueName: string, list?: ListName): Promise<ChangeSet>;
  /** @param name another MCP name for the copy @throws */
  localiseEntry(server: string, index: number, name?: string, list?: ListName): Promise<ChangeSet>;
  /** @throws */
  renameCatalogue(file: string, name: string): Promise<ChangeSet>;
  deleteCatalogue(file: string): Promise<ChangeSet | undefined>;
  /** A new server, which is then shown. @throws */
  createServer(name: string): Promise<ChangeSet>;
  deleteServer(file: string): Promise<ChangeSet | undefined>;
  /** A workspace copy of a built-in server. */
  copyServer(name: string): Promise<ChangeSet | undefined>;
  /** Moves an item of a list in the open file; `at` counts from the file's root. Answers whether it is there now. */
  moveItem(at: KeyPath, from: number, to: number): Promise<boolean>;
  /** Takes back what a notice tells of. */
  undoNotice(id: number): Promise<void>;
  /** Everything that a server can list. @throws */
  listCatalogue(list?: ListName): Promise<readonly CatalogueEntry[]>;
}

/** What is for the other actions only. */
interface Arranging extends ArrangeActions {
  /** Carries out a change of the workspace, tells it with its undo, and shows what was made. @throws */
  arrangeAndShow(change: () => Promise<ChangeSet>): Promise<ChangeSet>;
  /** Whether the lists are about to change again: to read them now would show an order that is past. */
  isArranging(): boolean;
}

export function createArrangeActions(
  { host, get, set, notify, orNotice }: StoreContext,
  definition: Pick<DefinitionActions, 'flush' | 'inTurn'>,
  workspace: Pick<WorkspaceActions, 'refreshWorkspace' | 'select'>,
): Arranging {
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  /** One change after the other: each counts in the lists that the one before it has left. */
  async function inTurn<T>(change: () => Promise<T>): Promise<T> {
    waiting++;
    const run = queue.then(async () => {
      if (await definition.flush()) return change();
      throw new WorkbenchError('conflict', 'What you typed last could not be saved: settle that, then try again.');
    });
    queue = run.catch(() => undefined);
    try {
      return await run;
    } finally {
      waiting--;
      if (waiting === 0) await workspace.refreshWorkspace();
    }
  }

  async function arrange(change: () => Promise<ChangeSet>): Promise<ChangeSet> {
    const done = await inTurn(async () => {
      const answer = await change();
      set(recordSteps(get(), answer.changes));
      return answer;
    });
    if (done.changes.length > 0) tell(done);
    return done;
  }

  /** Several steps of one kind in one file, such as an entry that is moved on and on, are taken back as one. */
  function tell({ label, changes }: ChangeSet): void {
    const { notices } = get();
    const last = notices.at(-1);
    const joined = last?.undo?.label === label ? joinChanges(last.undo.changes, changes) : undefined;
    if (last && joined) set({ notices: notices.filter(({ id }) => id !== last.id) });
    notify(`${label}.`, { label, changes: joined ?? changes });
  }

  /** Shows what was made, unless the person has gone elsewhere meanwhile. */
  async function arrangeAndShow(change: () => Promise<ChangeSet>): Promise<ChangeSet> {
    const { selection } = get();
    const done = await arrange(change);
    const { entry } = done;
    const { list = 'prompts' } = entry ?? {};
    const made = entry && findServer(get(), entry.server)?.[list][entry.index];
    if (get().selection !== selection) return done;
    if (made) workspace.select({ kind: kindIn[list], server: entry.server, key: made.key });
    else {
      const server = selectServers(get()).find(({ file }) => file !== undefined && file === done.location?.file);
      if (server) workspace.select({ kind: 'server', server: server.name });
    }
    return done;
  }

  async function moveItem(at: KeyPath, from: number, to: number): Promise<boolean> {
    const asked = openView(get());
    if (!asked || from === to || !(await definition.flush())) return false;
    const { file } = asked;
    return definition.inTurn(async () => {
      const result = await orNotice(host.call('definition.move', { file, at: [...at], from, to }));
      if (result?.kind === 'conflict') notify('The file has just been changed elsewhere; look at it and try again.');
      if (result?.kind !== 'saved') return false;
      set(applyMovedItem(get(), file, { at, from, to }, result));
      return true;
    });
  }

  return {
    moveEntry(server, from, to, list = 'prompts') {
      set(withOrder(get(), server, list, from, to));
      return orNotice(arrange(() => host.call('list.move', { server, list, from, to })));
    },
    addEntry: (server, catalogueName, list = 'prompts') =>
      orNotice(arrange(() => host.call('list.add', { server, list, catalogueName }))),
    createPrompt: (server, name) => arrangeAndShow(() => host.call('prompt.create', { server, name })),
    createEntry: (server, name, list = 'prompts') =>
      arrangeAndShow(() => host.call('list.create', { server, list, name })),
    duplicateEntry: (server, index, list = 'prompts') =>
      orNotice(arrange(() => host.call('list.duplicate', { server, list, index }))),
    removeEntry: (server, index, list = 'prompts') =>
      orNotice(arrange(() => host.call('list.remove', { server, list, index }))),
    renameEntry: (server, index, name, list = 'prompts') =>
      arrange(() => host.call('list.rename', { server, list, index, name })),
    shareEntry: (server, index, catalogueName, list = 'prompts') =>
      arrange(() => host.call('list.share', { server, list, index, catalogueName })),
    localiseEntry: (server, index, name, list = 'prompts') =>
      arrange(() => host.call('list.localise', { server, list, index, ...(name === undefined ? {} : { name }) })),
    renameCatalogue: (file, name) => arrange(() => host.call('catalogue.rename', { file, name })),
    deleteCatalogue: (file) => orNotice(arrange(() => host.call('catalogue.delete', { file }))),
    createServer: (name) => arrangeAndShow(() => host.call('server.create', { name })),
    deleteServer: (file) => orNotice(arrange(() => host.call('server.delete', { file }))),
    copyServer: (name) => orNotice(arrange(() => host.call('server.copy', { name }))),
    moveItem,
    async undoNotice(id) {
      const notice = get().notices.find((each) => each.id === id);
      if (!notice?.undo) return;
      const { changes } = notice.undo;
      set({ notices: get().notices.filter((each) => each !== notice) });
      await orNotice(
        inTurn(async () => {
          await host.call('changes.revert', { changes: [...changes] });
          set(
            recordSteps(
              get(),
              changes.map(({ file, before, after }) => ({ file, before: after, after: before })),
            ),
          );
        }),
      );
    },
    listCatalogue: (list = 'prompts') => host.call('catalogue.list', { list }),
    arrangeAndShow,
    isArranging: () => waiting > 0,
  };
}

/** What one entry of a list is called as a selection. */
const kindIn = { prompts: 'prompt', tools: 'tool' } as const satisfies Record<ListName, string>;

/** The workspace as it will be listed, before the core has said so. */
function withOrder(
  { workspace }: WorkbenchState,
  name: string,
  list: ListName,
  from: number,
  to: number,
): Partial<WorkbenchState> {
  if (workspace.status !== 'ready') return {};
  const ordered = (server: ServerSummary): ServerSummary =>
    list === 'tools'
      ? { ...server, tools: moved(server.tools, from, to) }
      : { ...server, prompts: moved(server.prompts, from, to) };
  const servers = workspace.view.servers.map((server) => (server.name === name ? ordered(server) : server));
  const view: WorkspaceView = { ...workspace.view, servers };
  return { workspace: { status: 'ready', view } };
}

/** Two changes of one file as one; nothing where the second does not go on from the first. */
function joinChanges(first: Undo['changes'], second: Undo['changes']): Undo['changes'] | undefined {
  const [a, ...othersA] = first;
  const [b, ...othersB] = second;
  if (!a || !b || othersA.length + othersB.length > 0) return undefined;
  return a.file === b.file && a.after === b.before ? [{ ...a, after: b.after }] : undefined;
}
