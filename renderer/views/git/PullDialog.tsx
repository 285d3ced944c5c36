import { useEffect, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import { formatCount } from '../../../src/base/text/format-count.ts';
import type { Output, PullOutcome } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { FieldChange } from '../../components/definition-diff/FieldChange.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './PullDialog.module.css';
import { PushOutcome } from './PushOutcome.tsx';
import { RestrictedGit, selectMayRunGit } from './RestrictedGit.tsx';
import { strings } from './strings.ts';
import { useGit } from './useGit.ts';
import { failureEnding, publishEnding, useUnlessClosed } from './useUnlessClosed.ts';

type Conflicts = Extract<PullOutcome, { kind: 'conflicts' }>;
type Conflict = Conflicts['conflicts'][number];
type Side = 'ours' | 'theirs';

const selector = ({ git }: WorkbenchState) => git;
const idOf = ({ file, place }: Conflict) => `${file}\n${place}`;

/**
 * Pulls what others have published, and then offers to push what is not pushed yet. A place that both sides changed
 * waits for a choice.
 * @param onClose closes it where another dialog has opened it
 */
export default function PullDialog({ onClose }: { readonly onClose?: () => void }) {
  const state = useWorkbench(selector);
  const git = useGit();
  const tell = useUnlessClosed();
  const mayRun = useWorkbench(selectMayRunGit);
  // Another program may have changed the branch meanwhile.
  useEffect(() => inBackground(git.refresh()), [git]);
  const { closeOverlay } = useWorkbenchActions();
  const close = onClose ?? closeOverlay;
  const [outcome, setOutcome] = useState<PullOutcome>();
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const [pushResult, setPushed] = useState<Output<'git.push'>>();
  const [failure, setFailure] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const conflicts = outcome?.kind === 'conflicts' ? outcome.conflicts : [];
  const open = conflicts.filter((conflict) => choices[idOf(conflict)] === undefined).length;
  const upstream = state?.kind === 'repository' ? state.upstream : undefined;
  const isDone = outcome !== undefined && outcome.kind !== 'conflicts';
  const ahead = isDone ? (upstream?.ahead ?? 0) : 0;

  async function run(step: () => Promise<void>): Promise<void> {
    setRunning(true);
    setFailure(undefined);
    setPushed(undefined);
    try {
      await step();
    } catch (error) {
      tell(() => setFailure(sentence(error)), failureEnding(error));
    } finally {
      setRunning(false);
    }
  }

  async function pull(): Promise<void> {
    const commit = outcome?.kind === 'conflicts' ? { commit: outcome.commit } : {};
    const choiceList = Object.entries(choices).map(([id, side]) => {
      const [file = '', place = ''] = id.split('\n');
      return { file, place, side };
    });
    const next = await git.pull({ choices: choiceList, ...commit });
    tell(() => setOutcome(next), { text: strings.pulled(next), isFailure: next.kind === 'conflicts' });
  }

  async function push(): Promise<void> {
    const result = await git.push();
    tell(() => setPushed(result), publishEnding(result));
    // The remote has got new commits meanwhile.
    if (result.pushFailure?.reason === 'behind') {
      setOutcome(undefined);
      setChoices({});
    }
  }

  return (
    <Modal
      title="Pull"
      isWide
      onClose={close}
      failure={failure}
      footer={
        <>
          <Button onPress={close}>{isDone ? 'Close' : 'Cancel'}</Button>
          {!isDone && (
            <Button
              variant="primary"
              isDisabled={isRunning || !mayRun || open > 0 || upstream === undefined}
              onPress={() => inBackground(run(pull))}
            >
              {isRunning ? 'Pulling…' : open > 0 ? `${formatCount(open, 'choice')} left` : 'Pull'}
            </Button>
          )}
          {ahead > 0 && (
            <Button variant="primary" isDisabled={isRunning} onPress={() => inBackground(run(push))}>
              {isRunning ? 'Pushing…' : 'Push'}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={4}>
        <RestrictedGit />
        {outcome === undefined && <Text tone="soft">{strings.aboutPull}</Text>}
        {outcome === undefined && <UpstreamText state={state} />}
        {conflicts.length > 0 && (
          <>
            <Text tone="soft">{strings.choose(outcome?.from ?? '')}</Text>
            <ul aria-label="Conflicts" className={styles.list}>
              {conflicts.map((conflict) => (
                <ConflictRow
                  key={idOf(conflict)}
                  conflict={conflict}
                  from={outcome?.from ?? ''}
                  side={choices[idOf(conflict)]}
                  onChoose={(side) => setChoices({ ...choices, [idOf(conflict)]: side })}
                />
              ))}
            </ul>
          </>
        )}
        {isDone && <Notice tone="good">{strings.pulled(outcome)}</Notice>}
        {ahead > 0 && <Text>{strings.ahead(ahead)}</Text>}
        {pushResult && <PushOutcome outcome={pushResult} />}
      </Stack>
    </Modal>
  );
}

function UpstreamText({ state }: { readonly state: WorkbenchState['git'] }) {
  if (state?.kind !== 'repository') return <Text>{state?.message}</Text>;
  const { branch, upstream, hasRemote } = state;
  if (!hasRemote) return <Text breaks>{strings.noRemoteToPull}</Text>;
  if (branch === undefined) return <Text>{strings.noBranchToPull}</Text>;
  if (upstream === undefined) return <Text breaks>{strings.noUpstream(branch)}</Text>;
  return (
    <Text>
      {branch} follows {upstream.name}
      {upstream.behind > 0 && `, which has ${formatCount(upstream.behind, 'new commit')}`}.
    </Text>
  );
}

interface ConflictRowProps {
  readonly conflict: Conflict;
  /** The upstream, as people write it. */
  readonly from: string;
  readonly side: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

function ConflictRow({ conflict, from, side, onChoose }: ConflictRowProps) {
  const { name, place, isOrder, ours, theirs } = conflict;
  const label = [name, place === '' ? 'the whole file' : place].join(' › ');
  return (
    <li className={styles.row}>
      <FieldChange
        field={{
          label: isOrder ? `${label} (the order)` : label,
          ...(ours !== undefined && { before: textOf(ours) }),
          ...(theirs !== undefined && { after: textOf(theirs) }),
        }}
      />
      <Segmented
        label={`Side of ${label}`}
        value={side ?? 'none'}
        options={[
          { value: 'ours', label: ours === undefined ? 'Keep removed' : 'Keep mine' },
          { value: 'theirs', label: theirs === undefined ? `Remove, as ${from}` : `Take ${from}` },
        ]}
        onChange={(next) => next !== 'none' && onChoose(next)}
      />
    </li>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
