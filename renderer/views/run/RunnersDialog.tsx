import { Bot, Server } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import { wordList } from '../../../src/base/text/word-list.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { textClass } from '../../components/layout/text-class.ts';
import { Modal } from '../../components/overlay/Modal.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { Skeleton } from '../../components/status/Skeleton.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { RunnerView } from '../../store/state/run.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { KeyField } from './KeyField.tsx';
import { PricesFold } from './PricesFold.tsx';
import styles from './RunnersDialog.module.css';
import { strings } from './strings.ts';
import { useRuns } from './useRuns.ts';

const selector = ({ run }: WorkbenchState) => run.list;

/** Every runner: whether it can start, its key, and one's own addresses. */
export default function RunnersDialog() {
  const list = useWorkbench(selector);
  const runs = useRuns();
  const { closeOverlay } = useWorkbenchActions();
  const [failure, setFailure] = useState<string>();
  useEffect(() => inBackground(runs.readRunners()), [runs]);
  const missingRunners = list.status === 'ready' ? list.runners.filter((runner) => !isHere(runner)) : [];
  return (
    <Modal
      title="Runners"
      isWide
      onClose={closeOverlay}
      failure={failure}
      footer={<Button onPress={closeOverlay}>Close</Button>}
    >
      <Stack gap={4}>
        <Text tone="soft">{strings.aboutRunners}</Text>
        {list.status === 'failed' && <Notice tone="danger">{list.message}</Notice>}
        {(list.status === 'none' || list.status === 'reading') && <Skeleton />}
        {list.status === 'ready' && <RunnerList label="Runners" runners={list.runners.filter(isHere)} />}
        <Fold title="Add an address">
          <NewAddress runners={list.status === 'ready' ? list.runners : []} onFailure={setFailure} />
        </Fold>
        <PricesFold />
        {list.status === 'ready' && missingRunners.length > 0 && (
          <Fold title="Agents that are not on this computer" summary={String(missingRunners.length)}>
            <RunnerList label="Agents that are not on this computer" runners={missingRunners} />
          </Fold>
        )}
      </Stack>
    </Modal>
  );
}

/** Whether a person can do something about it here. */
const isHere = ({ kind, state }: RunnerView) => kind === 'address' || state.kind === 'ready';

function RunnerList({ label, runners }: { label: string; runners: readonly RunnerView[] }) {
  return (
    <ul aria-label={label} className={styles.list}>
      {runners.map((runner) => (
        <RunnerRow key={runner.id} runner={runner} />
      ))}
    </ul>
  );
}

function RunnerRow({ runner }: { runner: RunnerView }) {
  const { id, title, kind, place, state, isOwn, model, models, agreed, hasKey } = runner;
  const runs = useRuns();
  const [setsKey, setSetsKey] = useState(false);
  const [isLooking, setLooking] = useState(false);
  const look = async () => {
    setLooking(true);
    await runs.readRunners().finally(() => setLooking(false));
  };
  const Icon = kind === 'agent' ? Bot : Server;
  return (
    <li className={styles.row}>
      <Icon size={16} className={textClass({ tone: 'faint', fixed: true })} aria-hidden="true" />
      <Stack gap="2px" grow shrink>
        <Row align="baseline" wrap gap={2} rowGap={0}>
          <Text as="span" weight="medium">
            {title}
          </Text>
          <Text as="span" size="s" tone={state.kind === 'ready' && !state.isUntried ? 'good' : 'faint'}>
            {stateWords(kind, state)}
          </Text>
          {agreed && (
            <Text as="span" size="s" tone="faint">
              you have agreed
            </Text>
          )}
        </Row>
        {(state.kind === 'ready' || kind === 'address') && (
          <Text size="s" tone="faint" breaks>
            {[place, model ?? modelsOf(models)].filter(Boolean).join(' · ')}
          </Text>
        )}
        {state.kind !== 'ready' && (
          <Text size="s" tone="faint" breaks>
            {state.message}
          </Text>
        )}
        {setsKey && (
          <KeyField
            title={title}
            onKey={async (key) => {
              await runs.setKey(id, key);
              setSetsKey(false);
            }}
          />
        )}
      </Stack>
      {agreed && (
        <Button
          variant="quiet"
          aria-label={`Revoke the agreement to ${title}`}
          onPress={() => inBackground(runs.revoke(id))}
        >
          Revoke
        </Button>
      )}
      {kind === 'address' && state.kind === 'missing' && (
        <Button
          variant="quiet"
          aria-label={`Look again for ${title}`}
          isDisabled={isLooking}
          onPress={() => inBackground(look())}
        >
          {isLooking ? 'Looking…' : 'Look again'}
        </Button>
      )}
      {kind === 'address' && !setsKey && (
        <Button variant="quiet" aria-label={`Set key of ${title}`} onPress={() => setSetsKey(true)}>
          Set key
        </Button>
      )}
      {kind === 'address' && (isOwn || hasKey) && (
        <Button
          variant="quiet"
          aria-label={isOwn ? `Remove ${title}` : `Remove key of ${title}`}
          onPress={() => inBackground(runs.removeRunner(id))}
        >
          {isOwn ? 'Remove' : 'Remove key'}
        </Button>
      )}
    </li>
  );
}

function stateWords(kind: RunnerView['kind'], state: RunnerView['state']): string {
  if (state.kind === 'ready') return state.isUntried ? 'not tried' : 'ready';
  if (state.kind === 'needs-key') return 'needs a key';
  return kind === 'address' ? 'does not answer' : 'not here';
}

/** The models that a service names: `gemma3, qwen3 and 4 more`. */
function modelsOf(models: RunnerView['models']): string {
  const [shownModels, moreCount] = [models.slice(0, 3), Math.max(0, models.length - 3)];
  return moreCount === 0 ? wordList(shownModels) : `${shownModels.join(', ')} and ${moreCount} more`;
}

/** Adds an address that answers as the OpenAI API does, with its key; one with the name of another replaces that. */
function NewAddress({
  runners,
  onFailure,
}: {
  readonly runners: readonly RunnerView[];
  readonly onFailure: (failure: string | undefined) => void;
}) {
  const runs = useRuns();
  const [id, setId] = useState('');
  const [address, setAddress] = useState('');
  const [model, setModel] = useState('');
  const [key, setKey] = useState('');
  const isReady = id.trim() !== '' && address.trim() !== '';
  const replacedRunner = runners.find((runner) => runner.id === id.trim());
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    try {
      await runs.addRunner({ id: id.trim(), address: address.trim(), ...(model.trim() && { model: model.trim() }) });
      if (key.trim() !== '') await runs.setKey(id.trim(), key.trim());
      onFailure(undefined);
      for (const clear of [setId, setAddress, setModel, setKey]) clear('');
    } catch (error) {
      onFailure(sentence(error));
    }
  };
  return (
    <form onSubmit={(event) => inBackground(add(event))} className={styles.form}>
      <Field label="Name" mono placeholder="lm-studio" value={id} onChange={setId} />
      <Field label="Model" mono value={model} onChange={setModel} />
      <div className={styles.wide}>
        <Field label="Address" mono description={strings.address} value={address} onChange={setAddress} />
      </div>
      <div className={styles.wide}>
        <Field label="Key" mono description={strings.key} value={key} onChange={setKey} isSecret />
      </div>
      <Row justify="end" className={styles.wide ?? ''}>
        {replacedRunner && (
          <Text size="s" tone="warning" grow>
            {strings.replacesRunner(replacedRunner)}
          </Text>
        )}
        <Button type="submit" variant="primary" isDisabled={!isReady}>
          {replacedRunner ? 'Replace' : 'Add'}
        </Button>
      </Row>
    </form>
  );
}
