import { assertNever } from '../../../src/base/assert-never.ts';
import type { ConnectPlan } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { counted } from '../../components/text/counted.ts';
import { DiffView } from '../../components/text/DiffView.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { ConnectStage, ReadyPlan } from '../../store/workspace/connect.ts';
import styles from './ConnectStageView.module.css';

type Refused = Extract<ConnectPlan, { kind: 'refused' }>;

interface ConnectStageViewProps {
  readonly stage: ConnectStage;
  /** The folder is being typed, and there are folders that begin like it. */
  readonly isCompleting: boolean;
}

/** What is known at this point: nothing yet, the change to come, why it is refused, or what came of it. */
export function ConnectStageView({ stage, isCompleting }: ConnectStageViewProps) {
  switch (stage.kind) {
    case 'choosing':
      return (
        <p className={styles.hint}>
          Choose the folder of a project. Its configuration gets one entry for this server; the exact change is shown
          here first, and it can be taken back.
        </p>
      );
    case 'planning':
      return <p className={styles.hint}>Reading the folder …</p>;
    case 'failed':
      return <Notice tone="danger">{stage.message}</Notice>;
    case 'undone':
      return (
        <Notice tone="good" title="Undone">
          {stage.message}
        </Notice>
      );
    case 'planned':
      if (stage.plan.kind === 'ready') return <Plan plan={stage.plan} />;
      // Half a path leads nowhere yet; that is no news to who is typing it.
      if (isCompleting && stage.plan.line === undefined) {
        return <p className={styles.hint}>Go on typing, or choose one of the folders that begin like this.</p>;
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

/** Nothing was tried yet, so nothing has failed: what stands in the way is told calmly, with its place where it has one. */
function Refusal({ plan }: { plan: Refused }) {
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
      <div className={styles.change}>
        <p>
          {plan.unchanged ? 'This entry is there already in ' : plan.exists ? 'Will change ' : 'Will make '}
          <Text as="span" size="s" mono breaks>
            {plan.file}
          </Text>
        </p>
        {!plan.unchanged && <DiffView label="The exact change" before={plan.before} after={plan.after} />}
        {plan.runs && (
          <p className={styles.hint}>
            It is written by the application itself: <code>{plan.runs}</code>
          </p>
        )}
      </div>
      {plan.warnings.length > 0 && (
        <Notice tone="info" title="Note">
          <ul className={styles.warnings}>
            {plan.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Section title={`Prompts in ${plan.applicationName}`}>
        <Commands plan={plan} />
      </Section>
    </>
  );
}

function Outcome({ plan, outcome }: Omit<Extract<ConnectStage, { kind: 'applied' }>, 'kind'>) {
  const { undoConnect } = useWorkbenchActions();
  const { proof, journalId, backup, file } = outcome;
  return (
    <>
      <Notice
        tone={proof.kind === 'answered' ? 'good' : 'danger'}
        title={proof.kind === 'answered' ? 'Connected' : 'The entry is there, but the server did not answer'}
        actions={journalId !== undefined && <Button onPress={() => inBackground(undoConnect(journalId))}>Undo</Button>}
      >
        {proof.kind === 'answered'
          ? `The written command was started, and prompts/list answered with ${counted(proof.prompts.length, 'prompt')} in ${Math.round(proof.milliseconds)} ms.`
          : proof.message}
        <Text as="div" size="s" mono breaks>
          {file}
        </Text>
        {backup && <Text as="div" size="s" mono breaks>{`Backup: ${backup}`}</Text>}
      </Notice>
      {proof.kind === 'answered' && (
        <Section title={`Now in ${plan.applicationName}`}>
          <Commands plan={plan} />
        </Section>
      )}
    </>
  );
}

function Commands({ plan: { commands, menu } }: { plan: ReadyPlan }) {
  if (commands.length === 0) {
    return <p className={styles.hint}>{menu ?? 'Nothing to type: this server offers no prompt there.'}</p>;
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
