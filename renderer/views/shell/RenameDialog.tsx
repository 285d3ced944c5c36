import { mcpNameProblem } from '../../../src/model/prompt-names.ts';
import { NameDialog } from '../../components/NameDialog.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { selectEntry } from './selection-commands.ts';

/** Beside the others of its list. */
const selector = (state: WorkbenchState) => {
  const entry = selectEntry(state);
  const index = entry?.index ?? 0;
  const others = entry?.server.prompts.toSpliced(index, 1).map((prompt) => prompt.name) ?? [];
  return { server: entry?.server.name, index, name: entry?.prompt.name, others };
};

/** Another MCP name for the selected prompt. */
export default function RenameDialog() {
  const { server, index, name, others } = useWorkbench(selector);
  const { renameEntry, closeOverlay } = useWorkbenchActions();
  if (server === undefined || name === undefined) return null;
  return (
    <NameDialog
      title={`Rename ${name}`}
      label="MCP name"
      description="What clients call the prompt by. Whoever uses the old name has to learn the new one."
      initial={name}
      check={(typed) => mcpNameProblem(typed, others)}
      action="Rename"
      onSubmit={(typed) => renameEntry(server, index, typed)}
      onClose={closeOverlay}
    />
  );
}
