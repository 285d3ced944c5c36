import { useState } from 'react';
import { Choice } from '../../components/controls/Choice.tsx';
import { NameDialog } from '../../components/overlay/NameDialog.tsx';
import { newEntryNameProblem } from '../../store/arguments/name-clash.ts';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { selectServers } from '../../store/selectors.ts';
import { createAndJump } from '../shell/held-keys.ts';
import { jumpToField } from '../shell/jump.ts';
import { EntryLocation, type EntryPlace } from '../shell/list/EntryLocation.tsx';
import { strings } from './strings.ts';

interface NewToolDialogProps {
  /** The name of the server that is chosen first. */
  readonly server: string;
  readonly onClose: () => void;
}

/** Asks for the name, the server and the location of a tool, adds it to the server's list and opens it. */
export default function NewToolDialog({ server: firstServer, onClose }: NewToolDialogProps) {
  const store = useWorkbenchStore();
  const { createEntry, createTool } = store.actions;
  const [place, setPlace] = useState<EntryPlace>('catalogue');
  const servers = useWorkbench(selectServers).filter(({ file }) => file !== undefined);
  const [server, setServer] = useState(firstServer);
  return (
    <NameDialog
      title="New tool"
      label="Name"
      description={strings.toolName}
      action="Create"
      check={(name) => newEntryNameProblem(store.state.getState(), 'tools', server, name)}
      onSubmit={(name) =>
        createAndJump(
          store,
          () => (place === 'inline' ? createEntry(server, name, 'tools') : createTool(server, name)),
          async ({ location }, isHere) =>
            location !== undefined && jumpToField(store, [...location.at, 'Description'], isHere),
        )
      }
      onClose={onClose}
      below={
        <>
          <Choice label="In the server" value={server} options={servers.map(({ name }) => name)} onChange={setServer} />
          <EntryLocation place={place} onChange={setPlace} />
        </>
      }
    />
  );
}
