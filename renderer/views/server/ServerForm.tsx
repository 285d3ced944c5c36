import { Suspense } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { Skeleton } from '../../components/status/Skeleton.tsx';

const ServerPage = lazyView(() => import('./ServerPage.tsx'));

/** Keys whose problems the form shows at their fields. */
export const serverFields = [
  'Name',
  'Title',
  'Version',
  'Instructions',
  'WebsiteUrl',
  'MCPPrompts',
  'Tools',
  'PromptsAsTools',
] as const;

/** The page of one server, loaded when the first server opens. */
export function ServerForm({ at }: { at: KeyPath }) {
  return (
    <Suspense fallback={<Skeleton />}>
      <ServerPage at={at} />
    </Suspense>
  );
}
