import { formatCount } from '../../../../src/base/format-count.ts';
import { wordList } from '../../../../src/base/word-list.ts';
import type { ListName, LiveConnection } from '../../../../src/contract/contract.ts';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { selectServers } from '../../../store/selectors.ts';
import { DeletionQuestion } from '../../shell/DeletionQuestion.tsx';
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
  const own = rows.filter(({ origin }) => origin === 'inline' || origin === 'catalogue');
  const names = new Set(own.flatMap(({ item }) => item.catalogueName ?? []));
  const others = useWorkbench((state) =>
    selectServers(state)
      .filter((item) => item.name !== server && item[list].some(({ catalogueName }) => names.has(catalogueName ?? '')))
      .map(({ name }) => name),
  );
  const connections = useWorkbench(({ traffic }) =>
    traffic.connections.filter((connection) => connection.server === server || others.includes(connection.server)),
  );
  const clients = clientNames(connections);
  const listedNames =
    own.length > maxNamed
      ? [...own.slice(0, maxNamed - 1).map(nameOf), `${own.length - maxNamed + 1} more`]
      : own.map(nameOf);
  const them = own.length === 1 ? 'it' : 'them';
  const what = formatCount(own.length, list === 'tools' ? 'tool' : 'prompt');
  const remove = async () => {
    onClose();
    const indexes = own.map(({ place }) => place);
    if (await deleteEntries(server, indexes, list)) onDone();
  };
  return (
    <DeletionQuestion what={what} count={own.length} onCancel={onClose} onDelete={() => inBackground(remove())}>
      <p>{`${wordList(listedNames)}.`}</p>
      {others.length > 0 && (
        <p>{`${wordList(others)} also ${others.length === 1 ? 'lists' : 'list'} ${them} and will lose ${them}.`}</p>
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
  const unnamed = connections.filter(({ client }) => client?.name === undefined).length;
  return [...names, ...(unnamed > 0 ? [`${formatCount(unnamed, 'client')} without a name`] : [])];
}
