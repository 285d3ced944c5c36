/** The marks of tests in the list of prompts. */
import type { TestResult } from '../../../src/contract/contract.ts';
import { onlyAnswered } from '../../../src/model/tests/tests-outcome.ts';
import type { StoreContext } from '../context.ts';
import type { TestCount } from '../state/preview.ts';

/** The key of a prompt or tool in `WorkbenchState.tested`. @param name its MCP name */
export const testKey = (server: string, name: string) => JSON.stringify([server, name]);

/**
 * Counts results by prompt and tool, for the marks in the list.
 * @param names those that were tested, also if they have no tests any more
 */
export function markTestResults(
  { get, set }: StoreContext,
  server: string,
  results: readonly TestResult[],
  names: readonly string[] = [],
): void {
  const { workspace, testCounts } = get();
  const fingerprint = workspace.status === 'ready' ? workspace.view.fingerprint : '';
  const byName = new Map<string, TestResult[]>(names.map((name) => [name, []]));
  for (const result of results) byName.set(result.name, [...(byName.get(result.name) ?? []), result]);
  const counts = [...byName].map(([name, ownCounts]): readonly [string, TestCount] => {
    const failedCount = ownCounts.filter(({ failures }) => failures.length > 0).length;
    const passedCount = ownCounts.filter((result) => result.failures.length === 0 && !onlyAnswered(result)).length;
    const words = failedCount > 0 ? `${failedCount} failed` : passedCount > 0 ? `${passedCount} passed` : undefined;
    return [testKey(server, name), { words, failedCount, fingerprint }];
  });
  set({ testCounts: { ...testCounts, ...Object.fromEntries(counts) } });
}
