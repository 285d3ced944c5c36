import { MonitorSmartphone } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { Row, Stack, Text } from '../../../components/layout/primitives.tsx';
import { textClass } from '../../../components/layout/text-class.ts';
import { Modal } from '../../../components/overlay/Modal.tsx';
import { Notice } from '../../../components/status/Notice.tsx';
import { useRefresh } from '../../../components/status/useRefresh.ts';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../../store/state.ts';
import type { Session } from '../../../store/workspace/sessions.ts';
import { strings } from '../strings.ts';
import styles from './DialogList.module.css';

const selector = ({ sessions }: WorkbenchState) => ({ sessions });

/** The interval between two reads of the list, in milliseconds. */
const refreshMs = 5_000;

/** Every signed-in browser page, with a button to end its session. */
export default function SessionsDialog() {
  const { sessions } = useWorkbench(selector);
  const { closeOverlay, refreshSessions, endOtherSessions } = useWorkbenchActions();
  useEffect(() => inBackground(refreshSessions()), [refreshSessions]);
  useRefresh(refreshSessions, refreshMs);
  const list = sessions.status === 'ready' ? sessions.list : [];
  const otherCount = list.filter(({ isThis }) => !isThis).length;
  return (
    <Modal
      title="Sessions of this workbench"
      onClose={closeOverlay}
      footer={
        <>
          <Button variant="danger" isDisabled={otherCount === 0} onPress={() => inBackground(endOtherSessions())}>
            End all others
          </Button>
          <Button onPress={closeOverlay}>Close</Button>
        </>
      }
    >
      <Text tone="soft">{strings.aboutSessions}</Text>
      {sessions.status === 'failed' && <Notice tone="danger">{sessions.message}</Notice>}
      <ul className={styles.list} aria-label="Sessions">
        {list.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Modal>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { endSession } = useWorkbenchActions();
  const { id, browser, startedAt, lastSeenAt, isThis } = session;
  return (
    <li className={styles.row}>
      <MonitorSmartphone size={16} className={textClass({ tone: 'faint', fixed: true })} aria-hidden="true" />
      <Stack as="span" gap="2px" grow>
        <Row as="span" align="center" wrap gap={2} weight="medium">
          {browser}{' '}
          <Text as="code" tone="faint" size="s" weight="regular">
            {id}
          </Text>
          {isThis && <span className={styles.badge}>This page</span>}
        </Row>
        <Text as="span" tone="faint" size="s">
          Started {timeOf(startedAt)} · last seen {timeOf(lastSeenAt)}
        </Text>
      </Stack>
      {!isThis && (
        <Button aria-label={`End the session ${id}`} onPress={() => inBackground(endSession(id))}>
          End
        </Button>
      )}
    </li>
  );
}

/** The time of day, with the date if it was another day. */
function timeOf(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', ...(!isToday && { dateStyle: 'medium' }) }).format(
    at,
  );
}
