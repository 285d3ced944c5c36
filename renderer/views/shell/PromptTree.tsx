import { ChevronRight, GitCompareArrows } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import { cx } from '../../components/cx.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { SeverityIcon } from '../../components/SeverityIcon.tsx';
import { conflictsOf } from '../../store/conflicts.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectionFor } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './PromptTree.module.css';
import { type Mark, selectionId, type TreeGroup, type TreeLeaf, treeGroups } from './prompt-tree-items.ts';

const selector = (state: WorkbenchState) => ({
  workspace: state.workspace,
  filter: state.filter,
  selected: selectedId(state),
  drafts: state.drafts,
  saves: state.saves,
});

/** The row of what is looked at; while a file is broken, the row of what it stands for. */
function selectedId(state: WorkbenchState): string | undefined {
  const { selection } = state;
  if (selection?.kind !== 'file') return selection && selectionId(selection);
  return selectionId(selectionFor(state, selection.file, selection.at ?? []));
}

/** Servers, and below each what it lists. */
export function PromptTree() {
  const { workspace, filter, selected, drafts, saves } = useWorkbench(selector);
  const { select } = useWorkbenchActions();
  const conflicts = conflictsOf({ drafts, saves });
  const groups = useMemo(() => treeGroups({ workspace, filter }, conflicts), [workspace, filter, conflicts]);
  // The built-in servers are there for reference: at first only one that is looked at is open.
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () => new Set(groups.filter((group) => group.isBuiltin && !holds(group, selected)).map(({ id }) => id)),
  );

  const targets = new Map(
    groups
      .flatMap((group) => [group, ...group.leaves])
      .flatMap(({ id, selection: target }) => (target ? [[id, target]] : [])),
  );
  return (
    <Tree
      aria-label="Servers and prompts"
      className={cx(styles.tree)}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={selected === undefined ? [] : [selected]}
      onSelectionChange={(keys) => {
        const target = keys === 'all' ? undefined : targets.get(String([...keys][0]));
        if (target) select(target);
      }}
      expandedKeys={groups.filter(({ id }) => filter !== '' || !closed.has(id)).map(({ id }) => id)}
      onExpandedChange={(keys) => setClosed(new Set(groups.filter(({ id }) => !keys.has(id)).map(({ id }) => id)))}
      renderEmptyState={() => <EmptyState title="Nothing matches">Names and titles are searched.</EmptyState>}
    >
      {groups.map((group) => (
        <GroupRow key={group.id} group={group} />
      ))}
    </Tree>
  );
}

function GroupRow({ group }: { group: TreeGroup }) {
  return (
    <TreeItem id={group.id} textValue={group.name} className={cx(styles.row, styles.group)}>
      <TreeItemContent>
        <div className={styles.cell}>
          <Button slot="chevron" className={cx(styles.chevron, group.leaves.length === 0 && styles.hidden)}>
            <ChevronRight size={14} />
          </Button>
          <span className={styles.name} title={group.name}>
            {group.name}
          </span>
          {group.isBuiltin && <span className={styles.builtin}>built in</span>}
          <RowMark mark={group.mark} />
        </div>
      </TreeItemContent>
      {group.leaves.map((leaf) => (
        <LeafRow key={leaf.id} leaf={leaf} />
      ))}
    </TreeItem>
  );
}

function LeafRow({ leaf }: { leaf: TreeLeaf }) {
  return (
    <TreeItem id={leaf.id} textValue={leaf.name} className={cx(styles.row, styles.leaf)}>
      <TreeItemContent>
        <div className={styles.cell}>
          <span className={cx(styles.name, !leaf.isServed && styles.unserved)} title={leaf.detail ?? leaf.name}>
            {leaf.name}
          </span>
          {leaf.isContested && (
            <GitCompareArrows size={13} className={styles.contested} role="img" aria-label="Changed in two places:" />
          )}
          <RowMark mark={leaf.mark} />
        </div>
      </TreeItemContent>
    </TreeItem>
  );
}

function holds({ id, leaves }: TreeGroup, selected: string | undefined): boolean {
  return id === selected || leaves.some((leaf) => leaf.id === selected);
}

function RowMark({ mark }: { mark: Mark }) {
  return mark && <SeverityIcon severity={mark} />;
}
