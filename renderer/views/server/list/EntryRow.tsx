import { Ellipsis, GripVertical } from 'lucide-react';
import type { SyntheticEvent } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { GridListItem } from 'react-aria-components/GridList';
import { Button } from '../../../components/controls/Button.tsx';
import { RowCheckbox } from '../../../components/controls/Checkbox.tsx';
import { cx } from '../../../components/cx.ts';
import { NameField } from '../../../components/fields/NameField.tsx';
import { Row, Truncate } from '../../../components/layout/primitives.tsx';
import { TagChips } from '../../../components/text/TagChips.tsx';
import { entryNameProblem } from '../../../store/arguments/name-clash.ts';
import { pathKey } from '../../../store/definition/json.ts';
import { useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { strings } from '../strings.ts';
import { ArgumentChips } from './ArgumentChips.tsx';
import styles from './EntryRow.module.css';
import { type Point, useListContext } from './list-context.ts';
import { type ListItem, type ListRow, stateOf } from './list-rows.ts';
import { OriginMark, StateMark } from './RowMarks.tsx';

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
      aria-label={item.isServed ? item.name : `${item.name}, ${item.unavailable ? 'not available here' : 'not served'}`}
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
  const { isOwn, list, renamedId } = useListContext();
  const { item } = row;
  const state = stateOf(item);
  return (
    <>
      {isOwn && (
        <AriaButton slot="drag" className={cx(styles.grip)} aria-label={`Move ${item.name}`}>
          <GripVertical size={14} />
        </AriaButton>
      )}
      {isOwn && <RowCheckbox className={styles.check} />}
      <div className={styles.texts}>
        <div className={styles.line}>
          <RowName row={row} />
          {renamedId !== row.id && (
            <span className={styles.marks}>
              <TagChips tags={item.tags} />
              <OriginMark row={row} />
            </span>
          )}
        </div>
        {/* While a person renames the entry, the reason why a name cannot be used takes this line. */}
        {renamedId !== row.id && (
          <div className={styles.line}>
            <Truncate as="p" tone="faint" size="s" title={item.description}>
              {item.description ?? (list === 'tools' && item.isServed ? strings.noToolDescription : undefined)}
            </Truncate>
            <ArgumentChips arguments={item.arguments} />
          </div>
        )}
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
function reasonOf({ problems, unavailable }: ListItem): string {
  if (unavailable !== undefined) return unavailable;
  const worstProblem = problems.find(({ severity }) => severity === 'error') ?? problems[0];
  return worstProblem?.message ?? strings.entryHasError;
}

/** Quick fixes for a name clash, for one of its two sides. */
function ClashFixes({ row, freeName }: { row: ListRow; freeName: string }) {
  const { commands } = useListContext();
  return (
    <span className={styles.fixes}>
      <Button onPress={() => commands.resolve(row, freeName)}>
        {row.origin === 'builtin' ? `Make a separate copy called ${freeName}` : `Rename to ${freeName}`}
      </Button>
      <Button onPress={() => commands.run('remove', row)}>Remove</Button>
    </span>
  );
}

/** Opens the menu that all rows of a list share, below this button. */
function RowMenuButton({ row }: { row: ListRow }) {
  const { menuOf, openMenu } = useListContext();
  return (
    <AriaButton
      className={cx(styles.menu)}
      aria-label={`Actions for ${row.item.name}`}
      aria-haspopup="menu"
      aria-expanded={menuOf === row.id}
      onPress={({ target }) => {
        const { left, bottom } = target.getBoundingClientRect();
        openMenu(row.id, { x: left, y: bottom });
      }}
    >
      <Ellipsis size={16} />
    </AriaButton>
  );
}

/** The MCP name and title of an entry, or a field while a person renames it. */
function RowName({ row }: { row: ListRow }) {
  const { server, list, renamedId, commands, endRename } = useListContext();
  const store = useWorkbenchStore();
  const { item } = row;
  if (renamedId === row.id) {
    return (
      <div className={styles.rename} {...ownPresses}>
        <NameField
          label="Name"
          hidesLabel
          startsSelected
          name={item.name}
          check={(name) => entryNameProblem(store.state.getState(), list, item.location, name)}
          onCommit={(name) => commands.rename(row, name)}
          readNote={async () => item.location && store.actions.readRenameNote(item.location, server)}
          onDone={() => endRename(row)}
        />
      </div>
    );
  }
  return (
    <Row align="baseline" gap={2} shrink>
      <code className={cx(styles.name, !item.isServed && styles.unserved)}>{item.name}</code>
      {item.title && <span className={styles.title}>{item.title}</span>}
    </Row>
  );
}

/** Stops presses in the field from reaching the row, which would open the entry. */
const keep = (event: SyntheticEvent) => event.stopPropagation();
const ownPresses = { onPointerDown: keep, onMouseDown: keep, onClick: keep };
