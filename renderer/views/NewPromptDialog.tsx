import { type FormEvent, useId, useState } from 'react';
import { Button } from '../components/Button.tsx';
import { Choice } from '../components/Choice.tsx';
import { Field } from '../components/Field.tsx';
import { Modal } from '../components/Modal.tsx';
import { Notice } from '../components/Notice.tsx';
import { useWorkbench, useWorkbenchActions } from '../store/StoreProvider.tsx';
import { selectServers } from '../store/selectors.ts';
import type { WorkbenchState } from '../store/state.ts';

const selector = (state: WorkbenchState) => ({
  servers: selectServers(state),
  selected: state.selection && 'server' in state.selection ? state.selection.server : undefined,
});

type Stage =
  | { readonly kind: 'naming' }
  | { readonly kind: 'making' }
  | { readonly kind: 'failed'; readonly message: string };

/** Asks for a name and makes the prompt's file. */
export default function NewPromptDialog({ onClose }: { onClose: () => void }) {
  const { servers, selected } = useWorkbench(selector);
  const { createPrompt } = useWorkbenchActions();
  const own = servers.filter(({ file }) => file !== undefined).map(({ name }) => name);
  const [server, setServer] = useState(own.find((name) => name === selected) ?? own[0]);
  const [name, setName] = useState('');
  const [stage, setStage] = useState<Stage>({ kind: 'naming' });
  const formId = useId();

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (server === undefined || name.trim() === '' || stage.kind === 'making') return;
    setStage({ kind: 'making' });
    try {
      await createPrompt(server, name.trim());
      onClose();
    } catch (error) {
      setStage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };

  return (
    <Modal
      title="New prompt"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            isDisabled={server === undefined || name.trim() === '' || stage.kind === 'making'}
          >
            Create
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void onSubmit(event)} style={{ display: 'grid', gap: 12 }}>
        {server === undefined ? (
          <Notice tone="warning">
            The workspace has no server of its own yet; write one into its servers folder first.
          </Notice>
        ) : (
          own.length > 1 && <Choice label="Server" value={server} options={own} onChange={setServer} />
        )}
        <Field
          label="Name"
          mono
          autoFocus
          value={name}
          onChange={setName}
          description={`Clients offer it as /mcp__${server ?? 'server'}__${name.trim() || 'name'}.`}
        />
        {stage.kind === 'failed' && <Notice tone="danger">{stage.message}</Notice>}
      </form>
    </Modal>
  );
}
