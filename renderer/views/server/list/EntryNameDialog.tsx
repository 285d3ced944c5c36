import type { ListName } from '../../../../src/contract/contract.ts';
import { freeName } from '../../../../src/model/file-names.ts';
import { catalogueNameProblem } from '../../../../src/model/prompt/prompt-names.ts';
import { NameDialog } from '../../../components/overlay/NameDialog.tsx';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { selectCatalogueNames, selectServers } from '../../../store/selectors.ts';
import { strings } from '../strings.ts';
import type { ListRow } from './list-rows.ts';

interface EntryNameDialogProps {
  readonly purpose: 'share' | 'rename-file';
  readonly row: Pick<ListRow, 'place'> & {
    readonly item: Pick<ListRow['item'], 'name' | 'catalogueName' | 'location'>;
  };
  readonly list: ListName;
  readonly server: string;
  readonly onClose: () => void;
}

/** Asks for a catalogue name, to share an entry or to rename a shared one. */
export function EntryNameDialog({ purpose, row, list, server, onClose }: EntryNameDialogProps) {
  const { shareEntry, renameCatalogue } = useWorkbenchActions();
  const { item, place } = row;
  const listedBy = useWorkbench((state) =>
    selectServers(state)
      .filter(({ [list]: entries }) => entries.some(({ catalogueName }) => catalogueName === item.catalogueName))
      .map(({ name }) => name),
  );
  const takenNames = useWorkbench((state) => selectCatalogueNames(state, list)).filter(
    (name) => name !== item.catalogueName,
  );
  const noun = list === 'tools' ? 'tool' : 'prompt';
  const check = (name: string) => catalogueNameProblem(name, takenNames, noun);
  if (purpose === 'share') {
    return (
      <NameDialog
        title={`Share ${item.name}`}
        label="File name"
        description={strings.share(noun, item.name)}
        initial={freeName(item.name, takenNames)}
        check={check}
        action="Share"
        onSubmit={(name) => shareEntry(server, place, name, list)}
        onClose={onClose}
      />
    );
  }
  const file = item.location?.file;
  return (
    <NameDialog
      title={`Rename the file of ${item.name}`}
      label="File name"
      description={strings.renameShared(listedBy.join(', '), item.name)}
      initial={item.catalogueName ?? ''}
      check={check}
      action="Rename"
      onSubmit={async (name) => file !== undefined && renameCatalogue(file, name)}
      onClose={onClose}
    />
  );
}
