/** Creates, renames, duplicates, orders and deletes sources. */

import { WorkbenchError } from '../../../src/base/errors.ts';
import { withItemMoved } from '../../../src/base/json.ts';
import type { ChangeSet } from '../../../src/contract/contract.ts';
import type { SourceDefinition } from '../../../src/model/definitions.ts';
import { inBackground } from '../../in-background.ts';
import type { StoreContext } from '../context.ts';
import { isSearchedAtOnce, type SourceSummary, type SourcesState } from '../state/searches.ts';
import type { Overlay } from '../state/window.ts';
import type { Selection } from '../state/workspace.ts';

export type SourceType = SourceDefinition['type'];

export interface SourceChanges {
  /** Creates a source and selects it. @throws the core's error, for the dialog to show */
  createSource(name: string, type: SourceType): Promise<void>;
  /** Renames a source; the prompts and tools that search it follow. @throws as `createSource` */
  renameSource(source: string, name: string): Promise<void>;
  /** Selects the copy. */
  duplicateSource(source: string): Promise<void>;
  /** Deletes the selected source, after a question if prompts or tools search it now. */
  requestSourceDeletion(source: string): Promise<void>;
  /** Deletes a source's file, and selects a neighbour of a selected source. */
  deleteSource(source: string): Promise<void>;
  /** Moves a source in the list of this window; `to` is a place among the workspace's sources. */
  moveSource(source: string, to: number): void;
}

export interface SourceChangesDependencies {
  readonly select: (selection: Selection) => void;
  /** Applies a change of the workspace and shows a notice with Undo. @throws */
  readonly arrange: (change: () => Promise<ChangeSet>) => Promise<ChangeSet>;
  readonly refreshSources: () => Promise<boolean>;
  readonly openOverlay: (overlay: Overlay) => void;
  readonly trySource: (source: string, query: string, asks: boolean) => Promise<void>;
}

/** Usual names of a project's documentation folder, the likeliest first. */
const usualFolders = ['docs', 'doc', 'documentation', 'manual', 'guide', 'handbook', 'wiki', 'notes'];

export function createSourceChanges(
  { host, settings, get, set, subscribe, orNotice }: StoreContext,
  { select, arrange, refreshSources, openOverlay, trySource }: SourceChangesDependencies,
) {
  const change = (part: Partial<SourcesState>) => set({ sources: { ...get().sources, ...part } });
  /** All renames of sources by this window, in their order. */
  const renames: { readonly from: string; readonly to: string }[] = [];
  const find = (source: string) => get().sources.list.find(({ name }) => name === source);

  // The list may arrive before the folder whose order is remembered.
  subscribe(({ workspace, sources }, before) => {
    if (workspace.status === 'ready' && before.workspace.status !== 'ready')
      change({ list: orderSources(sources.list) });
  });

  /**
   * Changes the files of sources, then selects a source before the workspace is read again: the file that is open may be
   * missing by then. @throws
   * @param next the name of the source to select, if any
   */
  async function changeSources(
    request: () => Promise<ChangeSet>,
    next: (change: ChangeSet) => string | undefined,
    then = () => {},
  ): Promise<void> {
    await arrange(async () => {
      const answer = await request();
      then();
      await refreshSources();
      const name = next(answer);
      if (name !== undefined) select({ kind: 'source', source: name });
      return answer;
    });
  }

  const isSelected = (source: string) => {
    const { selection } = get();
    return selection?.kind === 'source' && selection.source === source;
  };

  /** @throws WorkbenchError for a built-in source */
  function fileOf(source: string): string {
    const file = find(source)?.file;
    if (file === undefined) throw new WorkbenchError('refused', `${source} is built in and cannot be changed.`);
    return file;
  }

  /** The next source of the list, else the one before it. */
  function neighbourOf(source: string): string | undefined {
    const names = get().sources.list.map(({ name }) => name);
    const index = names.indexOf(source);
    return names[index + 1] ?? names[index - 1];
  }

  /** A renamed source keeps its typed query, and the search is made again. */
  function moveTrial(source: string, name: string): void {
    const { [source]: trial, ...trials } = get().sources.trials;
    if (!trial) return;
    change({ trials: { ...trials, [name]: { ...trial, result: undefined, failure: undefined } } });
    // The search may have failed, because the former name was gone, or not have begun, because the page knew no such source.
    const isSearched = trial.result || trial.failure || trial.isAsking || isSearchedAtOnce(find(name));
    if (isSearched && trial.query.trim() !== '') inBackground(trySource(name, trial.query, true));
  }

  function renameFavourite(source: string, name: string): void {
    const favourites = get().favourites.map((favourite) =>
      favourite.kind === 'source' && favourite.source === source ? { ...favourite, source: name } : favourite,
    );
    set({ favourites });
  }

  function orderOf(): readonly string[] {
    const { workspace } = get();
    return (workspace.status === 'ready' && settings.read().sourceOrders[workspace.view.dir]) || [];
  }

  function keepOrder(order: readonly string[]): void {
    const { workspace } = get();
    if (workspace.status !== 'ready') return;
    settings.change({ sourceOrders: { ...settings.read().sourceOrders, [workspace.view.dir]: [...order] } });
  }

  /** By name. */
  async function foldersOfWorkspace(): Promise<readonly string[]> {
    const { workspace } = get();
    if (workspace.status !== 'ready') return [];
    const paths = await host.call('folders.suggest', { prefix: `${workspace.view.dir}/` }).catch(() => []);
    return paths.map((path) => path.split(/[\\/]/).at(-1) ?? '');
  }

  /** The workspace's sources in the order that a person chose, new ones last; then the built-in ones. */
  function orderSources(list: readonly SourceSummary[]): readonly SourceSummary[] {
    const order = orderOf();
    const place = ({ name, builtin }: SourceSummary) => {
      const index = order.indexOf(name);
      return builtin ? order.length + 1 : index < 0 ? order.length : index;
    };
    return list.toSorted((a, b) => place(a) - place(b));
  }

  const actions: SourceChanges = {
    async createSource(name, type) {
      const folders = type === 'Documentation' ? await foldersOfWorkspace() : [];
      const folder = usualFolders.find((usualFolder) => folders.includes(usualFolder));
      await changeSources(
        () => host.call('source.create', { name, type, ...(folder !== undefined && { folder }) }),
        () => name,
      );
    },
    async renameSource(typedFor, name) {
      const earlierCount = renames.length;
      // A second name may be finished before the first is written.
      let source = typedFor;
      await changeSources(
        () => {
          source = renames.slice(earlierCount).reduce((now, { from, to }) => (now === from ? to : now), typedFor);
          return host.call('source.rename', { file: fileOf(source), name });
        },
        () => {
          // Until here the page had the former name, and a query typed into it belongs to that.
          moveTrial(source, name);
          return isSelected(source) ? name : undefined;
        },
        () => {
          renames.push({ from: source, to: name });
          keepOrder(orderOf().map((value) => (value === source ? name : value)));
          renameFavourite(source, name);
        },
      );
    },
    async duplicateSource(source) {
      const copy = ({ location }: ChangeSet) => get().sources.list.find(({ file }) => file === location?.file)?.name;
      await orNotice(changeSources(() => host.call('source.duplicate', { file: fileOf(source) }), copy));
    },
    async requestSourceDeletion(source) {
      const isRead = await refreshSources();
      // The dialog is about the selected source.
      if (!isRead || !isSelected(source)) return;
      if (find(source)?.usedBy.length === 0) await actions.deleteSource(source);
      else openOverlay('delete-source');
    },
    async deleteSource(source) {
      const neighbour = neighbourOf(source);
      await orNotice(
        changeSources(
          () => host.call('source.delete', { file: fileOf(source) }),
          () => (isSelected(source) ? neighbour : undefined),
        ),
      );
    },
    moveSource(source, to) {
      const { list } = get().sources;
      const ownNames = list.filter(({ builtin }) => !builtin).map(({ name }) => name);
      const order = withItemMoved(ownNames, ownNames.indexOf(source), to);
      keepOrder(order);
      change({ list: orderSources(list) });
    },
  };
  return { ...actions, orderSources };
}
