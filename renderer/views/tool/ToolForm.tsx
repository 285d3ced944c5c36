import { Suspense } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { Skeleton } from '../../components/status/Skeleton.tsx';
import { detailKeys } from '../../store/definition/details.ts';

const ToolPage = lazyView(() => import('./ToolPage.tsx'));

/** Keys whose problems the form shows at their fields. */
export const toolFields: readonly string[] = [
  ...detailKeys,
  'Annotations',
  'Parameters',
  'InputSchema',
  'OutputSchema',
  'Content',
];

/** The page of one tool, loaded when the first tool opens. */
export function ToolForm({ at }: { at: KeyPath }) {
  return (
    <Suspense fallback={<Skeleton />}>
      <ToolPage at={at} />
    </Suspense>
  );
}
