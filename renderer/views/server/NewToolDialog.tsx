import type { ServerSummary } from '../../../src/contract/contract.ts';
import type { KeyPath } from '../../../src/model/definitions.ts';
import { NameDialog } from '../../components/NameDialog.tsx';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';

interface NewToolDialogProps {
  readonly server: ServerSummary;
  readonly at: KeyPath;
  readonly onClose: () => void;
}

/** MCP 2025-11-25, "Tool Names". */
const allowed = /^[A-Za-z0-9_.-]{1,128}$/;

/** Asks for a name, writes the tool into the server's list and shows it. */
export default function NewToolDialog({ server, at, onClose }: NewToolDialogProps) {
  const { createTool } = useWorkbenchActions();
  const taken = server.tools.map(({ name }) => name);
  return (
    <NameDialog
      title="New tool"
      label="Name"
      description="Models call it by this name: 1 to 128 letters, digits, _, - and “.”."
      action="Create"
      check={(name) => {
        if (taken.includes(name))
          return { severity: 'error', message: `This server has a tool called ${name} already.` };
        if (allowed.test(name)) return undefined;
        return { severity: 'error', message: 'A tool’s name is made of letters, digits, _, - and “.” alone.' };
      }}
      onSubmit={(name) => createTool(server.name, at, name)}
      onClose={onClose}
    />
  );
}
