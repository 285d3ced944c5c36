import { Button } from '../../components/controls/Button.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServer } from '../../store/selectors.ts';
import type { Selection } from '../../store/state/workspace.ts';
import type { WorkbenchState } from '../../store/state.ts';

const selector = (state: WorkbenchState) => ({ selection: state.selection, server: selectServer(state)?.name });

/** Shown for an address whose prompt, tool, server or source does not exist. */
export default function MissingPage() {
  const { selection, server } = useWorkbench(selector);
  const { select, openOverlay } = useWorkbenchActions();
  if (!selection || selection.kind === 'file') {
    return (
      <EmptyState title="Nothing selected">Choose a prompt on the left, or create one with the plus button.</EmptyState>
    );
  }
  return (
    <EmptyState
      title={`There is no ${noun[selection.kind]} called ${nameOf(selection)}`}
      actions={
        <>
          {server !== undefined && (
            <Button onPress={() => select({ kind: 'server', server })}>{`Open ${server}`}</Button>
          )}
          <Button onPress={() => openOverlay('palette')}>Find something else</Button>
        </>
      }
    >
      It was renamed or deleted, or it belongs to another workspace.
    </EmptyState>
  );
}

const noun: Readonly<Record<Exclude<Selection['kind'], 'file'>, string>> = {
  server: 'server',
  prompt: 'prompt',
  unlisted: 'prompt',
  source: 'source',
  inspected: 'inspected server',
  tool: 'tool',
  'unlisted-tool': 'tool',
};

function nameOf(selection: Exclude<Selection, { kind: 'file' }>): string {
  if (selection.kind === 'source') return selection.source;
  if (selection.kind === 'inspected') return selection.id;
  return 'key' in selection ? selection.key : selection.server;
}
