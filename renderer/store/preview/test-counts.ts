/** The marks of tests in the list of prompts. */
import type { TestResult } from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';

/** How the tests of a prompt or tool ended, in a workspace with this fingerprint. */
export interface TestCount {
  readonly passed: number;
  readonly failed: number;
  readonly fingerprint: string;
}

/** The key of a prompt or tool in `WorkbenchState.tested`. @param name its MCP name */
export const testKey = (server: string, name: string) => JSON.stringify([server, name]);

/** Counts results by prompt and tool, for the marks in the list. */
export function markTested({ get, set }: StoreContext, server: string, results: readonly TestResult[]): void {
  const { workspace, tested } = get();
  const fingerprint = workspace.status === 'ready' ? workspace.view.fingerprint : '';
  const counts = new Map<string, { passed: number; failed: number; fingerprint: string }>();
  for (const { name, failures } of results) {
    const count = counts.get(testKey(server, name)) ?? { passed: 0, failed: 0, fingerprint };
    if (failures.length > 0) count.failed++;
    else count.passed++;
    counts.set(testKey(server, name), count);
  }
  set({ tested: { ...tested, ...Object.fromEntries(counts) } });
}
