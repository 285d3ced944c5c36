import { use } from 'react';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { PackageActions } from '../../store/servers/sharing.ts';

/** What shares a server; suspends until its code is loaded. */
export function useSharing(): PackageActions {
  return use(useWorkbenchActions().sharing());
}
