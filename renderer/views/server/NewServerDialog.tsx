import { serverNameProblem } from '../../../src/model/prompt/prompt-names.ts';
import { NameDialog } from '../../components/overlay/NameDialog.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServers } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';

const selectNames = (state: WorkbenchState) => selectServers(state).map(({ name }) => name);

/** Asks for a name, creates the server's file and opens the server. */
export default function NewServerDialog({ onClose }: { onClose: () => void }) {
  const { createServer } = useWorkbenchActions();
  const taken = useWorkbench(selectNames);
  return (
    <NameDialog
      title="New server"
      label="Name"
      description="The name of its entry in client applications. Claude Code shows it before each prompt: /mcp__name__prompt. Letters, digits, - and _ work everywhere."
      action="Create"
      check={(name) => serverNameProblem(name, taken)}
      onSubmit={createServer}
      onClose={onClose}
    />
  );
}
