import { lazy, Suspense } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';

const ServerPage = lazy(() => import('./ServerPage.tsx'));

/** What stands in the form, each with its problems. */
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

/** The page of one server, loaded when a server is looked at for the first time. */
export function ServerForm({ at }: { at: KeyPath }) {
  return (
    <Suspense>
      <ServerPage at={at} />
    </Suspense>
  );
}
