import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { NameDialog } from '../server/NameDialog.tsx';
import { selectEntry } from './selection-commands.ts';

const selector = (state: WorkbenchState) => {
  const entry = selectEntry(state);
  return { server: entry?.server.name, index: entry?.index ?? 0, name: entry?.prompt.name };
};

/** Another MCP name for the selected prompt. */
export default function RenameDialog() {
  const { server, index, name } = useWorkbench(selector);
  const { renameEntry, closeOverlay } = useWorkbenchActions();
  if (server === undefined || name === undefined) return null;
  return (
    <NameDialog
      title={`Rename ${name}`}
      label="MCP name"
      description="What clients call the prompt by. Whoever uses the old name has to learn the new one."
      initial={name}
      action="Rename"
      onSubmit={(typed) => renameEntry(server, index, typed)}
      onClose={closeOverlay}
    />
  );
}
