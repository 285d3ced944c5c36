import { Button } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { findApplication } from '../../store/servers/connect.ts';
import type { ReadyPlan } from '../../store/state/dialogs.ts';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './ShareDialog.module.css';
import { strings } from './strings.ts';

interface ShareDialogProps {
  readonly plan: ReadyPlan;
  readonly onClose: () => void;
}

const selector = ({ connect, workspace }: WorkbenchState) => ({
  application: connect.status === 'open' ? findApplication(connect) : undefined,
  isPlanned: connect.status === 'open' && connect.stage.kind === 'planned',
  dir: workspace.status === 'ready' ? workspace.view.dir : '',
});

/** What a team can share instead of an entry that only works on this computer. */
export function ShareDialog({ plan, onClose }: ShareDialogProps) {
  const { application, isPlanned, dir } = useWorkbench(selector);
  const { chooseConnect } = useWorkbenchActions();
  const hasLocal = application?.scopes.some(({ scope }) => scope === 'local') ?? false;
  return (
    <Modal
      isWide
      title="Share with a team"
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          Close
        </Button>
      }
    >
      <p>Your team shares the workspace, and each person connects it on their own computer.</p>
      <ol className={styles.steps}>
        <li>
          <Text weight="medium">Commit the workspace folder</Text>
          <Row align="center" gap={1}>
            <Text as="span" size="s" mono breaks>
              {dir}
            </Text>
            <CopyButton label="Copy the path of the workspace" text={dir} />
          </Row>
          <Text tone="soft">{strings.shareWorkspace}</Text>
        </li>
        <li>
          <Text weight="medium">Keep the entry to yourself</Text>
          <Text tone="soft" breaks>
            {strings.keepOut(plan.file)}
          </Text>
          {hasLocal && <Text tone="soft">{strings.onlyForMe}</Text>}
          {hasLocal && isPlanned && (
            <Button
              onPress={() => {
                onClose();
                chooseConnect({ scope: 'local' });
              }}
            >
              Connect only for me
            </Button>
          )}
        </li>
        <li>
          <Text weight="medium">Your colleagues open it and connect</Text>
          <Text tone="soft">{strings.shareOpen}</Text>
        </li>
      </ol>
      <Text tone="faint" size="s">
        {strings.notPublished}
      </Text>
    </Modal>
  );
}
