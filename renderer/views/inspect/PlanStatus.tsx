import { Notice } from '../../components/status/Notice.tsx';
import { PlanView } from './PlanView.tsx';
import type { Planned } from './usePlan.ts';

/** What opening the target starts or contacts, or why that is unknown. */
export function PlanStatus({ planState }: { planState: Planned }) {
  switch (planState.status) {
    case 'none':
      return null;
    case 'failed':
      return <Notice tone="warning">{planState.message}</Notice>;
    case 'ready':
      return <PlanView plan={planState.plan} />;
  }
}
