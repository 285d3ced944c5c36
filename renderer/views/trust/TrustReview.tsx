import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { AskEntry } from '../../store/state/workspace.ts';
import { asksToReview, isChosen, reviewTrusts, selectTrustStatus } from '../../store/workspace/trust.ts';
import { keepFocusIn } from '../shell/focus.ts';
import { AskCode, AskName } from './AskDetails.tsx';
import { AskGroups } from './AskGroups.tsx';
import { askWarning } from './ask-words.ts';
import { strings } from './strings.ts';
import styles from './TrustReview.module.css';
import { WorkspaceFolder } from './WorkspaceFolder.tsx';

/** Every ask that is not allowed, with a checkbox, and one button to trust the workspace. */
export default function TrustReview() {
  const { standing } = useWorkbench((state) => ({ standing: selectTrustStatus(state) }));
  const { closeOverlay, allowReviewed } = useWorkbenchActions();
  // Fixed when the dialog opens: an ask that a file adds meanwhile must not be allowed unread.
  const [asks] = useState(() => asksToReview(standing));
  const trusts = useWorkbench(({ trust }) => reviewTrusts(trust, asks));
  const isRestricted = standing.kind === 'restricted';
  const allow = () => {
    closeOverlay();
    inBackground(allowReviewed(asks).then(() => keepFocusIn('editor')));
  };
  return (
    <Modal
      title={isRestricted ? 'Trust this workspace?' : 'This workspace needs more permissions'}
      isWide
      onClose={closeOverlay}
      footer={
        <>
          <Button onPress={closeOverlay}>Cancel</Button>
          <Button variant="primary" isDisabled={asks.length === 0} onPress={allow}>
            {isRestricted && trusts ? 'Trust this workspace' : 'Allow selected'}
          </Button>
        </>
      }
    >
      <Stack gap={2} tone="soft">
        <WorkspaceFolder />
        <p>{isRestricted ? strings.beforeTrust : strings.beforeAllow}</p>
      </Stack>
      <AskGroups asks={asks} draw={(entry) => <Choice entry={entry} />} />
    </Modal>
  );
}

function Choice({ entry }: { entry: AskEntry }) {
  const isChecked = useWorkbench(({ trust }) => isChosen(trust, entry));
  const { chooseAsk } = useWorkbenchActions();
  const warning = askWarning(entry.ask);
  return (
    <>
      <div className={styles.choice}>
        <Checkbox isSelected={isChecked} onChange={(isSelected) => chooseAsk(entry.id, isSelected)}>
          <AskName ask={entry.ask} />
        </Checkbox>
      </div>
      <AskCode ask={entry.ask} />
      {warning && <Text tone="warning" size="s">{`Unchecked by default. ${warning}`}</Text>}
    </>
  );
}
