import type { ServerSummary } from '../../../src/contract/contract.ts';
import { toolNameProblem } from '../../../src/model/prompt/prompt-names.ts';
import { NameDialog } from '../../components/overlay/NameDialog.tsx';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { strings } from './strings.ts';

/** Asks for a name, adds the tool to the server's list and opens it. */
export default function NewToolDialog({ server, onClose }: { server: ServerSummary; onClose: () => void }) {
  const { createEntry } = useWorkbenchActions();
  const taken = server.tools.map(({ name }) => name);
  return (
    <NameDialog
      title="New tool"
      label="Name"
      description={strings.toolName}
      action="Create"
      check={(name) => toolNameProblem(name, taken)}
      onSubmit={(name) => createEntry(server.name, name, 'tools')}
      onClose={onClose}
    />
  );
}
