import { Plus } from 'lucide-react';
import type { ListName, PromptSummary, ToolSummary } from '../../../src/contract/contract.ts';
import { ActionMenu } from '../../components/controls/ActionMenu.tsx';
import { Button } from '../../components/controls/Button.tsx';
import { Truncate } from '../../components/layout/primitives.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { inBackground } from '../../in-background.ts';
import { hasInvalidFile } from '../../store/problems/server-error.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { findServer, selectServers } from '../../store/selectors.ts';
import { stableSelector } from '../../store/stable-selector.ts';

const selector = stableSelector((state) => {
  const files = selectServers(state).flatMap(({ name, file }) => (file === undefined ? [] : [{ name, file }]));
  return {
    servers: files.flatMap(({ name, file }) => (hasInvalidFile(state, file) ? [] : [name])),
    /** A server file that may list the prompt. */
    invalidFile: files.find(({ file }) => hasInvalidFile(state, file))?.file,
  };
});

interface UnlistedEntryProps {
  readonly list: ListName;
  readonly entry: PromptSummary | ToolSummary;
}

/** Shown instead of an answer for a prompt or tool that no server lists, or whose server's file has an error. */
export default function UnlistedEntry({ list, entry }: UnlistedEntryProps) {
  const { servers, invalidFile } = useWorkbench(selector);
  const { state } = useWorkbenchStore();
  const { addEntry, select, goTo } = useWorkbenchActions();
  const { name, catalogueName } = entry;
  const addTo = async (server: string) => {
    if (catalogueName === undefined || !(await addEntry(server, catalogueName, list))) return;
    const entries: readonly (PromptSummary | ToolSummary)[] = findServer(state.getState(), server)?.[list] ?? [];
    const newEntry = entries.findLast((candidate) => candidate.catalogueName === catalogueName);
    if (newEntry) select({ kind: list === 'tools' ? 'tool' : 'prompt', server, key: newEntry.key });
  };
  if (invalidFile !== undefined)
    return (
      <EmptyState
        title={`${invalidFile} has an error`}
        actions={<Button onPress={() => goTo(invalidFile, [])}>Open the file</Button>}
      >
        Its {list} are not served until it is fixed, and <code>{name}</code> may be one of them.
      </EmptyState>
    );
  const [first, ...otherServers] = catalogueName === undefined ? [] : servers;
  return (
    <EmptyState
      title={`No server lists this ${list === 'tools' ? 'tool' : 'prompt'}`}
      actions={
        first !== undefined && (
          <>
            <Button onPress={() => inBackground(addTo(first))}>
              <Plus size={14} />
              <Truncate>Add to {first}</Truncate>
            </Button>
            {otherServers.length > 0 && (
              <ActionMenu
                label="Add to another server"
                icon={<Plus size={14} />}
                actions={() => [
                  otherServers.map((server) => ({ label: server, onAction: () => inBackground(addTo(server)) })),
                ]}
              />
            )}
          </>
        )
      }
    >
      Add <code>{name}</code> to a server to {list === 'tools' ? 'call' : 'preview'} it here.
    </EmptyState>
  );
}
