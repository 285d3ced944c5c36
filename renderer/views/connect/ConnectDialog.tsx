import { Stack } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { findApplication } from '../../store/workspace/connect.ts';
import { ApplicationDetail } from './ApplicationDetail.tsx';
import { ApplicationList } from './ApplicationList.tsx';
import styles from './ConnectDialog.module.css';
import { ConnectFooter } from './ConnectFooter.tsx';
import { ConnectHistory } from './ConnectHistory.tsx';
import { DamagedConnections } from './DamagedConnections.tsx';

const selector = ({ connect }: WorkbenchState) => ({ connect });

/** Connects client applications: choose one, check the change, see the outcome. */
export default function ConnectDialog() {
  const { connect } = useWorkbench(selector);
  const { closeConnect } = useWorkbenchActions();
  if (connect.status === 'closed') return null;
  const { target, applications = [], stage } = connect;
  return (
    <Modal title="Connect" size="large" onClose={closeConnect} footer={<ConnectFooter connect={connect} />}>
      <div className={styles.columns}>
        <ApplicationList applications={applications} target={target} isDisabled={stage.kind === 'applying'} />
        <Stack packed gap={4}>
          {connect.damage.length > 0 && <DamagedConnections messages={connect.damage} />}
          <ApplicationDetail connect={connect} application={findApplication(connect)} />
          <ConnectHistory entries={connect.history ?? []} />
        </Stack>
      </div>
    </Modal>
  );
}
