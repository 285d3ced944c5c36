import { useState } from 'react';
import type { ServerSummary } from '../../../src/contract/contract.ts';
import { catalogueNameProblem, toolNameProblem } from '../../../src/model/prompt/prompt-names.ts';
import { NameDialog } from '../../components/overlay/NameDialog.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { selectCatalogueNames } from '../../store/selectors.ts';
import { afterClosing } from '../shell/focus.ts';
import { jumpToField } from '../shell/jump.ts';
import { EntryLocation, type EntryPlace } from '../shell/list/EntryLocation.tsx';
import { strings } from './strings.ts';

/** Asks for the name and location of a tool, adds it to the server's list and opens it. */
export default function NewToolDialog({ server, onClose }: { server: ServerSummary; onClose: () => void }) {
  const store = useWorkbenchStore();
  const { createEntry, createTool } = store.actions;
  const [place, setPlace] = useState<EntryPlace>('catalogue');
  const catalogueNames = useWorkbench((state) => selectCatalogueNames(state, 'tools'));
  const taken = server.tools.map(({ name }) => name);
  return (
    <NameDialog
      title="New tool"
      label="Name"
      description={strings.toolName}
      action="Create"
      check={(name) =>
        toolNameProblem(name, taken) ?? (place === 'catalogue' ? catalogueNameProblem(name, catalogueNames) : undefined)
      }
      onSubmit={async (name) => {
        const { location } = await (place === 'inline'
          ? createEntry(server.name, name, 'tools')
          : createTool(server.name, name));
        if (location) afterClosing(() => inBackground(jumpToField(store, [...location.at, 'Description'])));
      }}
      onClose={onClose}
      below={<EntryLocation place={place} onChange={setPlace} />}
    />
  );
}
