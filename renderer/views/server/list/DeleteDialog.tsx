import type { ListName } from '../../../../src/contract/contract.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Modal } from '../../../components/overlay/Modal.tsx';
import { counted } from '../../../components/text/counted.ts';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { selectServers } from '../../../store/selectors.ts';
import type { ListRow } from './list-rows.ts';

interface DeleteDialogProps {
  readonly server: string;
  readonly list: ListName;
  readonly rows: readonly ListRow[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks before several definitions are deleted, and says which other servers and clients lose them. */
export default function DeleteDialog({ server, list, rows, onClose, onDone }: DeleteDialogProps) {
  const { deleteEntries } = useWorkbenchActions();
  const own = rows.filter(({ origin }) => origin === 'inline' || origin === 'catalogue');
  const names = new Set(own.flatMap(({ item }) => item.catalogueName ?? []));
  const others = useWorkbench((state) =>
    selectServers(state)
      .filter((each) => each.name !== server && each[list].some(({ catalogueName }) => names.has(catalogueName ?? '')))
      .map(({ name }) => name),
  );
  const clients = useWorkbench(
    ({ traffic }) =>
      traffic.connections.filter((client) => client.server === server || others.includes(client.server)).length,
  );
  const what = counted(own.length, list === 'tools' ? 'tool' : 'prompt');
  const remove = async () => {
    onClose();
    const indexes = own.map(({ place }) => place);
    if (await deleteEntries(server, indexes, list)) onDone();
  };
  return (
    <Modal
      title={`Delete ${what}?`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="danger" onPress={() => inBackground(remove())}>
            Delete {what}
          </Button>
        </>
      }
    >
      {others.length > 0 && <p>{`Also removed from ${others.join(', ')}, which list them too.`}</p>}
      {clients > 0 && <p>{`${counted(clients, 'client')} running now can no longer use them.`}</p>}
      <p>You can undo this.</p>
    </Modal>
  );
}
