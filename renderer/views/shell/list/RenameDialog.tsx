import { mcpNameProblem, toolNameProblem } from '../../../../src/model/prompt/prompt-names.ts';
import { NameDialog } from '../../../components/overlay/NameDialog.tsx';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../../store/state.ts';
import { selectEntry } from '../find/selection-commands.ts';
import { strings } from '../strings.ts';

const selector = (state: WorkbenchState) => {
  const { server, list, item, index } = selectEntry(state) ?? {};
  return { server, list, index, name: item?.name };
};

/** Renames the selected prompt or tool for clients. */
export default function RenameDialog() {
  const { server, list, index, name } = useWorkbench(selector);
  const { renameEntry, closeOverlay } = useWorkbenchActions();
  if (!server || !list || index === undefined || name === undefined) return null;
  const entries: readonly { readonly name: string }[] = server[list];
  const others = entries.toSpliced(index, 1).map((entry) => entry.name);
  const problem = list === 'tools' ? toolNameProblem : mcpNameProblem;
  return (
    <NameDialog
      title={`Rename ${name}`}
      label="MCP name"
      description={strings.renameForClients(list === 'tools' ? 'tool' : 'prompt')}
      initial={name}
      check={(typed) => problem(typed, others)}
      action="Rename"
      onSubmit={(typed) => renameEntry(server.name, index, typed, list)}
      onClose={closeOverlay}
    />
  );
}
