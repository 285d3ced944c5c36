import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { GridList } from 'react-aria-components/GridList';
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import type { ListName, ServerSummary } from '../../../../src/contract/contract.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { ContextMenu } from '../../../components/controls/ContextMenu.tsx';
import { cx } from '../../../components/cx.ts';
import { Notice } from '../../../components/status/Notice.tsx';
import styles from './EntryList.module.css';
import { EntryNameDialog } from './EntryNameDialog.tsx';
import { EntryRow } from './EntryRow.tsx';
import { ListContext, type ListContextValue, type Point } from './list-context.ts';
import { rowCommand } from './list-keys.ts';
import { type ListRow, listRows, placeBeside } from './list-rows.ts';
import { rowActions } from './row-actions.tsx';
import { type Asking, useEntryCommands } from './useEntryCommands.ts';

const layoutOptions = { estimatedRowSize: 62, dropIndicatorThickness: 3 };

/** The prompts or tools of a server, in the order in which clients show them. */
export function EntryList({ server, list }: { server: ServerSummary; list: ListName }) {
  const rows = useMemo(() => listRows(server, list), [server, list]);
  const [asking, setAsking] = useState<Asking>();
  const [menu, setMenu] = useState<{ readonly id: string; readonly at: Point }>();
  const { commands, said, dismiss } = useEntryCommands(server.name, list, setAsking);
  const { frame, focusPlace } = useFocusedPlace(rows);
  const isOwn = server.file !== undefined;
  const byId = (id: unknown) => rows.find((row) => row.id === id);
  const asked = byId(asking?.id);
  const pointed = byId(menu?.id);

  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !isOwn || asking !== undefined,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': byId(key)?.item.name ?? '' })),
    renderDropIndicator: (target) => <DropIndicator target={target} className={cx(styles.gap)} />,
    onReorder({ keys, target }) {
      const row = byId([...keys][0]);
      const beside = byId(target.key);
      if (row && beside && target.dropPosition !== 'on') {
        commands.move(row, placeBeside(row.place, beside.place, target.dropPosition));
      }
    },
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const row = event.target instanceof HTMLElement ? byId(event.target.dataset.key) : undefined;
    const command = isOwn && row && rowCommand(event);
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    commands.run(command, row);
  };

  const close = () => setAsking(undefined);
  const context: ListContextValue = {
    list,
    isOwn,
    commands,
    renamed: asking?.for === 'rename' ? asking.id : undefined,
    endRename: (row) => {
      close();
      focusPlace(row.place);
    },
    menuOf: menu?.id,
    openMenu: (id, at) => setMenu({ id, at }),
  };
  return (
    <div ref={frame} className={styles.frame} onKeyDownCapture={onKeyDown}>
      {said.failure && (
        <Notice tone="danger" actions={<Button onPress={dismiss}>Dismiss</Button>}>
          {said.failure}
        </Notice>
      )}
      <ListContext value={context}>
        <Virtualizer layout={ListLayout} layoutOptions={layoutOptions}>
          <GridList
            aria-label={`${list === 'tools' ? 'Tools' : 'Prompts'} of ${server.name}`}
            className={cx(styles.list)}
            items={rows}
            dependencies={[commands, isOwn]}
            dragAndDropHooks={dragAndDropHooks}
            keyboardNavigationBehavior="tab"
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
      <VisuallyHidden role="status">{said.done}</VisuallyHidden>
      {menu && pointed && (
        <ContextMenu
          label={`Actions for ${pointed.item.name}`}
          at={menu.at}
          actions={rowActions(pointed, list, rows.length, commands)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {asking && asking.for !== 'rename' && asked && (
        <EntryNameDialog purpose={asking.for} row={asked} list={list} server={server.name} onClose={close} />
      )}
    </div>
  );
}

/** Returns the focus to an entry after its field closes. Finds it by index, because a rename changes its id. */
function useFocusedPlace(rows: readonly ListRow[]) {
  const frame = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<number>();
  const id = wanted === undefined ? undefined : rows[wanted]?.id;
  useEffect(() => {
    if (id === undefined) return;
    // The list renders its rows after this component.
    const timer = requestAnimationFrame(() => {
      setWanted(undefined);
      // Leaves the focus alone if the person moved it meanwhile.
      if (document.activeElement !== document.body) return;
      frame.current?.querySelector<HTMLElement>(`[role=row][data-key="${CSS.escape(id)}"]`)?.focus();
    });
    return () => cancelAnimationFrame(timer);
  }, [id]);
  return { frame, focusPlace: setWanted };
}
