/** What every group of actions works with. */
import type { StoreApi } from 'zustand/vanilla';
import { sentence } from '../../src/base/errors.ts';
import type { HostClient } from '../../src/contract/host-client.ts';
import type { Settings } from './settings.ts';
import type { Notice, Undo, WorkbenchState } from './state.ts';

export { sentence };

/** What every group of actions works with. */
export interface StoreContext {
  readonly host: HostClient;
  readonly settings: Settings;
  readonly get: StoreApi<WorkbenchState>['getState'];
  readonly set: (change: Partial<WorkbenchState>) => void;
  /** Calls back after every change, with the state before it. */
  readonly subscribe: StoreApi<WorkbenchState>['subscribe'];
  /** Shows a sentence until it is dismissed, with what takes back the change that it tells of, or what was given up. */
  readonly notify: (message: string, undo?: Undo, discarded?: Notice['discarded']) => void;
  /** What a call answers; nothing where it fails, which a notice tells. */
  readonly orNotice: <T>(call: Promise<T>) => Promise<T | undefined>;
}

/** Makes `orNotice` of a way to tell. */
export function noticing(notify: StoreContext['notify']): StoreContext['orNotice'] {
  return (call) =>
    call.catch((error: unknown) => {
      notify(sentence(error));
      return undefined;
    });
}
