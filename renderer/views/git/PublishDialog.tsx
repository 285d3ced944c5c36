import { memo, useCallback, useEffect, useId, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import type { GitStateView, Output } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { Skeleton } from '../../components/status/Skeleton.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './PublishDialog.module.css';
import PullDialog from './PullDialog.tsx';
import { PushOutcome } from './PushOutcome.tsx';
import { RestrictedGit, selectMayRunGit } from './RestrictedGit.tsx';
import { strings } from './strings.ts';
import { useGit } from './useGit.ts';
import { failureEnding, publishEnding, useUnlessClosed } from './useUnlessClosed.ts';

type Repository = Extract<GitStateView, { kind: 'repository' }>;
type Change = Repository['changes'][number];

const selector = ({ git }: WorkbenchState) => git;

/** Commits chosen definitions, and pushes them. */
export default function PublishDialog() {
  const state = useWorkbench(selector);
  const git = useGit();
  const { closeOverlay } = useWorkbenchActions();
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    inBackground(git.refresh().finally(() => setRead(true)));
  }, [git]);
  if (isRead && state?.kind === 'repository') return <PublishForm state={state} />;
  return (
    <Modal title="Publish" isWide onClose={closeOverlay} footer={<Button onPress={closeOverlay}>Close</Button>}>
      {isRead ? <Text tone="soft">{state?.kind === 'none' ? state.message : strings.nothing}</Text> : <Skeleton />}
    </Modal>
  );
}

function PublishForm({ state }: { readonly state: Repository }) {
  const git = useGit();
  const tell = useUnlessClosed();
  const mayRun = useWorkbench(selectMayRunGit);
  const { closeOverlay, openOverlay } = useWorkbenchActions();
  const formId = useId();
  // What the person sees stays while they choose, also if the workspace changes.
  const [{ changes, upstream }, setShown] = useState(state);
  const ahead = upstream?.ahead ?? 0;
  const [omittedFiles, setOmittedFiles] = useState<ReadonlySet<string>>(
    () => new Set(changes.flatMap(({ file }) => (git.draft().omittedFiles.has(file) ? [file] : []))),
  );
  const [branch, setBranch] = useState(git.draft().branch ?? state.branch ?? '');
  const [typedMessage, setTyped] = useState(git.draft().message);
  const [isPulling, setPulling] = useState(false);
  const [push, setPush] = useState(upstream !== undefined && state.hasRemote);
  const [plan, setPlan] = useState<Output<'git.plan'>>();
  const [failure, setFailure] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const [done, setDone] = useState<Output<'git.publish'>>();
  const chosenFiles = changes.flatMap(({ file }) => (omittedFiles.has(file) ? [] : [file]));
  // If nothing is left out, the commit has everything, including media and settings that no chosen definition names.
  const files = omittedFiles.size === 0 ? [] : chosenFiles;
  const planKey = omittedFiles.size > 0 && chosenFiles.length === 0 ? undefined : JSON.stringify(files);
  useEffect(() => {
    if (planKey === undefined || !mayRun) return setPlan(undefined);
    setFailure(undefined);
    let isCurrent = true;
    git.plan(JSON.parse(planKey)).then(
      (next) => isCurrent && setPlan(next),
      (error: unknown) => isCurrent && setFailure(sentence(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [git, planKey, mayRun]);
  useEffect(
    () => git.keepDraft({ omittedFiles, message: typedMessage, branch: branch === state.branch ? undefined : branch }),
    [git, omittedFiles, typedMessage, branch, state.branch],
  );
  const choose = useCallback((file: string, isChosen: boolean) => {
    setOmittedFiles((former) =>
      isChosen ? new Set([...former].filter((omittedFile) => omittedFile !== file)) : new Set([...former, file]),
    );
  }, []);
  const message = typedMessage ?? plan?.message ?? '';
  const ownFiles = new Set(changes.map(({ file }) => file));
  const otherFiles = plan?.files.filter((file) => !ownFiles.has(file)) ?? [];
  const hasFiles = plan !== undefined && plan.files.length > 0;
  const isEmpty = plan?.files.length === 0 || (mayRun && omittedFiles.size > 0 && chosenFiles.length === 0);
  const canPushOnly = isEmpty && push && ahead > 0;
  const isReady = !isRunning && (canPushOnly || (hasFiles && message.trim() !== '' && branch.trim() !== ''));

  async function publish(): Promise<void> {
    setRunning(true);
    setFailure(undefined);
    try {
      const name = branch.trim();
      const outcome = canPushOnly
        ? await git.push()
        : await git.publish({
            files,
            message,
            push,
            ...(plan && { plannedFiles: plan.files }),
            ...(name !== state.branch && name !== '' && { branch: name }),
          });
      // After a push alone, the choice of files stays for the next commit.
      git.keepDraft({ ...git.draft(), branch: undefined });
      tell(() => setDone(outcome), publishEnding(outcome));
    } catch (error) {
      tell(() => setFailure(sentence(error)), failureEnding(error));
    } finally {
      setRunning(false);
    }
  }

  if (done) return <Published outcome={done} onClose={closeOverlay} onPull={() => openOverlay('pull')} />;
  return (
    <Modal
      title="Publish"
      isWide
      onClose={closeOverlay}
      failure={failure}
      footer={
        <>
          <Button isDisabled={isRunning} onPress={() => setPulling(true)}>
            Pull…
          </Button>
          <Button onPress={closeOverlay}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isDisabled={!isReady}>
            {isRunning ? 'Publishing…' : canPushOnly ? 'Push' : push ? 'Commit and push' : 'Commit'}
          </Button>
        </>
      }
    >
      {isPulling && (
        <PullDialog
          onClose={() => {
            setPulling(false);
            setShown(state);
          }}
        />
      )}
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) inBackground(publish());
        }}
      >
        <Stack gap={4}>
          <RestrictedGit />
          <Text tone="soft">{strings.aboutPublish}</Text>
          {state.underWay !== undefined && (
            <Notice tone="warning">
              The repository is in the middle of {state.underWay}: finish or abort it first.
            </Notice>
          )}
          {changes.length === 0 ? (
            plan && !hasFiles && <Text>{strings.nothing}</Text>
          ) : (
            <Stack gap={1}>
              {changes.length > 1 && (
                <Checkbox
                  isSelected={omittedFiles.size === 0}
                  isIndeterminate={chosenFiles.length > 0}
                  onChange={(isChosen) => setOmittedFiles(isChosen ? new Set() : ownFiles)}
                >
                  {omittedFiles.size === 0
                    ? `All ${changes.length} changes`
                    : `${chosenFiles.length} of ${changes.length} changes`}
                </Checkbox>
              )}
              <ul aria-label="Changes" className={styles.list}>
                {changes.map((change) => (
                  <ChangeRow
                    key={change.file}
                    change={change}
                    isChosen={!omittedFiles.has(change.file)}
                    onChoose={choose}
                  />
                ))}
              </ul>
            </Stack>
          )}
          {otherFiles.length > 0 && (
            <Text tone="soft" size="s" breaks>
              {strings.others(otherFiles)}
            </Text>
          )}
          {hasFiles && (
            <Field
              label="Branch"
              value={branch}
              onChange={setBranch}
              description={state.branch === undefined ? strings.noBranch : strings.branch}
            />
          )}
          {ahead > 0 && <Text>{strings.ahead(ahead)}</Text>}
          {state.hasRemote ? (
            <Checkbox isSelected={push} onChange={setPush}>
              {upstream && (isEmpty || branch.trim() === state.branch) ? `Push to ${upstream.name}` : 'Push the branch'}
            </Checkbox>
          ) : (
            <Text tone="soft" size="s" breaks>
              {strings.noRemote}
            </Text>
          )}
          {hasFiles && <Field label="Message" multiline value={message} onChange={setTyped} />}
          {plan?.notes.map((note) => (
            <Notice key={note} tone="warning">
              {note}
            </Notice>
          ))}
        </Stack>
      </form>
    </Modal>
  );
}

interface ChangeRowProps {
  readonly change: Change;
  readonly isChosen: boolean;
  readonly onChoose: (file: string, isChosen: boolean) => void;
}

/** Drawn again only if it changes: a thousand rows would make each keystroke in the fields below them slow. */
const ChangeRow = memo(function ChangeRow({
  change: { file, kind, name, change, summary },
  isChosen,
  onChoose,
}: ChangeRowProps) {
  return (
    <li>
      <Checkbox isSelected={isChosen} onChange={(isNowChosen) => onChoose(file, isNowChosen)}>
        <span className={styles.words}>
          <Text as="span" weight="medium" breaks>
            {name}
          </Text>{' '}
          <Text as="span" tone="faint" size="s">
            {kind}
          </Text>
          <Text as="span" tone="soft" size="s" breaks>
            {change === 'changed' ? (summary ?? 'changed') : change}
          </Text>
        </span>
      </Checkbox>
    </li>
  );
});

interface PublishedProps {
  readonly outcome: Output<'git.publish'>;
  readonly onClose: () => void;
  readonly onPull: () => void;
}

function Published({ outcome, onClose, onPull }: PublishedProps) {
  const { branch, commit, pushFailure } = outcome;
  const mustPull = pushFailure?.reason === 'behind';
  return (
    <Modal
      title={pushFailure === undefined ? 'Published' : commit === undefined ? 'Not pushed' : 'Committed, not pushed'}
      onClose={onClose}
      footer={
        <>
          <Button variant={mustPull ? 'plain' : 'primary'} onPress={onClose}>
            Close
          </Button>
          {mustPull && (
            <Button variant="primary" onPress={onPull}>
              Pull…
            </Button>
          )}
        </>
      }
    >
      <Stack gap={3}>
        {commit !== undefined && (
          <Notice tone="good">
            Committed on {branch} as <code>{commit.slice(0, 9)}</code>.
          </Notice>
        )}
        <PushOutcome outcome={outcome} />
      </Stack>
    </Modal>
  );
}
