import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServers } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { NameDialog } from './NameDialog.tsx';
import { serverNameProblem } from './names.ts';

/** A built-in server may be replaced by one of its name. */
const selectOwnNames = (state: WorkbenchState) =>
  selectServers(state)
    .filter(({ builtin }) => !builtin)
    .map(({ name }) => name);

/** Asks for a name, makes the server's file and shows the server. */
export default function NewServerDialog({ onClose }: { onClose: () => void }) {
  const { createServer } = useWorkbenchActions();
  const taken = useWorkbench(selectOwnNames);
  return (
    <NameDialog
      title="New server"
      label="Name"
      description="One entry in a client application. Claude Code puts it before each prompt: /mcp__name__prompt. Letters, digits, - and _ work everywhere."
      action="Create"
      check={(name) => serverNameProblem(name, taken)}
      onSubmit={createServer}
      onClose={onClose}
    />
  );
}
