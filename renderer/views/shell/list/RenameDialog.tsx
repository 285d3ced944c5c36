import { useEffect, useState } from 'react';
import {
  mcpNameProblem,
  serverNameProblem,
  sourceNameProblem,
  toolNameProblem,
} from '../../../../src/model/prompt/prompt-names.ts';
import { NameDialog } from '../../../components/overlay/NameDialog.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { selectServers } from '../../../store/selectors.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { selectEntry, selectedServer, selectOwnSource } from '../find/selection-commands.ts';
import { strings } from '../strings.ts';

const selector = (state: WorkbenchState) => {
  const { server, list, item, index } = selectEntry(state) ?? {};
  return { server, list, index, name: item?.name };
};

const selectOwnServer = (state: WorkbenchState) => {
  const { name, file } = selectedServer(state) ?? {};
  return { server: name, file };
};

/** Renames the selected prompt, tool, server or source. */
export default function RenameDialog() {
  const source = useWorkbench((state) => selectOwnSource(state)?.source.name);
  const { server, file } = useWorkbench(selectOwnServer);
  if (server !== undefined && file !== undefined) return <RenameServer name={server} file={file} />;
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
      check={(typed) => sourceNameProblem(typed, others, name)}
      action="Rename"
      onSubmit={(typed) => renameSource(name, typed)}
      onClose={closeOverlay}
    />
  );
}

const selectServerNames = (state: WorkbenchState) => selectServers(state).map((server) => server.name);

function RenameServer({ name, file }: { name: string; file: string }) {
  const servers = useWorkbench(selectServerNames);
  const { renameServer, readServerNameNote, closeOverlay } = useWorkbenchActions();
  const [note, setNote] = useState<string>();
  useEffect(() => inBackground(readServerNameNote(file).then(setNote)), [readServerNameNote, file]);
  const others = servers.filter((each) => each !== name);
  return (
    <NameDialog
      title={`Rename ${name}`}
      label="Name"
      description={[strings.renameServer, note].filter(Boolean).join(' ')}
      initial={name}
      check={(typed) => serverNameProblem(typed, others)}
      action="Rename"
      onSubmit={(typed) => renameServer(file, typed)}
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
      label="Name"
      description={strings.renameForClients(list === 'tools' ? 'tool' : 'prompt')}
      initial={name}
      check={(typed) => problem(typed, others)}
      action="Rename"
      onSubmit={(typed) => renameEntry(server.name, index, typed, list)}
      onClose={closeOverlay}
    />
  );
}
