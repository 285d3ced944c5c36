import { useEffect } from 'react';
import { Button } from '../../components/Button.tsx';
import { CoachMark } from '../../components/CoachMark.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { tourSteps } from './tour-steps.ts';

/** The first walk through the window, one mark after the other. Nothing waits for it: all can be used meanwhile. */
export default function Tour() {
  const index = useWorkbench(({ shell }) => shell.tourStep ?? 0);
  const { walkTo, showPane } = useWorkbenchActions();
  const step = tourSteps[index];
  const pane = step?.pane;
  useEffect(() => {
    if (pane) showPane(pane);
  }, [pane, showPane]);
  if (!step) return null;
  const isLast = index === tourSteps.length - 1;
  return (
    <CoachMark
      key={index}
      title={step.title}
      text={step.text}
      count={`${index + 1} of ${tourSteps.length}`}
      anchors={step.anchors}
      side={step.side}
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
