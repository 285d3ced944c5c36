import { Button } from '../../../components/controls/Button.tsx';
import { EmptyState } from '../../../components/status/EmptyState.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { strings } from '../strings.ts';

/** Asks how to begin in an empty folder. */
export function EmptyWorkspace() {
  const { addSamples, openOverlay } = useWorkbenchActions();
  return (
    <EmptyState
      title="This workspace is empty"
      actions={
        <>
          <Button variant="primary" onPress={() => inBackground(addSamples())}>
            Start with samples
          </Button>
          <Button onPress={() => openOverlay('new-server')}>Start empty</Button>
        </>
      }
    >
      {strings.emptyWorkspace}
    </EmptyState>
  );
}
