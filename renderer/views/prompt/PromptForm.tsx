import { Suspense } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { Skeleton } from '../../components/status/Skeleton.tsx';
import { detailKeys } from '../../store/definition/details.ts';

/** Loads while the window asks for its first list, which needs none of it. */
const page = import('./PromptPage.tsx');
const PromptPage = lazyView(() => page);

/** Keys whose problems the form shows at their fields. */
export const promptFields: readonly string[] = [...detailKeys, 'Arguments', 'Ask', 'Message', 'Content'];

/** The page of one prompt. */
export function PromptForm({ at }: { at: KeyPath }) {
  return (
    <Suspense fallback={<Skeleton />}>
      <PromptPage at={at} />
    </Suspense>
  );
}
