import { serverNameProblem } from '../../../src/model/prompt/prompt-names.ts';
import { NameDialog } from '../../components/overlay/NameDialog.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServers } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { strings } from './strings.ts';

const selectNames = (state: WorkbenchState) => selectServers(state).map(({ name }) => name);

interface NewServerDialogProps {
  readonly onClose: () => void;
  readonly onMade: () => void;
}

/** Asks for a name, creates the server's file and opens the server. */
export default function NewServerDialog({ onClose, onMade }: NewServerDialogProps) {
  const { createServer } = useWorkbenchActions();
  const taken = useWorkbench(selectNames);
  return (
    <NameDialog
      title="New server"
      label="Name"
      description={strings.serverName}
      action="Create"
      check={(name) => serverNameProblem(name, taken)}
      onSubmit={(name) => createServer(name).then(onMade)}
      onClose={onClose}
    />
  );
}
