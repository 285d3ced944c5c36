import { Suspense } from 'react';
import { lazyView } from '../../components/status/lazy-view.tsx';

const NeedsTrust = lazyView(() => import('../trust/NeedsTrust.tsx'));

interface PreviewNeedsProps {
  readonly subject: string;
  readonly needs: readonly string[];
}

/** What something in the preview may not do yet, loaded when it is first said. */
export function PreviewNeeds(props: PreviewNeedsProps) {
  return (
    <Suspense>
      <NeedsTrust {...props} />
    </Suspense>
  );
}
