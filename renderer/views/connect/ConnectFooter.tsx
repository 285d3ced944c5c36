import { Button } from '../../components/controls/Button.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { type ConnectState, findApplication } from '../../store/workspace/connect.ts';

/** What is to be done next: write what is shown, or be done. */
export function ConnectFooter({ connect }: { connect: Extract<ConnectState, { status: 'open' }> }) {
  const { applyConnect, closeConnect } = useWorkbenchActions();
  const { stage } = connect;
  const isDone = stage.kind === 'applied' || stage.kind === 'undone';
  const plan = stage.kind === 'planned' && stage.plan.kind === 'ready' ? stage.plan : undefined;
  // While it applies the button stays what it is: a disabled one would lose the focus, and Escape with it.
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
        {isDone ? 'Done' : stage.kind === 'applying' ? 'Writing' : plan?.unchanged ? 'Test it' : `Connect ${name}`}
      </Button>
    </>
  );
}
