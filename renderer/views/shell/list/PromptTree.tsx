import { ChevronRight, CircleSlash, GitCompareArrows, Wrench } from 'lucide-react';
import { type KeyboardEvent, type Ref, Suspense, useImperativeHandle, useMemo, useState } from 'react';
import { showHidden } from '../../../../src/base/text/visible-text.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { cx } from '../../../components/cx.ts';
import { Text } from '../../../components/layout/primitives.tsx';
import { textClass } from '../../../components/layout/text-class.ts';
import type { DropEdge, RowOrder } from '../../../components/layout/useRowDrag.ts';
import { VirtualTree } from '../../../components/layout/VirtualTree.tsx';
import { EmptyState } from '../../../components/status/EmptyState.tsx';
import { lazyView } from '../../../components/status/lazy-view.tsx';
import { SeverityIcon } from '../../../components/status/SeverityIcon.tsx';
import { inBackground } from '../../../in-background.ts';
import { selectConflicts } from '../../../store/definition/conflicts.ts';
import { useWorkbench, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { selectionFor } from '../../../store/selectors.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { isAvailable, runCommand } from '../find/run-commands.ts';
import { focusPageInPlaceOfList, focusPane } from '../focus.ts';
import { strings } from '../strings.ts';
import styles from './PromptTree.module.css';
import { type TreeGroup, treeGroups } from './prompt-tree-items.ts';
import { selectionId } from './prompt-tree-leaves.ts';
import { firstHit, type PromptTreeRow, promptTreeRows } from './prompt-tree-rows.ts';

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
          <Row row={row} isSelected={row.id === selectedId} onExpand={() => onExpand(row, !row.isExpanded)} />
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

function Row({ row, isSelected, onExpand }: { row: PromptTreeRow; isSelected: boolean; onExpand: () => void }) {
  const { name, detail, level, isExpanded, isBuiltin, isServed, isContested, isTool = false, mark } = row;
  const { heading, isSection, isTag = false, note, isChanged = false } = row;
  return (
    <>
      {heading && (
        <span aria-hidden="true" className={styles.heading}>
          {heading.title}
          <span className={styles.note}>{heading.note}</span>
        </span>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: table rows cannot be positioned one by one. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row around it takes the focus. */}
      <div
        role="gridcell"
        className={cx(
          styles.row,
          isSection || isTag ? styles.section : level === 1 ? textClass({ weight: 'bold' }) : styles.leaf,
          isTag && styles.tag,
          level === 3 && styles.tagged,
          isSelected && styles.selected,
        )}
      >
        {(level === 1 || isTag) && (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={cx(styles.chevron, isExpanded && styles.open, isExpanded === undefined && styles.hidden)}
            onClick={(event) => {
              event.stopPropagation();
              onExpand();
            }}
          >
            <ChevronRight size={14} />
          </button>
        )}
        {isTool && <Wrench size={12} className={textClass({ tone: 'faint', fixed: true })} aria-hidden="true" />}
        <span
          className={cx(styles.name, !isServed && styles.unserved)}
          title={detail === undefined ? showHidden(name) : `${showHidden(name)}: ${detail}`}
        >
          {showHidden(name)}
        </span>
        {note !== undefined && (
          <Text as="span" tone="faint" size="xs" weight="regular" fixed>
            {note}
          </Text>
        )}
        {level === 1 && isBuiltin && (
          <Text as="span" tone="faint" size="xs" weight="regular" fixed>
            built in
          </Text>
        )}
        {isContested && (
          <GitCompareArrows
            size={13}
            className={textClass({ tone: 'warning', fixed: true })}
            role="img"
            aria-label="Changed in two places:"
          />
        )}
        {isChanged && (
          <span
            className={styles.changed}
            role="img"
            aria-label="Not published:"
            title="Differs from the newest commit"
          />
        )}
        {mark ? <SeverityIcon severity={mark} /> : !isServed && <NotServed />}
      </div>
    </>
  );
}

function NotServed() {
  return (
    <CircleSlash
      size={13}
      className={textClass({ tone: 'warning', fixed: true })}
      role="img"
      aria-label="Not served:"
    />
  );
}
