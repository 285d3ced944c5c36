import { lazy, Suspense } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';

const ToolPage = lazy(() => import('./ToolPage.tsx'));

/** Keys whose problems the form shows at their fields. */
export const toolFields = [
  'Name',
  'Title',
  'Description',
  'Icons',
  'Annotations',
  'Parameters',
  'InputSchema',
  'OutputSchema',
  'Content',
] as const;

/** The page of one tool, loaded when the first tool opens. */
export function ToolForm({ at }: { at: KeyPath }) {
  return (
    <Suspense>
      <ToolPage at={at} />
    </Suspense>
  );
}
