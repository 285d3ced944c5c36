import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { GridList } from 'react-aria-components/GridList';
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { isSameData } from '../../../../src/base/json.ts';
import type { ListName, ServerSummary } from '../../../../src/contract/contract.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { ContextMenu } from '../../../components/controls/ContextMenu.tsx';
import { cx } from '../../../components/cx.ts';
import { Notice } from '../../../components/status/Notice.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { selectListFilter } from '../../../store/servers/server-page.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import styles from './EntryList.module.css';
import { EntryNameDialog } from './EntryNameDialog.tsx';
import { EntryRow } from './EntryRow.tsx';
import { filterRows } from './filter-rows.ts';
import { ListToolbar } from './ListToolbar.tsx';
import { ListContext, type ListContextValue, type Point } from './list-context.ts';
import { rowCommand } from './list-keys.ts';
import { type ListRow, listRows, pageOf, placeBeside } from './list-rows.ts';
import { rowActions } from './row-actions.tsx';
import { type NameQuestion, useEntryCommands } from './useEntryCommands.ts';
import { useSelection } from './useSelection.ts';

const selectWorkspaceProblems = ({ workspace }: WorkbenchState) =>
  workspace.status === 'ready' ? workspace.view.problems : noEntries;
const noEntries: readonly never[] = [];

const layoutOptions = { estimatedRowSize: 62, dropIndicatorThickness: 3 };

interface EntryListProps {
  readonly server: ServerSummary;
  readonly list: ListName;
  /** Buttons above the list. */
  readonly actions?: ReactNode;
}

/** The prompts or tools of a server, in the order in which clients show them. */
export function EntryList({ server, list, actions }: EntryListProps) {
  const problems = useWorkbench(selectWorkspaceProblems);
  const allRows = useMemo(() => listRows(server, list, problems), [server, list, problems]);
  const filter = useWorkbench((state) => selectListFilter(state, server.name, list));
  const rows = useMemo(() => filterRows(allRows, filter), [allRows, filter]);
  const selection = useSelection(rows);
  const { removeEntries } = useWorkbenchActions();
  const [asking, setAsking] = useState<NameQuestion>();
  const [menu, setMenu] = useState<{ readonly id: string; readonly at: Point }>();
  const { commands, outcome, dismiss } = useEntryCommands(server.name, list, setAsking);
  const { frame, focusPlace } = useFocusedPlace(rows);
  const isOwn = server.file !== undefined;
  const byId = (id: unknown) => allRows.find((row) => row.id === id);
  const askedRow = byId(asking?.id);
  const menuRow = byId(menu?.id);

  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !isOwn || asking !== undefined || selection.ids.size > 1,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': byId(key)?.item.name ?? '' })),
    renderDropIndicator: (target) => <DropIndicator target={target} className={cx(styles.gap)} />,
    onReorder({ keys, target }) {
      const row = byId([...keys][0]);
      const targetRow = byId(target.key);
      if (row && targetRow && target.dropPosition !== 'on') {
        commands.move(row, placeBeside(row.place, targetRow.place, target.dropPosition));
      }
    },
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const row = event.target instanceof HTMLElement ? byId(event.target.dataset.key) : undefined;
    const command = isOwn && row && rowCommand(event);
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    if (command !== 'remove' || !selection.ids.has(row.id)) return commands.run(command, row);
    const indexes = rows.filter(({ id }) => selection.ids.has(id)).map(({ place }) => place);
    inBackground(removeEntries(server.name, indexes, list));
  };

  const favourites = useWorkbench((state) => state.favourites);
  const isFavourite = ({ item }: ListRow) =>
    favourites.some((favourite) => isSameData(favourite, pageOf(server.name, list, item.key)));
  const close = () => setAsking(undefined);
  const context: ListContextValue = {
    list,
    server: server.name,
    isOwn,
    commands,
    renamedId: asking?.for === 'rename' ? asking.id : undefined,
    endRename: (row) => {
      close();
      focusPlace(row.place);
    },
    menuOf: menu?.id,
    openMenu: (id, at) => setMenu({ id, at }),
  };
  return (
    <>
      <ListToolbar
        server={server}
        list={list}
        rows={allRows}
        shownRows={rows}
        filter={filter}
        selection={selection}
        onCleared={() => focusPlace(rows.findIndex(({ id }) => selection.ids.has(id)))}
        actions={actions}
      />
      <div
        ref={frame}
        className={styles.frame}
        hidden={rows.length === 0}
        // Keeps F2 and Ctrl+D from the commands for the server.
        data-row-keys={isOwn || undefined}
        onKeyDownCapture={onKeyDown}
        {...(isOwn && { onPointerDownCapture: selection.onPointerDown, onClickCapture: selection.onClick })}
      >
        {outcome.failure && (
          <Notice tone="danger" actions={<Button onPress={dismiss}>Dismiss</Button>}>
            {outcome.failure}
          </Notice>
        )}
        <ListContext value={context}>
          <Virtualizer layout={ListLayout} layoutOptions={layoutOptions}>
            <GridList
              aria-label={`${list === 'tools' ? 'Tools' : 'Prompts'} of ${server.name}`}
              className={cx(styles.list)}
              items={rows}
              dependencies={[commands, isOwn]}
              // Rows that cannot be dragged have no handle, which the hooks would require.
              {...(isOwn && { dragAndDropHooks })}
              keyboardNavigationBehavior="tab"
              selectionMode={isOwn ? 'multiple' : 'none'}
              selectedKeys={selection.ids}
              onSelectionChange={selection.set}
            >
              {(row) => (
                <EntryRow
                  row={row}
                  onOpen={() => commands.run('open', row)}
                  onMenu={(at) => isOwn && setMenu({ id: row.id, at })}
                />
              )}
            </GridList>
          </Virtualizer>
        </ListContext>
        <VisuallyHidden role="status">{outcome.announcement}</VisuallyHidden>
        {menu && menuRow && (
          <ContextMenu
            label={`Actions for ${menuRow.item.name}`}
            at={menu.at}
            actions={rowActions(menuRow, { list, count: allRows.length, isFavourite: isFavourite(menuRow) }, commands)}
            onClose={() => setMenu(undefined)}
          />
        )}
        {asking && asking.for !== 'rename' && askedRow && (
          <EntryNameDialog purpose={asking.for} row={askedRow} list={list} server={server.name} onClose={close} />
        )}
      </div>
    </>
  );
}

/** Returns the focus to an entry after its field closes. Finds it by index, because a rename changes its id. */
function useFocusedPlace(rows: readonly ListRow[]) {
  const frame = useRef<HTMLDivElement>(null);
  const [focusIndex, setFocusIndex] = useState<number>();
  const id = focusIndex === undefined ? undefined : rows[Math.min(focusIndex, rows.length - 1)]?.id;
  useEffect(() => {
    if (id === undefined) return;
    // The list renders its rows after this component.
    const timer = requestAnimationFrame(() => {
      setFocusIndex(undefined);
      // Leaves the focus alone if the person moved it meanwhile.
      if (document.activeElement !== document.body) return;
      const [row, first] = [`[role=row][data-key="${CSS.escape(id)}"]`, '[role=row]'].map((selector) =>
        frame.current?.querySelector<HTMLElement>(selector),
      );
      // A row far outside the view is not drawn.
      (row ?? first)?.focus();
    });
    return () => cancelAnimationFrame(timer);
  }, [id]);
  return { frame, focusPlace: setFocusIndex };
}
