import { catalogueNameProblem, freeName } from '../../../../src/model/prompt-names.ts';
import { NameDialog } from '../../../components/NameDialog.tsx';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { selectCatalogueNames, selectServers } from '../../../store/selectors.ts';
import type { ListRow } from './list-rows.ts';

interface EntryNameDialogProps {
  readonly purpose: 'share' | 'rename-file';
  readonly row: ListRow;
  readonly server: string;
  readonly onClose: () => void;
}

/** Asks for the catalogue name of an entry: of one that is to be shared, or that has one already. */
export function EntryNameDialog({ purpose, row, server, onClose }: EntryNameDialogProps) {
  const { shareEntry, renameCatalogue } = useWorkbenchActions();
  const { prompt, place } = row;
  const listedBy = useWorkbench((state) =>
    selectServers(state)
      .filter(({ prompts }) => prompts.some(({ catalogueName }) => catalogueName === prompt.catalogueName))
      .map(({ name }) => name),
  );
  const taken = useWorkbench(selectCatalogueNames).filter((name) => name !== prompt.catalogueName);
  const check = (name: string) => catalogueNameProblem(name, taken);
  if (purpose === 'share') {
    return (
      <NameDialog
        title={`Share ${prompt.name}`}
        label="Catalogue name"
        description="The prompt becomes a file of this name in the prompts folder, and other servers can list it too. Clients go on calling it as they do."
        initial={freeName(prompt.name, taken)}
        check={check}
        action="Share"
        onSubmit={(name) => shareEntry(server, place, name)}
        onClose={onClose}
      />
    );
  }
  const file = prompt.location?.file;
  return (
    <NameDialog
      title={`Rename ${prompt.catalogueName} in the catalogue`}
      label="Catalogue name"
      description={`Its file and every listing get the new name (${listedBy.join(', ')}). Clients go on calling it ${prompt.name}.`}
      initial={prompt.catalogueName ?? ''}
      check={check}
      action="Rename"
      onSubmit={async (name) => file !== undefined && renameCatalogue(file, name)}
      onClose={onClose}
    />
  );
}
