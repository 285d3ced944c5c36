import { ListX, Plus, Tags, Trash2, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ListName, ServerSummary } from '../../../../src/contract/contract.ts';
import { ActionMenu } from '../../../components/controls/ActionMenu.tsx';
import { Button, IconButton } from '../../../components/controls/Button.tsx';
import { cx } from '../../../components/cx.ts';
import { lazyView } from '../../../components/status/lazy-view.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { selectServers } from '../../../store/selectors.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import styles from './ListToolbar.module.css';
import type { ListRow } from './list-rows.ts';

const DeleteDialog = lazyView(() => import('./DeleteDialog.tsx'));
const TagsDialog = lazyView(() => import('./TagsDialog.tsx'));

interface BulkActionsProps {
  readonly server: ServerSummary;
  readonly list: ListName;
  /** The selected rows. */
  readonly rows: readonly ListRow[];
  readonly onDone: () => void;
}

const selectOwn = (state: WorkbenchState) =>
  selectServers(state).flatMap(({ name, file }) => (file === undefined ? [] : [name]));

/** What can be done with the selected entries of a list; each is one change with one Undo. */
export function BulkActions({ server: { name: server }, list, rows, onDone }: BulkActionsProps) {
  const { addEntriesTo, removeEntries } = useWorkbenchActions();
  const otherServers = useWorkbench(selectOwn).filter((name) => name !== server);
  const [dialog, setDialog] = useState<'delete' | 'tags'>();
  const indexes = rows.map(({ place }) => place);
  const close = () => setDialog(undefined);
  const run = (change: Promise<unknown>) => inBackground(change.then((isDone) => isDone && onDone()));
  const hasOwn = rows.some(({ origin }) => origin === 'inline' || origin === 'catalogue');
  return (
    <div className={cx(styles.actions, styles.bulk)}>
      {otherServers.length > 0 && (
        <ActionMenu
          label="Add to another server"
          icon={<Plus size={16} />}
          actions={() => [
            otherServers.map((to) => ({
              label: `Add to ${to}`,
              onAction: () => run(addEntriesTo(server, indexes, to, list)),
            })),
          ]}
        />
      )}
      <IconButton label="Edit tags" isDisabled={!hasOwn} onPress={() => setDialog('tags')}>
        <Tags size={16} />
      </IconButton>
      <Button variant="quiet" onPress={() => run(removeEntries(server, indexes, list))}>
        <ListX size={14} />
        Remove from {server}
      </Button>
      <IconButton label="Delete" isDisabled={!hasOwn} onPress={() => setDialog('delete')}>
        <Trash2 size={16} />
      </IconButton>
      <IconButton label="Clear the selection" onPress={onDone}>
        <X size={16} />
      </IconButton>
      <Suspense>
        {dialog === 'delete' && (
          <DeleteDialog server={server} list={list} rows={rows} onClose={close} onDone={onDone} />
        )}
        {dialog === 'tags' && <TagsDialog server={server} list={list} rows={rows} onClose={close} />}
      </Suspense>
    </div>
  );
}
