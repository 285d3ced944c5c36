import { useState } from 'react';
import { assertNever } from '../../../src/base/assert-never.ts';
import { formatCount } from '../../../src/base/text/format-count.ts';
import type { ConnectPlan } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { DiffView } from '../../components/text/DiffView.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { ConnectStage, ReadyPlan } from '../../store/state/dialogs.ts';
import styles from './ConnectStageView.module.css';
import { PromptNotes } from './PromptNotes.tsx';
import { ShareDialog } from './ShareDialog.tsx';
import { strings } from './strings.ts';

type RefusedPlan = Extract<ConnectPlan, { kind: 'refused' }>;

interface ConnectStageViewProps {
  readonly stage: ConnectStage;
  /** The typed path is the beginning of existing folders. */
  readonly isCompleting: boolean;
}

/** The current stage: choosing, the planned change, why it is refused, or its outcome. */
export function ConnectStageView({ stage, isCompleting }: ConnectStageViewProps) {
  const { chooseConnect, connectAgain } = useWorkbenchActions();
  switch (stage.kind) {
    case 'choosing':
      return <p className={styles.hint}>{strings.chooseFolder}</p>;
    case 'planning':
      return <p className={styles.hint}>Reading the folder…</p>;
    case 'failed':
      return <Notice tone="danger">{stage.message}</Notice>;
    case 'undone':
      return (
        <Notice
          tone="good"
          title="Disconnected"
          // Takes the focus from the button that disconnected, which is gone.
          actions={
            stage.isOther ? (
              <Button autoFocus onPress={() => chooseConnect({})}>
                Connect this workspace
              </Button>
            ) : (
              <Button autoFocus onPress={() => inBackground(connectAgain(stage.journalId))}>
                Connect again
              </Button>
            )
          }
        >
          {stage.message}
        </Notice>
      );
    case 'planned':
      if (stage.plan.kind === 'ready') return <Plan plan={stage.plan} />;
      // An incomplete path is not an error while the person is still typing.
      if (isCompleting && stage.plan.line === undefined) {
        return <p className={styles.hint}>{strings.keepTyping}</p>;
      }
      return <Refusal plan={stage.plan} />;
    case 'applying':
      return <Plan plan={stage.plan} />;
    case 'applied':
      return <Outcome plan={stage.plan} outcome={stage.outcome} />;
    default:
      return assertNever(stage);
  }
}

/** Nothing was written, so nothing failed: states the obstacle as information, with its location. */
function Refusal({ plan }: { plan: RefusedPlan }) {
  const place = [plan.file, plan.line, plan.column].filter((part) => part !== undefined).join(':');
  return (
    <Notice tone="info" title="Not ready to connect yet">
      {plan.message}
      {plan.line !== undefined && (
        <Text as="div" size="s" mono breaks>
          {place}
        </Text>
      )}
    </Notice>
  );
}

function Plan({ plan }: { plan: ReadyPlan }) {
  return (
    <>
      <OnlyHere plan={plan} />
      <div className={styles.change}>
        {plan.unchanged ? (
          <AlreadyThere plan={plan} />
        ) : (
          <p>
            {plan.exists ? 'Will change ' : 'Will create '}
            <Text as="span" size="s" mono breaks>
              {plan.file}
            </Text>
          </p>
        )}
        {!plan.unchanged && <DiffView label="The exact change" before={plan.before} after={plan.after} />}
        {plan.runs && (
          <p className={styles.hint}>
            The application makes this change itself: <code>{plan.runs}</code>
          </p>
        )}
      </div>
      <OtherEntries plan={plan} />
      <Notes notes={[...plan.notes, ...plan.warnings]} />
      <PromptNotes plan={plan} />
      {plan.team === undefined && (hasCommands(plan) || plan.promptNotes.length === 0) && (
        <Section title={`Prompts in ${plan.applicationName}`}>
          <Commands plan={plan} />
        </Section>
      )}
    </>
  );
}

/** Says that the application has the server by another entry too, which counts in the same project. */
function OtherEntries({ plan }: { plan: ReadyPlan }) {
  const places = useWorkbench(({ connect }) => {
    if (connect.status !== 'open') return '';
    const { target, history = [] } = connect;
    const otherConnections = history.filter(
      ({ client, scope, server, projectDir, undone, state, team, workspace }) =>
        !undone &&
        state.state !== 'replaced' &&
        workspace === undefined &&
        team?.id === target.team &&
        client === plan.application &&
        server === target.server &&
        scope !== plan.scope &&
        (scope === 'user' || plan.scope === 'user' || projectDir === target.projectDir),
    );
    return [...new Set(otherConnections.map(({ scope }) => scopeWords[scope]))].join(' and ');
  });
  if (places === '') return null;
  return (
    <Notice tone="info">
      {`${plan.applicationName} also has this server ${places}. One entry is enough: disconnect the others under Connections.`}
    </Notice>
  );
}

const scopeWords = {
  user: 'for all projects',
  project: 'in the project',
  local: 'in the project, only for you',
} as const satisfies Readonly<Record<ReadyPlan['scope'], string>>;

/** The entry that a plan finds in its file, with the way out of it. */
function AlreadyThere({ plan }: { plan: ReadyPlan }) {
  const { undoConnect } = useWorkbenchActions();
  const journalId = useWorkbench(({ connect }) =>
    connect.status === 'open'
      ? connect.history?.find(
          ({ client, scope, server, file, undone, team, workspace }) =>
            !undone &&
            workspace === undefined &&
            team?.id === connect.target.team &&
            client === plan.application &&
            scope === plan.scope &&
            server === connect.target.server &&
            file === plan.file,
        )?.journalId
      : undefined,
  );
  return (
    <Notice
      tone="good"
      title={`Set up in ${plan.applicationName}`}
      actions={
        journalId !== undefined && <Button onPress={() => inBackground(undoConnect(journalId))}>Disconnect</Button>
      }
    >
      {'This entry is already in '}
      <Text as="span" size="s" mono breaks>
        {plan.file}
      </Text>
    </Notice>
  );
}

function Outcome({ plan, outcome }: Omit<Extract<ConnectStage, { kind: 'applied' }>, 'kind'>) {
  const { undoConnect } = useWorkbenchActions();
  const { proof, journalId, backup, file } = outcome;
  return (
    <>
      <Notice
        tone={proof.kind === 'answered' ? 'good' : 'danger'}
        title={`Set up in ${plan.applicationName}${proof.kind === 'answered' ? '' : ', but the server did not answer'}`}
        actions={
          journalId !== undefined && <Button onPress={() => inBackground(undoConnect(journalId))}>Disconnect</Button>
        }
      >
        {proof.kind === 'answered'
          ? `${plan.transport === 'stdio' ? 'The command started' : 'The server answered'}, and prompts/list returned ${formatCount(proof.prompts.length, 'prompt')} in ${Math.round(proof.milliseconds)} ms.`
          : proof.message}
        <Text as="div" size="s" mono breaks>
          {file}
        </Text>
        {backup && <Text as="div" size="s" mono breaks>{`Backup: ${backup}`}</Text>}
      </Notice>
      <OtherEntries plan={plan} />
      <Notes notes={plan.notes} />
      <PromptNotes plan={plan} />
      <OnlyHere plan={plan} />
      {proof.kind === 'answered' && plan.team === undefined && (hasCommands(plan) || plan.promptNotes.length === 0) && (
        <Section title={`Try it in ${plan.applicationName}`}>
          <Commands plan={plan} />
        </Section>
      )}
    </>
  );
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Notice tone="info" title="Note">
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** The entry of a project is in a file that a team may commit: says before and after that it works nowhere else. */
function OnlyHere({ plan }: { plan: ReadyPlan }) {
  const [isSharing, setSharing] = useState(false);
  if (plan.onlyHere === undefined) return null;
  return (
    <Notice tone="info" actions={<Button onPress={() => setSharing(true)}>Share…</Button>}>
      {plan.onlyHere}
      {isSharing && <ShareDialog plan={plan} onClose={() => setSharing(false)} />}
    </Notice>
  );
}

function hasCommands({ commands, menu }: ReadyPlan): boolean {
  return commands.length > 0 || menu !== undefined;
}

/** Without commands, a note says why, if one is known. */
function Commands({ plan: { commands, menu } }: { plan: ReadyPlan }) {
  if (commands.length === 0) {
    return <p className={styles.hint}>{menu ?? strings.noPromptsHere}</p>;
  }
  return (
    <ul className={styles.commands}>
      {commands.map((command) => (
        <li key={command}>
          <code>{command}</code>
          <CopyButton label={`Copy ${command}`} text={command} />
        </li>
      ))}
    </ul>
  );
}
