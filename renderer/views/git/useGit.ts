import { use } from 'react';
import type { Git } from '../../store/git/git.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';

/** The repository of this window's workspace; suspends until its code is loaded. */
export function useGit(): Git {
  return use(useWorkbenchActions().git());
}
