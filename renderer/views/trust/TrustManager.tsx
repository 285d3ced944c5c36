import { Check, Minus } from 'lucide-react';
import { Button } from '../../components/controls/Button.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { textClass } from '../../components/layout/text-class.ts';
import { Modal } from '../../components/overlay/Modal.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { AskEntry } from '../../store/state/workspace.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { AskCode, AskName } from './AskDetails.tsx';
import { AskGroups } from './AskGroups.tsx';
import { askLine } from './ask-words.ts';
import { strings } from './strings.ts';
import styles from './TrustManager.module.css';
import { WorkspaceFolder } from './WorkspaceFolder.tsx';

const selector = ({ trust }: WorkbenchState) => ({ view: trust.view });

/** The permissions of this workspace, each with a button to revoke it. */
export default function TrustManager() {
  const { view } = useWorkbench(selector);
  const { closeOverlay, openOverlay, stopTrusting, trustWorkspace } = useWorkbenchActions();
  if (!view) return null;
  const isWaiting = view.asks.some(({ isAllowed }) => !isAllowed);
  return (
    <Modal
      title="Manage trust"
      isWide
      onClose={closeOverlay}
      footer={
        <>
          {view.isTrusted && (
            <Button variant="danger" onPress={() => inBackground(stopTrusting())}>
              Stop trusting this workspace
            </Button>
          )}
          {!view.isTrusted && isWaiting && (
            <Button onPress={() => openOverlay('review-trust')}>Review and trust…</Button>
          )}
          {!view.isTrusted && !isWaiting && (
            <Button onPress={() => inBackground(trustWorkspace())}>Trust this workspace</Button>
          )}
          <Button variant="primary" onPress={closeOverlay}>
            Done
          </Button>
        </>
      }
    >
      <Stack gap={2} tone="soft">
        <WorkspaceFolder />
        <p role="status">{view.isTrusted ? strings.isTrusted : strings.restricted}</p>
      </Stack>
      {view.asks.length === 0 && (
        <Text tone="faint">{view.isTrusted ? strings.needsNothing : strings.needsNothingYet}</Text>
      )}
      <AskGroups asks={view.asks} draw={(entry) => <Permission entry={entry} />} />
    </Modal>
  );
}

/** The row and the focus on its button stay when the permission changes. */
function Permission({ entry: { id, ask, isAllowed } }: { entry: AskEntry }) {
  const { allowAsks, revokeAsks } = useWorkbenchActions();
  return (
    <div className={styles.permission}>
      {isAllowed ? (
        <Check size={14} className={textClass({ tone: 'good' })} role="img" aria-label="Allowed:" />
      ) : (
        <Minus size={14} className={textClass({ tone: 'faint' })} role="img" aria-label="Not allowed:" />
      )}
      <Text as="div" grow>
        <AskName ask={ask} />
        <AskCode ask={ask} />
      </Text>
      <Button
        variant="quiet"
        aria-label={`${isAllowed ? 'Revoke' : 'Allow'}: ${askLine(ask)}`}
        onPress={() => inBackground(isAllowed ? revokeAsks([id]) : allowAsks([id]))}
      >
        {isAllowed ? 'Revoke' : 'Allow'}
      </Button>
    </div>
  );
}
