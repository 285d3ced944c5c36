import { Button } from '../../components/controls/Button.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { ConnectState } from '../../store/state/dialogs.ts';
import { findApplication } from '../../store/workspace/connect.ts';

/** The buttons for the current stage: apply the planned change, or close. */
export function ConnectFooter({ connect }: { connect: Extract<ConnectState, { status: 'open' }> }) {
  const { applyConnect, closeConnect } = useWorkbenchActions();
  const { stage } = connect;
  const isDone = stage.kind === 'applied' || stage.kind === 'undone';
  const plan = stage.kind === 'planned' && stage.plan.kind === 'ready' ? stage.plan : undefined;
  // Stays enabled while the change is applied: a disabled button loses the focus, and Escape stops working.
  const canPress = isDone || plan !== undefined || stage.kind === 'applying';
  const name = findApplication(connect)?.name ?? 'it';
  return (
    <>
      {!isDone && <Button onPress={closeConnect}>Cancel</Button>}
      <Button
        variant="primary"
        isDisabled={!canPress}
        onPress={() => (isDone ? closeConnect() : inBackground(applyConnect()))}
      >
        {isDone ? 'Done' : stage.kind === 'applying' ? 'Connecting…' : plan?.unchanged ? 'Test it' : `Connect ${name}`}
      </Button>
    </>
  );
}
