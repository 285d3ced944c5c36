import { serverNameProblem } from '../../../src/model/prompt/prompt-names.ts';
import { NameDialog } from '../../components/overlay/NameDialog.tsx';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { selectServers } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { createAndJump } from '../shell/held-keys.ts';
import { jumpToField } from '../shell/jump.ts';
import { strings } from './strings.ts';

const selectNames = (state: WorkbenchState) => selectServers(state).map(({ name }) => name);

interface NewServerDialogProps {
  readonly onClose: () => void;
}

/** Asks for a name, creates the server's file and opens the server. */
export default function NewServerDialog({ onClose }: NewServerDialogProps) {
  const store = useWorkbenchStore();
  const { createServer } = store.actions;
  const takenNames = useWorkbench(selectNames);
  return (
    <NameDialog
      title="New server"
      label="Name"
      description={strings.serverName}
      action="Create"
      check={(name) => serverNameProblem(name, takenNames)}
      onSubmit={(name) =>
        createAndJump(
          store,
          () => createServer(name),
          (_, isHere) => jumpToField(store, ['MCPPrompts'], isHere),
        )
      }
      onClose={onClose}
    />
  );
}
