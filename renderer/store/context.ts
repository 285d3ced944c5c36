import type { StoreApi } from 'zustand/vanilla';
import type { HostClient } from '../../src/contract/host-client.ts';
import type { Settings } from './settings.ts';
import type { Undo, WorkbenchState } from './state.ts';

/** What every group of actions works with. */
export interface StoreContext {
  readonly host: HostClient;
  readonly settings: Settings;
  readonly get: StoreApi<WorkbenchState>['getState'];
  readonly set: (change: Partial<WorkbenchState>) => void;
  /** Calls back after every change, with the state before it. */
  readonly subscribe: StoreApi<WorkbenchState>['subscribe'];
  /** Shows a sentence until it is dismissed, with what takes back the change that it tells of. */
  readonly notify: (message: string, undo?: Undo) => void;
}

/** The sentence of a failure, whatever was thrown. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
