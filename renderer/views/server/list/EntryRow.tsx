import { GripVertical } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { GridListItem } from 'react-aria-components/GridList';
import { cx } from '../../../components/cx.ts';
import { Truncate } from '../../../components/layout/primitives.tsx';
import { pathKey } from '../../../store/definition/json.ts';
import { strings } from '../strings.ts';
import { ArgumentChips } from './ArgumentChips.tsx';
import { ClashFixes } from './ClashFixes.tsx';
import styles from './EntryRow.module.css';
import { type Point, useListContext } from './list-context.ts';
import type { ListItem, ListRow } from './list-rows.ts';
import { OriginMark, StateMark, stateOf } from './RowMarks.tsx';
import { RowMenuButton } from './RowMenuButton.tsx';
import { RowName } from './RowName.tsx';

interface EntryRowProps {
  readonly row: ListRow;
  readonly onOpen: () => void;
  readonly onMenu: (at: Point) => void;
}

/**
 * One entry of a server's list: its MCP name, its arguments, its file, and whether clients get it. State that changes
 * more often than the list comes from the context, which only visible rows read.
 */
export function EntryRow({ row, onOpen, onMenu }: EntryRowProps) {
  const { list } = useListContext();
  const { item } = row;
  return (
    <GridListItem
      id={row.id}
      textValue={item.name}
      data-at={pathKey([list === 'tools' ? 'Tools' : 'MCPPrompts', row.place])}
      aria-label={item.served ? item.name : `${item.name}, not served`}
      className={cx(styles.row)}
      onAction={onOpen}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <RowContent row={row} />
    </GridListItem>
  );
}

function RowContent({ row }: { row: ListRow }) {
  const { isOwn, renamed } = useListContext();
  const { item } = row;
  const state = stateOf(item);
  return (
    <>
      {isOwn && (
        <AriaButton slot="drag" className={cx(styles.grip)} aria-label={`Move ${item.name}`}>
          <GripVertical size={14} />
        </AriaButton>
      )}
      <div className={styles.texts}>
        <div className={styles.line}>
          <RowName row={row} />
          {renamed !== row.id && <OriginMark row={row} />}
        </div>
        <div className={styles.line}>
          <Truncate as="p" tone="faint" size="s" title={item.description}>
            {item.description}
          </Truncate>
          <ArgumentChips arguments={item.arguments} />
        </div>
        {state !== 'served' && (
          <div className={cx(styles.reason, styles[state])}>
            <span>{reasonOf(item)}</span>
            {isOwn && item.clash && <ClashFixes row={row} freeName={item.clash.freeName} />}
          </div>
        )}
      </div>
      <StateMark state={state} />
      {isOwn && <RowMenuButton row={row} />}
    </>
  );
}

/** The most severe problem of an entry. */
function reasonOf({ problems }: ListItem): string {
  const worst = problems.find(({ severity }) => severity === 'error') ?? problems[0];
  return worst?.message ?? strings.entryHasError;
}
