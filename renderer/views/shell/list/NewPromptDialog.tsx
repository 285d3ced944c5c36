import { type FormEvent, Suspense, useId, useState } from 'react';
import { fileNameOf } from '../../../../src/model/file-names.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Choice } from '../../../components/controls/Choice.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { Modal } from '../../../components/overlay/Modal.tsx';
import { lazyView } from '../../../components/status/lazy-view.tsx';
import { Notice } from '../../../components/status/Notice.tsx';
import { inBackground } from '../../../in-background.ts';
import { newEntryNameProblem } from '../../../store/arguments/name-clash.ts';
import { sentence } from '../../../store/context.ts';
import { useWorkbench, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { selectCatalogueNames, selectOwnServer, selectServers } from '../../../store/selectors.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import type { GalleryPrompt } from '../../../store/workspace/workspaces.ts';
import { runCommand } from '../find/run-commands.ts';
import { createAndJump } from '../held-keys.ts';
import { jumpToText } from '../jump.ts';
import { strings } from '../strings.ts';
import { EntryLocation, type EntryPlace } from './EntryLocation.tsx';
import styles from './NewPromptDialog.module.css';

const Gallery = lazyView(() => import('./Gallery.tsx'));

const selector = (state: WorkbenchState) => ({ servers: selectServers(state), first: selectOwnServer(state)?.name });

type Stage =
  | { readonly kind: 'naming' }
  | { readonly kind: 'making' }
  | { readonly kind: 'failed'; readonly message: string };

/** Asks for the name and location of a prompt, and creates it. */
export default function NewPromptDialog({ onClose }: { onClose: () => void }) {
  const { servers, first } = useWorkbench(selector);
  const store = useWorkbenchStore();
  const { createPrompt, createEntry, finishStartStep } = store.actions;
  const ownNames = servers.filter(({ file }) => file !== undefined).map(({ name }) => name);
  const [chosenServer, setChosenServer] = useState<string>();
  // The dialog may open before the first server is read.
  const server = chosenServer ?? first;
  const [name, setName] = useState('');
  const [place, setPlace] = useState<EntryPlace>('catalogue');
  const [start, setStart] = useState<GalleryPrompt>();
  const [stage, setStage] = useState<Stage>({ kind: 'naming' });
  const formId = useId();
  const trimmedName = name.trim();
  const nameProblem = useWorkbench((state) =>
    server === undefined ? undefined : newEntryNameProblem(state, 'prompts', server, trimmedName),
  );
  const catalogueNames = useWorkbench((state) => selectCatalogueNames(state, 'prompts'));
  // While it is created, the name is taken by the new prompt itself.
  const problem = trimmedName === '' || stage.kind === 'making' ? undefined : nameProblem;
  const fileName = place === 'catalogue' || start ? fileNameOf(trimmedName, catalogueNames) : trimmedName;
  const note =
    trimmedName === '' || fileName === trimmedName || stage.kind === 'making' ? undefined : strings.newFile(fileName);
  // Claude Code cannot call a prompt with a space in its name, which the problem says.
  const isCallable = !/[\s\p{Cf}]/u.test(trimmedName);
  const isReady = trimmedName !== '' && problem?.severity !== 'error' && stage.kind !== 'making';

  const choose = (next: GalleryPrompt | undefined) => {
    // A name that the person typed stays.
    if (trimmedName === '' || trimmedName === start?.name) setName(next?.name ?? '');
    setStart(next);
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (server === undefined || !isReady) return;
    setStage({ kind: 'making' });
    try {
      await createAndJump(
        store,
        () =>
          start || place === 'catalogue'
            ? createPrompt(server, trimmedName, start?.name)
            : createEntry(server, trimmedName),
        // A prompt of the gallery has its own text; another one has a placeholder.
        (_, isHere) => jumpToText(store, start === undefined, isHere),
      );
      finishStartStep('write');
      onClose();
    } catch (error) {
      setStage({ kind: 'failed', message: sentence(error) });
    }
  };

  if (server === undefined) {
    return (
      <Modal
        title="New prompt"
        onClose={onClose}
        footer={
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button variant="primary" autoFocus onPress={() => runCommand('new-server', store)}>
              New server
            </Button>
          </>
        }
      >
        <Notice tone="warning" title="This workspace has no servers yet">
          {strings.noServers}
        </Notice>
      </Modal>
    );
  }
  return (
    <Modal
      isWide
      title="New prompt"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isDisabled={!isReady}>
            Create
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => inBackground(onSubmit(event))} className={styles.form}>
        <Field
          label="Name"
          mono
          autoFocus
          value={name}
          onChange={setName}
          problems={problem ? [problem] : []}
          onFree={setName}
          description={isCallable ? strings.commandName(server, trimmedName) : undefined}
          note={problem?.severity === 'error' ? undefined : note}
        />
        <Choice label="In the server" value={server} options={ownNames} onChange={setChosenServer} />
        <Suspense fallback={<div className={styles.gallery} />}>
          <Gallery chosenPrompt={start} onChoose={choose} />
        </Suspense>
        <EntryLocation place={start ? 'catalogue' : place} onChange={setPlace} isFixed={start !== undefined} />
        {stage.kind === 'failed' && <Notice tone="danger">{stage.message}</Notice>}
      </form>
    </Modal>
  );
}
