import { mcpNameProblem } from '../../../src/model/prompt-names.ts';
import { NameDialog } from '../../components/NameDialog.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { selectEntry } from './selection-commands.ts';

const selector = (state: WorkbenchState) => {
  const { server, prompt, index } = selectEntry(state) ?? {};
  return { server, index, name: prompt?.name };
};

/** Another MCP name for the selected prompt. */
export default function RenameDialog() {
  const { server, index, name } = useWorkbench(selector);
  const { renameEntry, closeOverlay } = useWorkbenchActions();
  if (!server || index === undefined || name === undefined) return null;
  const others = server.prompts.toSpliced(index, 1).map((prompt) => prompt.name);
  return (
    <NameDialog
      title={`Rename ${name}`}
      label="MCP name"
      description="What clients call the prompt by. Whoever uses the old name has to learn the new one."
      initial={name}
      check={(typed) => mcpNameProblem(typed, others)}
      action="Rename"
      onSubmit={(typed) => renameEntry(server.name, index, typed)}
      onClose={closeOverlay}
    />
  );
}
