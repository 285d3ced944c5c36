import { lazy, Suspense } from 'react';

const SourcePage = lazy(() => import('./SourcePage.tsx'));

/** What stands in the form, each with its problems. */
export const sourceFields = [
  'Title',
  'Description',
  'Folders',
  'Include',
  'Exclude',
  'BaseUrl',
  'Command',
  'Args',
  'Url',
  'Tool',
  'Argument',
] as const;

/** The page of one source, loaded when a source is looked at for the first time. */
export function SourceForm() {
  return (
    <Suspense>
      <SourcePage />
    </Suspense>
  );
}
