/** The tests of the previewed prompt, which run without a model. */
import { loadOnce } from '../../../src/base/load-once.ts';
import type { TestResult } from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import type { WorkbenchState } from '../state.ts';
import type { Checks } from './checks.ts';
import { previewTarget } from './preview.ts';
import { markTestResults } from './test-counts.ts';

export interface TestActions {
  /** Loads what tests, replays and advice do at first use. */
  loadChecks(): Promise<Checks>;
  /** Runs the tests of a prompt. @param updates whether to write its snapshots instead of comparing them @throws */
  runTests(server: string, prompt: string, updates?: boolean): Promise<readonly TestResult[]>;
}

export function createTestActions(context: StoreContext, definition: Pick<DefinitionActions, 'flush'>): TestActions {
  return {
    loadChecks: loadOnce(async () => {
      const { createChecks } = await import('./checks.ts');
      return createChecks(context, definition);
    }),
    async runTests(server, prompt, updates = false) {
      const results = await context.host.call('tests.run', { server, prompt, updates });
      markTestResults(context, server, results, [prompt]);
      return results;
    },
  };
}

/** The server and the prompt whose tests the window shows. */
export function selectTested(state: WorkbenchState) {
  const target = previewTarget(state);
  const { definition, workspace, snapshotsRevision, answersRevision } = state;
  const version = definition.status === 'open' ? definition.view.version : '';
  const fingerprint = workspace.status === 'ready' ? workspace.view.fingerprint : '';
  const key = `${version} ${fingerprint} ${snapshotsRevision} ${answersRevision}`;
  return { server: target?.server, prompt: target?.prompt, key };
}
