import { Play, Square } from 'lucide-react';
import { Button } from '../../components/controls/Button.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { promptId } from '../../store/selectors.ts';
import { isRunning } from '../../store/state/run.ts';
import type { WorkbenchState } from '../../store/state.ts';

const selector = (state: WorkbenchState) => isRunning(state.run.runs[promptId(state) ?? '']);

/** Runs the previewed prompt, or stops its run. */
export function RunButton() {
  const runs = useWorkbench(selector);
  const actions = useWorkbenchActions();
  if (runs)
    return (
      <Button onPress={() => inBackground(actions.runs().then(({ stop }) => stop()))}>
        <Square size={12} fill="currentColor" />
        Stop
      </Button>
    );
  return (
    <Button variant="primary" onPress={() => inBackground(actions.runPrompt())}>
      <Play size={13} fill="currentColor" />
      Run
    </Button>
  );
}
