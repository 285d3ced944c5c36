import { Plus } from 'lucide-react';
import type { PromptSummary } from '../../../src/contract/contract.ts';
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

/** Shown instead of an answer for a prompt that no server lists, or whose server's file has an error. */
export default function UnlistedPrompt({ prompt }: { prompt: PromptSummary }) {
  const { servers, invalidFile } = useWorkbench(selector);
  const { state } = useWorkbenchStore();
  const { addEntry, select, goTo } = useWorkbenchActions();
  const { name, catalogueName } = prompt;
  const addTo = async (server: string) => {
    if (catalogueName === undefined || !(await addEntry(server, catalogueName))) return;
    const newPrompt = findServer(state.getState(), server)?.prompts.findLast(
      (candidate) => candidate.catalogueName === catalogueName,
    );
    if (newPrompt) select({ kind: 'prompt', server, key: newPrompt.key });
  };
  if (invalidFile !== undefined)
    return (
      <EmptyState
        title={`${invalidFile} has an error`}
        actions={<Button onPress={() => goTo(invalidFile, [])}>Open the file</Button>}
      >
        Its prompts are not served until it is fixed, and <code>{name}</code> may be one of them.
      </EmptyState>
    );
  const [first, ...otherServers] = catalogueName === undefined ? [] : servers;
  return (
    <EmptyState
      title="No server lists this prompt"
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
      Add <code>{name}</code> to a server to preview it here.
    </EmptyState>
  );
}
