import { mcpNameProblem, sourceNameProblem, toolNameProblem } from '../../../../src/model/prompt/prompt-names.ts';
import { NameDialog } from '../../../components/overlay/NameDialog.tsx';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../../store/state.ts';
import { selectEntry, selectOwnSource } from '../find/selection-commands.ts';
import { strings } from '../strings.ts';

const selector = (state: WorkbenchState) => {
  const { server, list, item, index } = selectEntry(state) ?? {};
  return { server, list, index, name: item?.name };
};

/** Renames the selected prompt, tool or source. */
export default function RenameDialog() {
  const source = useWorkbench((state) => selectOwnSource(state)?.source.name);
  return source === undefined ? <RenameEntry /> : <RenameSource name={source} />;
}

const selectSources = ({ sources }: WorkbenchState) => sources.list;

function RenameSource({ name }: { name: string }) {
  const sources = useWorkbench(selectSources);
  const { renameSource, closeOverlay } = useWorkbenchActions();
  const others = sources.filter((each) => !each.builtin && each.name !== name).map((each) => each.name);
  return (
    <NameDialog
      title={`Rename ${name}`}
      label="Name"
      description={strings.renameSource}
      initial={name}
      check={(typed) => sourceNameProblem(typed, others)}
      action="Rename"
      onSubmit={(typed) => renameSource(name, typed)}
      onClose={closeOverlay}
    />
  );
}

/** Renames a prompt or tool for clients. */
function RenameEntry() {
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
