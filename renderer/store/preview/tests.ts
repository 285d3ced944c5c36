/** The tests of the previewed prompt, which run without a model. */
import type { TestResult } from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';
import type { WorkbenchState } from '../state.ts';
import { previewTarget } from './preview.ts';

export interface TestActions {
  /** Runs the tests of a prompt. @param updates whether to write its snapshots instead of comparing them @throws */
  runTests(server: string, prompt: string, updates?: boolean): Promise<readonly TestResult[]>;
}

export function createTestActions({ host }: StoreContext): TestActions {
  return {
    runTests: (server, prompt, updates = false) => host.call('tests.run', { server, prompt, updates }),
  };
}

/** The server and the prompt whose tests the window shows. */
export function selectTested(state: WorkbenchState) {
  const target = previewTarget(state);
  const { definition, workspace } = state;
  const version = definition.status === 'open' ? definition.view.version : '';
  const fingerprint = workspace.status === 'ready' ? workspace.view.fingerprint : '';
  return { server: target?.server, prompt: target?.prompt, key: `${version} ${fingerprint}` };
}
