import { formatCount } from '../../../../src/base/text/format-count.ts';
import { wordList } from '../../../../src/base/text/word-list.ts';
import type { ListName, LiveConnection } from '../../../../src/contract/contract.ts';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { selectServers } from '../../../store/selectors.ts';
import { DeletionQuestion } from '../../shell/dialogs/DeletionQuestion.tsx';
import type { ListRow } from './list-rows.ts';

interface DeleteDialogProps {
  readonly server: string;
  readonly list: ListName;
  readonly rows: readonly ListRow[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The number of names that fit in a sentence. */
const maxNamed = 5;

/** Asks before several definitions are deleted, and says which other servers and clients lose them. */
export default function DeleteDialog({ server, list, rows, onClose, onDone }: DeleteDialogProps) {
  const { deleteEntries } = useWorkbenchActions();
  const ownRows = rows.filter(({ origin }) => origin === 'inline' || origin === 'catalogue');
  const names = new Set(ownRows.flatMap(({ item }) => item.catalogueName ?? []));
  const otherServers = useWorkbench((state) =>
    selectServers(state)
      .filter((item) => item.name !== server && item[list].some(({ catalogueName }) => names.has(catalogueName ?? '')))
      .map(({ name }) => name),
  );
  const connections = useWorkbench(({ traffic }) =>
    traffic.connections.filter(
      (connection) => connection.server === server || otherServers.includes(connection.server),
    ),
  );
  const clients = clientNames(connections);
  const listedNames =
    ownRows.length > maxNamed
      ? [...ownRows.slice(0, maxNamed - 1).map(nameOf), `${ownRows.length - maxNamed + 1} more`]
      : ownRows.map(nameOf);
  const them = ownRows.length === 1 ? 'it' : 'them';
  const what = formatCount(ownRows.length, list === 'tools' ? 'tool' : 'prompt');
  const remove = async () => {
    onClose();
    const indexes = ownRows.map(({ place }) => place);
    if (await deleteEntries(server, indexes, list)) onDone();
  };
  return (
    <DeletionQuestion what={what} count={ownRows.length} onCancel={onClose} onDelete={() => inBackground(remove())}>
      <p>{`${wordList(listedNames)}.`}</p>
      {otherServers.length > 0 && (
        <p>{`${wordList(otherServers)} also ${otherServers.length === 1 ? 'lists' : 'list'} ${them} and will lose ${them}.`}</p>
      )}
      {clients.length > 0 && <p>{`${wordList(clients)}, running now, can no longer use ${them}.`}</p>}
    </DeletionQuestion>
  );
}

function nameOf({ item }: ListRow): string {
  return item.name;
}

/** The connected clients by name, each once; those without a name are counted. */
function clientNames(connections: readonly LiveConnection[]): readonly string[] {
  const names = new Set(connections.flatMap(({ client }) => client?.name ?? []));
  const unnamedCount = connections.filter(({ client }) => client?.name === undefined).length;
  return [...names, ...(unnamedCount > 0 ? [`${formatCount(unnamedCount, 'client')} without a name`] : [])];
}
