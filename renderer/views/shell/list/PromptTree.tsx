import { type KeyboardEvent, type Ref, Suspense, useImperativeHandle, useMemo, useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import type { DropEdge, RowOrder } from '../../../components/layout/useRowDrag.ts';
import { VirtualTree } from '../../../components/layout/VirtualTree.tsx';
import { EmptyState } from '../../../components/status/EmptyState.tsx';
import { lazyView } from '../../../components/status/lazy-view.tsx';
import { inBackground } from '../../../in-background.ts';
import { selectConflicts } from '../../../store/definition/conflicts.ts';
import { useWorkbench, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { selectionFor } from '../../../store/selectors.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { isAvailable, runCommand } from '../find/run-commands.ts';
import { focusPageInPlaceOfList, focusPane } from '../focus.ts';
import { strings } from '../strings.ts';
import { treeGroups } from './prompt-tree-items.ts';
import { selectionId, type TreeGroup } from './prompt-tree-leaves.ts';
import { firstHit, type PromptTreeRow, promptTreeRows } from './prompt-tree-rows.ts';
import { TreeRow } from './TreeRow.tsx';

const RowMenu = lazyView(() => import('./RowMenu.tsx'));

const selector = (state: WorkbenchState) => ({
  workspace: state.workspace,
  serverLists: state.serverLists,
  sources: state.sources,
  inspectedServers: state.inspectedServers,
  git: state.git,
  favourites: state.favourites,
  visits: state.visits,
  isByTag: state.shell.isGroupedByTag,
  filter: state.filter,
  testCounts: state.testCounts,
  selected: selectedId(state),
  conflicts: selectConflicts(state),
});

/** What the key Delete does, by the kind of the row. */
const deletions = [
  'remove',
  'delete-prompt',
  'delete-server',
  'delete-source',
  'delete-skill',
  'forget-inspected',
] as const;

/** The row of the selection; for a broken file, the row of its definition. */
function selectedId(state: WorkbenchState): string | undefined {
  const { selection } = state;
  if (selection?.kind !== 'file') return selection && selectionId(selection);
  return selectionId(selectionFor(state, selection.file, selection.at ?? []));
}

interface Menu {
  readonly name: string;
  readonly at: { readonly x: number; readonly y: number };
}

/** What the filter above the list does with it. */
export interface TreeHandle {
  /** Moves the focus into the list, to the first row that the filter found. */
  enter(): void;
  /** Opens the first row that the filter found. */
  openFirst(): void;
}

/** Servers with their prompts and tools. */
export function PromptTree({ handle }: { readonly handle: Ref<TreeHandle> }) {
  const {
    workspace,
    serverLists,
    sources,
    inspectedServers,
    git,
    favourites,
    visits,
    isByTag,
    filter,
    testCounts,
    conflicts,
    selected: page,
  } = useWorkbench(selector);
  const store = useWorkbenchStore();
  const { select, setFilter, showPane } = store.actions;
  const groups = useMemo(
    () =>
      treeGroups({ workspace, serverLists, sources, inspectedServers, favourites, filter, testCounts, git }, conflicts),
    [workspace, serverLists, sources, inspectedServers, favourites, filter, testCounts, git, conflicts],
  );
  // Built-in servers are for reference: initially only a selected one is expanded.
  const [foldedGroups, setFoldedGroups] = useState<ReadonlySet<string>>(
    () => new Set(groups.filter((group) => group.isBuiltin && !holds(group, page)).map(({ id }) => id)),
  );
  /** The chosen row of a page that has several: among the favourites, or below another tag. */
  const [chosenRow, setChosenRow] = useState<string>();
  const [menu, setMenu] = useState<Menu>();
  const rows = useMemo(
    () => promptTreeRows(groups, { isFolded: (id) => filter === '' && foldedGroups.has(id), isByTag }),
    [groups, filter, foldedGroups, isByTag],
  );

  const onExpand = ({ id }: PromptTreeRow, isExpanded: boolean) => {
    setFoldedGroups(
      isExpanded
        ? new Set([...foldedGroups].filter((foldedGroup) => foldedGroup !== id))
        : new Set([...foldedGroups, id]),
    );
  };
  const selectedId = rows.some(({ id, selection }) => id === chosenRow && selection && selectionId(selection) === page)
    ? chosenRow
    : page;
  const choose = ({ id, selection }: PromptTreeRow, isStep = false) => {
    if (!selection) return;
    setChosenRow(id === selectionId(selection) ? undefined : id);
    select(selection, isStep);
  };
  const openMenu = (row: PromptTreeRow, at: Menu['at']) => {
    choose(row);
    if (row.selection) setMenu({ name: row.name, at });
  };
  const onMove = (row: PromptTreeRow, target: PromptTreeRow, edge: DropEdge) => {
    if (!row.order || !target.order) return;
    const { index: from } = row.order;
    const before = target.order.index + (edge === 'after' ? 1 : 0);
    moveRow(row, before > from ? before - 1 : before);
  };
  const order: RowOrder<PromptTreeRow> = { listOf: (row) => row.order?.list, onMove };
  const moveRow = ({ selection, order }: PromptTreeRow, to: number) => {
    if (!order || order.index === to) return;
    if (selection?.kind === 'source') store.actions.moveSource(selection.source, to);
    else if (selection?.kind === 'prompt' || selection?.kind === 'tool')
      inBackground(
        store.actions.moveEntry(selection.server, order.index, to, selection.kind === 'tool' ? 'tools' : 'prompts'),
      );
  };
  const onKey = (row: PromptTreeRow, event: KeyboardEvent) => {
    const { key, altKey } = event;
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (altKey && step !== undefined && row.order) {
      const { list, index } = row.order;
      const hasPlace = rows.some(({ order }) => order?.list === list && order.index === index + step);
      if (hasPlace && filter === '') {
        if (row.id !== selectedId) choose(row);
        moveRow(row, index + step);
      }
      event.preventDefault();
      return true;
    }
    if (key !== 'Delete') return false;
    choose(row);
    const command = deletions.find((id) => isAvailable(id, store.state.getState()));
    if (command) runCommand(command, store);
    return true;
  };

  const open = (row: PromptTreeRow) => {
    if (row.selection === undefined) return onExpand(row, !row.isExpanded);
    focusPageInPlaceOfList();
    choose(row);
    showPane('editor');
  };
  useImperativeHandle(handle, () => ({
    enter() {
      const hit = filter === '' ? undefined : firstHit(rows, filter);
      if (hit && hit.id !== selectedId) choose(hit);
      focusPane('list', '[role=row][tabindex="0"]');
    },
    openFirst() {
      const hit = firstHit(rows, filter);
      if (hit) open(hit);
    },
  }));

  if (rows.length === 0) {
    return (
      <EmptyState
        title={filter === '' ? 'No prompts yet' : 'No matches'}
        actions={filter !== '' && <Button onPress={() => setFilter('')}>Show all</Button>}
      >
        {filter === '' ? strings.createPrompt : strings.aboutFilter}
      </EmptyState>
    );
  }
  return (
    <>
      <VirtualTree
        label="Servers and prompts"
        rows={rows}
        selectedId={selectedId}
        visits={visits}
        onSelect={(row) => choose(row, true)}
        onOpen={open}
        onExpand={onExpand}
        onMenu={openMenu}
        onKey={onKey}
        // A filtered list does not show every place.
        {...(filter === '' && { order })}
        renderRow={(row) => (
          <TreeRow row={row} isSelected={row.id === selectedId} onExpand={() => onExpand(row, !row.isExpanded)} />
        )}
      />
      {menu && (
        <Suspense>
          <RowMenu {...menu} onClose={() => setMenu(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function holds({ id, leaves }: TreeGroup, leafId: string | undefined): boolean {
  return id === leafId || leaves.some((leaf) => leaf.id === leafId);
}
