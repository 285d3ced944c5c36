/** The dependencies that every group of actions shares. */

import type { StoreApi } from 'zustand/vanilla';
import { sentence } from '../../src/base/errors.ts';
import type { HostClient } from '../../src/contract/host-client.ts';
import type { Settings } from './settings.ts';
import type { Undo } from './state/definition.ts';
import type { Notice } from './state/window.ts';
import type { WorkbenchState } from './state.ts';

export { sentence };

export interface StoreContext {
  readonly host: HostClient;
  readonly settings: Settings;
  readonly get: StoreApi<WorkbenchState>['getState'];
  readonly set: (change: Partial<WorkbenchState>) => void;
  /** Calls the listener after every change, with the previous state. */
  readonly subscribe: StoreApi<WorkbenchState>['subscribe'];
  /** Shows a message: about a change, or what the offer names; without these, about a failure. */
  readonly notify: (
    message: string,
    undo?: Undo,
    offer?: Pick<Notice, 'discardedEdits' | 'discardedTest' | 'step'>,
  ) => void;
  /** Shows for some seconds what went well. @param historyLocation the definition whose history keeps what the message names */
  readonly inform: (message: string, historyLocation?: Notice['historyLocation']) => void;
  /** Shows for some seconds why a step was refused. */
  readonly refuse: (message: string) => void;
  /** Resolves with the call's result; on failure shows a notice and resolves with undefined. */
  readonly orNotice: <T>(call: Promise<T>) => Promise<T | undefined>;
}

/** Creates `orNotice`. */
export function createOrNotice(notify: StoreContext['notify']): StoreContext['orNotice'] {
  return (call) =>
    call.catch((error: unknown) => {
      notify(sentence(error));
      return undefined;
    });
}
