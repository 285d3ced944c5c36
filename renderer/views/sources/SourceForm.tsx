import { Suspense } from 'react';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { Skeleton } from '../../components/status/Skeleton.tsx';

const SourcePage = lazyView(() => import('./SourcePage.tsx'));

/** Keys whose problems the form shows at their fields. */
export const sourceFields = [
  'Title',
  'Description',
  'Folders',
  'Web',
  'Include',
  'Exclude',
  'DocComments',
  'BaseUrl',
  'Version',
  'Synonyms',
  'Embeddings',
  'Command',
  'Args',
  'Url',
  'Tool',
  'Argument',
] as const;

/** The page of one source, loaded when the first source opens. */
export function SourceForm() {
  return (
    <Suspense fallback={<Skeleton />}>
      <SourcePage />
    </Suspense>
  );
}
