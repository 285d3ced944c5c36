import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { NameDialog } from './NameDialog.tsx';

/** Asks for a name, makes the server's file and shows the server. */
export default function NewServerDialog({ onClose }: { onClose: () => void }) {
  const { createServer } = useWorkbenchActions();
  return (
    <NameDialog
      title="New server"
      label="Name"
      description="One entry in a client application. Claude Code puts it before each prompt: /mcp__name__prompt. Letters, digits, - and _ work everywhere."
      action="Create"
      onSubmit={createServer}
      onClose={onClose}
    />
  );
}
