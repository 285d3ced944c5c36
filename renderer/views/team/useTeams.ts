import { use } from 'react';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { Teams } from '../../store/team/teams.ts';

/** The team servers of this person; suspends until their code is loaded. */
export function useTeams(): Teams {
  return use(useWorkbenchActions().teams());
}
