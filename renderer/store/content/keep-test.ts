/** Tests that a press writes into the file of the previewed prompt. */
import { isSameData } from '../../../src/base/json.ts';
import type { StoreContext } from '../context.ts';
import { openView } from '../definition/drafts.ts';
import { isObject, type Json, type JsonObject } from '../definition/json.ts';
import { samePlace, selectPreviewed } from '../selectors.ts';
import type { WorkbenchState } from '../state.ts';
import type { ContentActions } from './content-actions.ts';

/** Whether tests can be written: the previewed prompt is the open definition. */
export function selectCanKeepTests(state: WorkbenchState): boolean {
  const { definition } = state;
  return definition.status === 'open' && samePlace(selectPreviewed(state)?.prompt.location, definition.view);
}

/** A test without its values and its name. */
export type TestExpectations = { readonly Expect: Json } | { readonly Answer: Json };

/**
 * Adds a test to the file, as one step of undo, with a notice that offers Undo.
 * @param name another one is made from it if it is taken
 * @param values a sample with the same values is named instead of them
 */
export async function keepTest(
  { get }: Pick<StoreContext, 'get'>,
  { restructureWithNotice }: Pick<ContentActions, 'restructureWithNotice'>,
  name: string,
  values: Readonly<Record<string, string>>,
  claims: TestExpectations,
): Promise<void> {
  const view = openView(get());
  const form = selectPreviewed(get())?.form;
  if (!view || !form || !selectCanKeepTests(get())) return;
  const filledValues = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const sample = form.samples.find(({ arguments: sampleValues }) => isSameData(sampleValues, filledValues));
  const from: JsonObject = sample
    ? { Sample: sample.name }
    : Object.keys(filledValues).length > 0
      ? { Arguments: filledValues }
      : {};
  const at = [...view.at, 'Tests'];
  const label = () => `Kept as the test “${freeName}”`;
  let freeName = name;
  await restructureWithNotice(label, at, (before) => {
    const tests = Array.isArray(before) ? before : [];
    freeName = freeTestName(name, tests);
    return [...tests, { Name: freeName, ...from, ...claims }];
  });
}

/** A snapshot is a file of the test's name, so names that differ in case are equal. */
function freeTestName(name: string, tests: readonly Json[]): string {
  const takenNames = new Set(tests.map((test) => (isObject(test) ? String(test.Name).toLowerCase() : '')));
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!takenNames.has(candidate.toLowerCase())) return candidate;
  }
}
