import { lazy, Suspense } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';

const ToolPage = lazy(() => import('./ToolPage.tsx'));

/** What stands in the form, each with its problems. */
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

/** The page of one tool, loaded when a tool is looked at for the first time. */
export function ToolForm({ at }: { at: KeyPath }) {
  return (
    <Suspense>
      <ToolPage at={at} />
    </Suspense>
  );
}
