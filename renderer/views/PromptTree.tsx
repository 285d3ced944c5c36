import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import { cx } from '../components/cx.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { SeverityIcon } from '../components/SeverityIcon.tsx';
import { useWorkbench, useWorkbenchActions } from '../store/StoreProvider.tsx';
import type { WorkbenchState } from '../store/state.ts';
import styles from './PromptTree.module.css';
import { type Mark, selectionId, type TreeGroup, type TreeLeaf, treeGroups } from './prompt-tree-items.ts';

const selector = ({ workspace, filter, selection }: WorkbenchState) => ({ workspace, filter, selection });

/** Servers, and below each what it lists. */
export function PromptTree() {
  const { workspace, filter, selection } = useWorkbench(selector);
  const { select } = useWorkbenchActions();
  const groups = useMemo(() => treeGroups({ workspace, filter }), [workspace, filter]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());

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
      selectedKeys={selection ? [selectionId(selection)] : []}
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
          <RowMark mark={leaf.mark} />
        </div>
      </TreeItemContent>
    </TreeItem>
  );
}

function RowMark({ mark }: { mark: Mark }) {
  return mark && <SeverityIcon severity={mark} />;
}
