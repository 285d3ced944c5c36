import { Button } from '../../../components/controls/Button.tsx';
import { EmptyState } from '../../../components/status/EmptyState.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../../store/state.ts';
import { strings } from '../strings.ts';

/** Whether the workspace's folder has no definitions. */
export function isEmptyWorkspace({ workspace, sources }: WorkbenchState): boolean {
  if (workspace.status !== 'ready' || workspace.view.isGone) return false;
  const { servers, unlisted, unlistedTools, problems } = workspace.view;
  const isOwn = servers.some(({ file }) => file !== undefined) || sources.list.some(({ file }) => file !== undefined);
  return !isOwn && unlisted.length === 0 && unlistedTools.length === 0 && problems.length === 0;
}

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
