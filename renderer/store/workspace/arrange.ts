/** Changes of lists: entries, catalogue prompts and tools, and servers. */

import type { KeyPath } from '../../../src/base/json.ts';
import { isSameData, withItemMoved } from '../../../src/base/json.ts';
import { TaskQueue } from '../../../src/base/task-queue.ts';
import type {
  CatalogueEntry,
  ChangeSet,
  ListName,
  ServerSummary,
  WorkspaceView,
} from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';
import { changeElsewhere } from '../definition/change-elsewhere.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { openView } from '../definition/drafts.ts';
import { applyMovedItem, applyMoves } from '../definition/moved-drafts.ts';
import { recordSteps } from '../definition/next-steps.ts';
import { requireSaved } from '../definition/require-saved.ts';
import { findServer, findSkill, selectServers, unlistedIn } from '../selectors.ts';
import type { Undo } from '../state/definition.ts';
import type { WorkbenchState } from '../state.ts';
import type { WorkspaceActions } from './workspace.ts';

/**
 * Each change first saves unsaved edits, keeps the selection on the same entry, and shows a notice with Undo. An index
 * counts the server's `prompts`, or its `tools` if `list` says so, in the workspace's order. Actions that take a typed
 * name throw the core's error, for the dialog to show; the others show a notice and resolve with undefined.
 */
export interface ArrangeActions {
  /** Shows the new order at once. */
  moveEntry(server: string, from: number, to: number, list?: ListName): Promise<ChangeSet | undefined>;
  addEntry(server: string, catalogueName: string, list?: ListName): Promise<ChangeSet | undefined>;
  /** Creates a prompt in its own file at the end of the list, from the gallery if it names one, and selects it. @throws */
  createPrompt(server: string, name: string, gallery?: string): Promise<ChangeSet>;
  /** Creates a tool in its own file at the end of the list, and selects it. @throws */
  createTool(server: string, name: string): Promise<ChangeSet>;
  /** Creates a prompt or tool inside the server's file, and selects it. @throws */
  createEntry(server: string, name: string, list?: ListName): Promise<ChangeSet>;
  duplicateEntry(server: string, index: number, list?: ListName): Promise<ChangeSet | undefined>;
  /** Copies the file of a prompt or tool, and selects the copy, which no server lists. */
  duplicateFile(file: string): Promise<ChangeSet | undefined>;
  /** @param then runs after the change, before the workspace is read again */
  removeEntry(server: string, index: number, list?: ListName, then?: () => void): Promise<ChangeSet | undefined>;
  /** Changes several entries as one, by their indexes. */
  removeEntries(server: string, indexes: readonly number[], list?: ListName): Promise<ChangeSet | undefined>;
  /** Deletes the definitions with every listing of them. */
  deleteEntries(server: string, indexes: readonly number[], list?: ListName): Promise<ChangeSet | undefined>;
  addEntriesTo(server: string, indexes: readonly number[], to: string, list?: ListName): Promise<ChangeSet | undefined>;
  tagEntries(
    server: string,
    indexes: readonly number[],
    change: { readonly add: readonly string[]; readonly remove: readonly string[] },
    list?: ListName,
  ): Promise<ChangeSet | undefined>;
  /** Changes the MCP name of the open prompt or tool. @throws */
  renameOpen(name: string): Promise<ChangeSet | undefined>;
  /** Changes the MCP name of a prompt or tool in its own file. @throws */
  renameFile(file: string, name: string): Promise<ChangeSet>;
  /** Changes the MCP name. @throws */
  renameEntry(server: string, index: number, name: string, list?: ListName): Promise<ChangeSet>;
  /** @throws */
  shareEntry(server: string, index: number, catalogueName: string, list?: ListName): Promise<ChangeSet>;
  /** @param name MCP name of the copy, if not the same @throws */
  localiseEntry(server: string, index: number, name?: string, list?: ListName): Promise<ChangeSet>;
  /** @throws */
  renameCatalogue(file: string, name: string): Promise<ChangeSet>;
  /** @param then as for `removeEntry` */
  deleteCatalogue(file: string, then?: () => void): Promise<ChangeSet | undefined>;
  /** Creates a server and selects it. @throws */
  createServer(name: string): Promise<ChangeSet>;
  /** Renames a server's file; its `Name` follows if it was the same. @throws */
  renameServer(file: string, name: string): Promise<ChangeSet>;
  deleteServer(file: string): Promise<ChangeSet | undefined>;
  /** Copies a server of the workspace under the next free name, and selects the copy. */
  duplicateServer(file: string): Promise<ChangeSet | undefined>;
  /** Copies a built-in server into the workspace. */
  copyServer(name: string): Promise<ChangeSet | undefined>;
  /** Creates a skill without a prompt, which the server lists, and selects it. @throws */
  createSkill(name: string, server: string | undefined): Promise<ChangeSet>;
  /** Renames a skill in its file, its file, and its places in lists. @throws */
  renameSkill(file: string, name: string): Promise<ChangeSet>;
  /** Copies a skill. As for prompts, the selection stays if a server lists both; else it selects the copy. */
  duplicateSkill(file: string): Promise<ChangeSet | undefined>;
  /** @param then as for `removeEntry` */
  deleteSkill(file: string, then?: () => void): Promise<ChangeSet | undefined>;
  /** Lists a skill in a server's file, or removes it from its list. */
  listSkill(serverFile: string, skill: string, isListed: boolean): Promise<void>;
  /** Moves an item of a list in the open file; `at` is a path from the file's root. True if it was moved. */
  moveItem(at: KeyPath, from: number, to: number): Promise<boolean>;
  /** Reads everything that a server can list. @throws */
  listCatalogue(list?: ListName): Promise<readonly CatalogueEntry[]>;
}

/** Adds functions for other action groups. */
interface Arranger extends ArrangeActions {
  /** Applies a change of the workspace and shows a notice with Undo. @throws */
  arrange(change: () => Promise<ChangeSet>): Promise<ChangeSet>;
  /** Applies a change of the workspace, shows a notice with Undo, and selects the new entry. @throws */
  arrangeAndShow(change: () => Promise<ChangeSet>): Promise<ChangeSet>;
  /** Whether another change is pending: lists read now would show an outdated order. */
  isArranging(): boolean;
  /** Resolves when the pending changes are done; undefined if there are none. */
  waitUntilArranged(): Promise<unknown> | undefined;
}

export function createArrangeActions(
  context: StoreContext,
  definition: Pick<DefinitionActions, 'flush' | 'inTurn' | 'read'>,
  workspace: Pick<WorkspaceActions, 'refreshWorkspace' | 'select'>,
  refreshPreview: () => void,
): Arranger {
  const { host, get, set, notify, orNotice } = context;
  const queue = new TaskQueue();
  let waitingCount = 0;
  /** The next steps right after the change of the last notice. */
  let lastSteps: WorkbenchState['nextSteps'];
  /** All renames of files by this window, in their order. */
  const moves: NonNullable<ChangeSet['moves']> = [];

  /** Runs changes one after the other: each one's index counts in the list that the previous one left. */
  async function inTurn<T>(change: () => Promise<T>): Promise<T> {
    waitingCount++;
    try {
      return await queue.run(async () => {
        await requireSaved(definition.flush);
        return change();
      });
    } finally {
      waitingCount--;
      if (waitingCount === 0) await workspace.refreshWorkspace();
    }
  }

  /** @param noun what changes (`prompt`), for a notice about several */
  async function arrange(change: () => Promise<ChangeSet>, noun?: string): Promise<ChangeSet> {
    let before: WorkbenchState | undefined;
    const outcome = await inTurn(async () => {
      before = get();
      const answer = await change();
      set(recordSteps(get(), answer.changes));
      return answer;
    });
    if (before && outcome.changes.length > 0) notifyChange(outcome, noun, before);
    return outcome;
  }

  /**
   * Shows a notice with Undo. Successive changes of one kind share a notice: `Added 3 prompts`.
   * @param before the state right before the change
   */
  function notifyChange({ label, changes, note }: ChangeSet, noun: string | undefined, before: WorkbenchState): void {
    const { notices, nextSteps } = get();
    const last = notices.at(-1);
    const isNext = before.nextSteps === lastSteps || before.nextSteps?.undo?.id === last?.undo?.step;
    const joinedLabel = last?.undo && isNext ? joinLabels(last.undo, label, noun) : undefined;
    if (last && joinedLabel) set({ notices: notices.filter(({ id }) => id !== last.id) });
    const count = joinedLabel ? (last?.undo?.count ?? 1) + 1 : 1;
    notify(`${joinedLabel ?? label}.${note === undefined ? '' : ` ${note}`}`, {
      label,
      ...(changes.length > maxFilesPerStep && { changes }),
      count,
      ...(noun !== undefined && { noun }),
    });
    lastSteps = nextSteps;
  }

  /**
   * Renames alone: what a person types meanwhile goes to the file's new name. A rename that waits for another one of
   * the same file is of that file's new name.
   * @param file what a person renames, by its name at the time of the call
   */
  function rename(file: string, change: (file: string) => Promise<ChangeSet>): () => Promise<ChangeSet> {
    const earlierCount = moves.length;
    return () =>
      definition.inTurn(async () => {
        const outcome = await change(
          moves.slice(earlierCount).reduce((now, { from, to }) => (now === from ? to : now), file),
        );
        moves.push(...(outcome.moves ?? []));
        set(applyMoves(get(), outcome.moves ?? []));
        const view = openView(get());
        if (view) await definition.read({ file: view.file, at: [...view.at] });
        return outcome;
      });
  }

  /** Selects the new entry, unless the selection changed meanwhile. */
  async function arrangeAndShow(change: () => Promise<ChangeSet>): Promise<ChangeSet> {
    const { selection } = get();
    const outcome = await arrange(change);
    const { entry } = outcome;
    const { list = 'prompts' } = entry ?? {};
    const newItem = entry && findServer(get(), entry.server)?.[list][entry.index];
    if (!isSameData(get().selection, selection)) return outcome;
    if (newItem) workspace.select({ kind: kindIn[list], server: entry.server, key: newItem.key });
    else if (outcome.location) {
      const { file } = outcome.location;
      const server = selectServers(get()).find((candidate) => candidate.file === file);
      const unlistedSelection = server ? undefined : unlistedIn(get(), file);
      if (server) workspace.select({ kind: 'server', server: server.name });
      else if (unlistedSelection) workspace.select(unlistedSelection);
      else if (findSkill(get(), file)) workspace.select({ kind: 'file', file });
    }
    return outcome;
  }

  async function moveItem(at: KeyPath, from: number, to: number): Promise<boolean> {
    const view = openView(get());
    if (!view || from === to || !(await definition.flush())) return false;
    const { file } = view;
    return definition.inTurn(async () => {
      const result = await orNotice(host.call('definition.move', { file, at: [...at], from, to }));
      if (result?.kind === 'conflict') notify('The file was just changed elsewhere: check it and try again.');
      if (result?.kind !== 'saved') return false;
      set(applyMovedItem(get(), file, { at, from, to }, result));
      refreshPreview();
      return true;
    });
  }

  return {
    moveEntry(server, from, to, list = 'prompts') {
      set(withOrder(get(), server, list, from, to));
      return orNotice(arrange(() => host.call('list.move', { server, list, from, to }), kindIn[list]));
    },
    addEntry: (server, catalogueName, list = 'prompts') =>
      orNotice(arrange(() => host.call('list.add', { server, list, catalogueName }), kindIn[list])),
    createPrompt: (server, name, gallery) =>
      arrangeAndShow(() => host.call('prompt.create', { server, name, ...(gallery === undefined ? {} : { gallery }) })),
    createTool: (server, name) => arrangeAndShow(() => host.call('prompt.create', { server, name, list: 'tools' })),
    createEntry: (server, name, list = 'prompts') =>
      arrangeAndShow(() => host.call('list.create', { server, list, name })),
    duplicateEntry: (server, index, list = 'prompts') =>
      orNotice(arrange(() => host.call('list.duplicate', { server, list, index }), kindIn[list])),
    duplicateFile: (file) => orNotice(arrangeAndShow(() => host.call('catalogue.duplicate', { file }))),
    removeEntry: (server, index, list = 'prompts', then) =>
      orNotice(
        arrange(
          withFollowUp(() => host.call('list.remove', { server, list, index }), then),
          kindIn[list],
        ),
      ),
    removeEntries: (server, indexes, list = 'prompts') =>
      orNotice(arrange(() => host.call('list.removeEach', { server, list, indexes: [...indexes] }))),
    deleteEntries: (server, indexes, list = 'prompts') =>
      orNotice(arrange(() => host.call('list.deleteEach', { server, list, indexes: [...indexes] }))),
    addEntriesTo: (server, indexes, to, list = 'prompts') =>
      orNotice(arrange(() => host.call('list.addEachTo', { server, list, indexes: [...indexes], to }))),
    tagEntries: (server, indexes, { add, remove }, list = 'prompts') =>
      orNotice(
        arrange(() =>
          host.call('list.tagEach', { server, list, indexes: [...indexes], add: [...add], remove: [...remove] }),
        ),
      ),
    async renameOpen(name) {
      const view = openView(get());
      if (!view) return undefined;
      return arrange(rename(view.file, (file) => host.call('definition.rename', { file, at: [...view.at], name })));
    },
    renameFile: (file, name) =>
      arrange(rename(file, (now) => host.call('definition.rename', { file: now, at: [], name }))),
    renameEntry: (server, index, name, list = 'prompts') =>
      arrange(rename('', () => host.call('list.rename', { server, list, index, name }))),
    shareEntry: (server, index, catalogueName, list = 'prompts') =>
      arrange(() => host.call('list.share', { server, list, index, catalogueName })),
    localiseEntry: (server, index, name, list = 'prompts') =>
      arrange(() => host.call('list.localise', { server, list, index, ...(name === undefined ? {} : { name }) })),
    renameCatalogue: (file, name) => arrange(rename(file, (now) => host.call('catalogue.rename', { file: now, name }))),
    deleteCatalogue: (file, then) =>
      orNotice(
        arrange(
          withFollowUp(() => host.call('catalogue.delete', { file }), then),
          file.startsWith('tools/') ? 'tool' : 'prompt',
        ),
      ),
    createServer: (name) => arrangeAndShow(() => host.call('server.create', { name })),
    renameServer: (file, name) => arrange(rename(file, (now) => host.call('server.rename', { file: now, name }))),
    deleteServer: (file) => orNotice(arrange(() => host.call('server.delete', { file }), 'server')),
    duplicateServer: (file) => orNotice(arrangeAndShow(() => host.call('server.duplicate', { file }))),
    copyServer: (name) => orNotice(arrange(() => host.call('server.copy', { name }))),
    createSkill: (name, server) =>
      arrangeAndShow(() => host.call('skill.create', { name, ...(server !== undefined && { server }) })),
    renameSkill: (file, name) => arrange(rename(file, (now) => host.call('skill.rename', { file: now, name }))),
    duplicateSkill(file) {
      const isListed = (findSkill(get(), file)?.listedBy.length ?? 0) > 0;
      const change = () => host.call('skill.duplicate', { file });
      return orNotice(isListed ? arrange(change, 'skill') : arrangeAndShow(change));
    },
    deleteSkill: (file, then) => orNotice(arrange(withFollowUp(() => host.call('skill.delete', { file }), then))),
    async listSkill(serverFile, skill, isListed) {
      const listing = inTurn(() =>
        changeElsewhere(context, {
          location: { file: serverFile, at: [] },
          at: () => ['Skills'],
          after(before) {
            // A single name needs no list.
            const skills = Array.isArray(before) ? before : typeof before === 'string' ? [before] : [];
            const otherSkills = skills.filter((value) => value !== skill);
            return isListed ? [...otherSkills, skill] : otherSkills;
          },
          label: isListed ? `Listed the skill ${skill}` : `Removed the skill ${skill} from the list`,
        }),
      );
      await orNotice(listing);
    },
    moveItem,
    listCatalogue: (list = 'prompts') => host.call('catalogue.list', { list }),
    arrange,
    arrangeAndShow,
    isArranging: () => waitingCount > 0,
    waitUntilArranged: () => (waitingCount > 0 ? queue.ended : undefined),
  };
}

/** A change with what follows it. */
function withFollowUp(change: () => Promise<ChangeSet>, then: (() => void) | undefined): () => Promise<ChangeSet> {
  return async () => {
    const outcome = await change();
    then?.();
    return outcome;
  };
}

/** The message for one more change of the same kind; undefined if it is of another kind. */
function joinLabels(last: Undo, label: string, noun: string | undefined): string | undefined {
  if (noun === undefined || noun !== last.noun) return undefined;
  if (label === last.label) return label;
  const [verb = '', lastVerb] = [label, last.label].map((word) => word.split(' ')[0]);
  return verb === lastVerb ? `${verb} ${(last.count ?? 1) + 1} ${noun}s` : undefined;
}

/** A change of more files is not a step of undo: its notice reverts it. */
const maxFilesPerStep = 500;

/** The kind of selection for each list. */
const kindIn = { prompts: 'prompt', tools: 'tool' } as const satisfies Record<ListName, string>;

/** The workspace with the expected new order, before the core confirms it. */
function withOrder(
  { workspace }: WorkbenchState,
  name: string,
  list: ListName,
  from: number,
  to: number,
): Partial<WorkbenchState> {
  if (workspace.status !== 'ready') return {};
  const withItemsInOrder = (server: ServerSummary): ServerSummary =>
    list === 'tools'
      ? { ...server, tools: withItemMoved(server.tools, from, to) }
      : { ...server, prompts: withItemMoved(server.prompts, from, to) };
  const servers = workspace.view.servers.map((server) => (server.name === name ? withItemsInOrder(server) : server));
  const view: WorkspaceView = { ...workspace.view, servers };
  return { workspace: { status: 'ready', view } };
}
