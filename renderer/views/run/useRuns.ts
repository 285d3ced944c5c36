import { use } from 'react';
import type { Runs } from '../../store/run/runs.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';

/** The runs of this window; suspends until their code is loaded. */
export function useRuns(): Runs {
  return use(useWorkbenchActions().runs());
}
