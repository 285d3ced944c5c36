import { Notice } from '../../components/status/Notice.tsx';
import { PlanView } from './PlanView.tsx';
import type { PlanState } from './usePlan.ts';

/** What opening the target starts or contacts, or why that is unknown. */
export function PlanStatus({ planState }: { planState: PlanState }) {
  switch (planState.status) {
    case 'none':
      // Its place stays, so that the buttons below do not move at each key.
      return (
        planState.formerOutcome && (
          <div style={{ display: 'contents', visibility: 'hidden' }}>
            <PlanStatus planState={planState.formerOutcome} />
          </div>
        )
      );
    case 'failed':
      return <Notice tone="warning">{planState.message}</Notice>;
    case 'ready':
      return <PlanView plan={planState.plan} />;
  }
}
