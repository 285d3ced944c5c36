import type { StoreApi } from 'zustand/vanilla';
import type { HostClient } from '../../src/contract/host-client.ts';
import type { Settings } from './settings.ts';
import type { WorkbenchState } from './state.ts';

/** What every group of actions works with. */
export interface StoreContext {
  readonly host: HostClient;
  readonly settings: Settings;
  readonly get: StoreApi<WorkbenchState>['getState'];
  readonly set: (change: Partial<WorkbenchState>) => void;
  /** Shows a sentence until it is dismissed. */
  readonly notify: (message: string) => void;
}

/** The sentence of a failure, whatever was thrown. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
