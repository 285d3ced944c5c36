import { useEffect, useRef, useState } from 'react';
import { showHidden } from '../../../src/base/text/visible-text.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Stack, Truncate } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { useRefresh } from '../../components/status/useRefresh.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { findApplication } from '../../store/servers/connect.ts';
import type { ConnectApplication, ConnectState, ConnectTarget } from '../../store/state/dialogs.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { ApplicationDetail } from './ApplicationDetail.tsx';
import { ApplicationList } from './ApplicationList.tsx';
import styles from './ConnectDialog.module.css';
import { ConnectHistory } from './ConnectHistory.tsx';

const selector = ({ connect }: WorkbenchState) => ({ connect });

/** The interval between two reads of the connections, in milliseconds: the command line changes them meanwhile. */
const refreshMs = 3_000;

/** Connects client applications: choose one, check the change, see the outcome. */
export default function ConnectDialog() {
  const { connect } = useWorkbench(selector);
  const { closeConnect, refreshConnect } = useWorkbenchActions();
  useRefresh(refreshConnect, refreshMs);
  const columns = useRef<HTMLDivElement>(null);
  const outcome = connect.status === 'open' ? connect.stage.kind : undefined;
  useEffect(() => {
    // The outcome is at the top, and the pressed button may be far below.
    if (outcome === 'applied' || outcome === 'undone') columns.current?.lastElementChild?.scrollTo(0, 0);
  }, [outcome]);
  if (connect.status === 'closed') return null;
  const { target, applications = [], stage } = connect;
  return (
    <Modal
      title={connect.team ? `Connect to ${showHidden(connect.team.name)}` : 'Connect'}
      size="large"
      hasColumns
      onClose={closeConnect}
      footer={<ConnectFooter connect={connect} />}
    >
      <div ref={columns} className={styles.columns}>
        <ApplicationList applications={applications} target={target} isDisabled={stage.kind === 'applying'} />
        <Stack packed gap={4} className={styles.detail}>
          {connect.damage.length > 0 && <DamagedConnections messages={connect.damage} />}
          <ApplicationDetail connect={connect} application={findApplication(connect)} />
          <ConnectHistory
            entries={(connect.history ?? []).filter(({ team }) => !connect.team || team?.id === connect.team.id)}
          />
        </Stack>
      </div>
    </Modal>
  );
}

/** Connections that cannot be disconnected here, with the manual steps instead. */
function DamagedConnections({ messages }: { messages: readonly string[] }) {
  return (
    <Notice tone="warning" title={messages.length === 1 ? 'A connection is damaged' : 'Some connections are damaged'}>
      <ul className={styles.messages}>
        {messages.map((message) => (
          <li key={message}>{showHidden(message)}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** The buttons for the current stage: apply the planned change, or close. */
function ConnectFooter({ connect }: { connect: Extract<ConnectState, { status: 'open' }> }) {
  const { applyConnect, chooseConnect, closeConnect } = useWorkbenchActions();
  const { stage } = connect;
  const isDone = stage.kind === 'applied' || stage.kind === 'undone';
  const plan = stage.kind === 'planned' && stage.plan.kind === 'ready' ? stage.plan : undefined;
  // The file changed after the review, or a person corrects a fault in it.
  const mustReview =
    stage.kind === 'failed' ||
    (stage.kind === 'planned' && stage.plan.kind === 'refused' && stage.plan.line !== undefined);
  const [isReviewing, setReviewing] = useState(false);
  if (isReviewing && plan !== undefined) setReviewing(false);
  // Stays enabled during a review and a change: a disabled button loses the focus, and Escape stops working.
  const canPress = isDone || mustReview || isReviewing || plan !== undefined || stage.kind === 'applying';
  const press = () => {
    if (isDone) return closeConnect();
    if (!mustReview) return inBackground(applyConnect());
    setReviewing(true);
    chooseConnect({});
  };
  return (
    <>
      {!isDone && <Button onPress={closeConnect}>Cancel</Button>}
      <Button variant="primary" isDisabled={!canPress} onPress={press}>
        <Truncate className={styles.action}>
          {isDone
            ? 'Done'
            : mustReview || isReviewing
              ? 'Review again'
              : stage.kind === 'applying'
                ? 'Connecting…'
                : plan?.unchanged
                  ? 'Test it'
                  : connectText(connect.target, findApplication(connect))}
        </Truncate>
      </Button>
    </>
  );
}

/** The action with its target: the project's folder, all projects, or an application that has no projects. */
function connectText({ scope, projectDir }: ConnectTarget, application: ConnectApplication | undefined): string {
  if (scope === 'user') {
    const hasProjects = (application?.scopes.length ?? 0) > 1;
    return hasProjects ? 'Connect for all projects' : `Connect ${application?.name ?? 'it'}`;
  }
  const folder = projectDir.split(/[\\/]/).findLast((part) => part !== '') ?? 'a project';
  return `Connect in ${showHidden(folder)}${scope === 'local' ? ', only for me' : ''}`;
}
