import { Notice } from '../../components/status/Notice.tsx';
import { PlanView } from './PlanView.tsx';
import type { Planned } from './usePlan.ts';

/** What opening the target starts or contacts, or why that is unknown. */
export function PlanStatus({ planned }: { planned: Planned }) {
  switch (planned.status) {
    case 'none':
      return null;
    case 'failed':
      return <Notice tone="warning">{planned.message}</Notice>;
    case 'ready':
      return <PlanView plan={planned.plan} />;
  }
}
