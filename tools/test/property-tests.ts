/**
 * How many random cases the property tests try. `npm test` judges the product, not the luck of a seed, so it tries the
 * same cases in every run. PROMPT_WORKBENCH_RUNS=20 tries 20 times as many of the expensive ones, and
 * PROMPT_WORKBENCH_SEED tries others. Vitest loads this file before each test file.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.PROMPT_WORKBENCH_SEED ?? 1) });

/** @returns what fast-check is to try of an expensive property: `count` cases in `npm test` */
export function casesOf(count: number): { readonly numRuns: number } {
  return { numRuns: count * Number(process.env.PROMPT_WORKBENCH_RUNS ?? 1) };
}
