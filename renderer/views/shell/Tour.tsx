import { useEffect } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { CoachMark } from '../../components/overlay/CoachMark.tsx';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { findPrompt, selectServers } from '../../store/selectors.ts';
import type { Selection } from '../../store/state/workspace.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { chooseFirst, tourSteps } from './tour-steps.ts';

/** The first tour through the window, one mark after the other. It blocks nothing. */
export default function Tour() {
  const index = useWorkbench(({ shell }) => shell.tourStep ?? 0);
  const { state, actions } = useWorkbenchStore();
  const { walkTo, showPane, select } = actions;
  const isAtPrompt = useWorkbench((now) => findPrompt(now, now.selection) !== undefined);
  const step = tourSteps[index];
  const pane = step?.pane;
  useEffect(() => {
    if (pane) showPane(pane);
  }, [pane, showPane]);
  useEffect(() => {
    const telling = promptForTour(state.getState());
    if (telling) select(telling);
  }, [state, select]);
  if (!step) return null;
  const { text, anchors, side } = step.needsPrompt && !isAtPrompt ? chooseFirst : step;
  const isLast = index === tourSteps.length - 1;
  return (
    <CoachMark
      key={index}
      title={step.title}
      text={text}
      count={`${index + 1} of ${tourSteps.length}`}
      anchors={anchors}
      side={side}
      onClose={() => walkTo(undefined)}
      actions={
        <>
          {!isLast && (
            <Button variant="quiet" onPress={() => walkTo(undefined)}>
              Skip
            </Button>
          )}
          {index > 0 && <Button onPress={() => walkTo(index - 1)}>Back</Button>}
          <Button variant="primary" onPress={() => walkTo(isLast ? undefined : index + 1)}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </>
      }
    />
  );
}

/** A prompt with an argument to show in the tour; undefined if one is open already, or none exists. */
function promptForTour(state: WorkbenchState): Selection | undefined {
  if (findPrompt(state, state.selection)?.prompt.arguments.length) return undefined;
  for (const { builtin, name, prompts } of selectServers(state)) {
    const prompt = builtin ? undefined : prompts.find((each) => each.served && each.arguments.length > 0);
    if (prompt) return { kind: 'prompt', server: name, key: prompt.key };
  }
  return undefined;
}
