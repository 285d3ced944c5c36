/** The state of a run of tests. */
import { sentence } from '../../../../src/base/errors.ts';
import type { TestResult } from '../../../../src/contract/contract.ts';

/** How a run of tests ended, or that it has not ended yet. */
export type TestRun =
  | { readonly status: 'waiting' }
  | { readonly status: 'shown'; readonly results: readonly TestResult[] }
  | { readonly status: 'failed'; readonly message: string };

/** Waits for the results of a run. Its failure is an outcome too. */
export function awaitRun(results: Promise<readonly TestResult[]>): Promise<TestRun> {
  return results.then(
    (results): TestRun => ({ status: 'shown', results }),
    (error: unknown): TestRun => ({ status: 'failed', message: sentence(error) }),
  );
}
