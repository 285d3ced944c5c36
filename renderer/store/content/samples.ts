/** The samples of the previewed prompt, stored in its file. */

import { isSameData } from '../../../src/base/json.ts';
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { openView } from '../definition/drafts.ts';
import { isObject, type Json, type JsonObject } from '../definition/json.ts';
import { samePlace, selectPreviewed, selectValues, valueIn } from '../selectors.ts';
import type { WorkbenchState } from '../state.ts';
import type { ContentActions } from './content-actions.ts';
import { withoutSample, withSample } from './sample-tests.ts';

export interface SampleActions {
  /** Saves values as a new sample; by default those of the form. */
  saveSample(name: string, values?: Readonly<Record<string, string>>): Promise<void>;
  /** Replaces a sample's values by those of the form. */
  updateSample(name: string): Promise<void>;
  /** The tests that name it follow, in the same step of undo. */
  renameSample(name: string, to: string): Promise<void>;
  /** The tests that take its values keep them, in the same step of undo. Shows a notice with Undo. */
  deleteSample(name: string): Promise<void>;
}

/** Whether samples can be saved: the previewed prompt is the open definition, and no table holds its samples. */
export function selectCanSaveSamples(state: WorkbenchState): boolean {
  const prompt = selectPreviewed(state)?.prompt;
  return (
    prompt?.sampleFile === undefined &&
    state.definition.status === 'open' &&
    samePlace(prompt?.location, state.definition.view)
  );
}

/** The tests of the open definition as its file has them. */
export function selectTests(state: WorkbenchState): Json | undefined {
  const view = openView(state);
  return view && valueIn(state, [...view.at, 'Tests']);
}

/** A problem that prevents a sample's name. */
export interface SampleNameProblem {
  readonly severity: 'error';
  readonly message: string;
}

/** Why a sample cannot have this name; undefined if it can. */
export function sampleNameProblem(name: string, otherNames: readonly string[]): SampleNameProblem | undefined {
  if (name.trim() === '') return { severity: 'error', message: 'Enter a name for the sample.' };
  if (!otherNames.includes(name.trim())) return undefined;
  return { severity: 'error', message: 'Another sample already has this name.' };
}

export function createSampleActions(
  { get }: StoreContext,
  { restructure, edit, flush }: Pick<DefinitionActions, 'restructure' | 'edit' | 'flush'>,
  { restructureWithNotice }: Pick<ContentActions, 'restructureWithNotice'>,
): SampleActions {
  /** Changes the list in the file, with a notice if `label` is given; removes the key of an empty list. */
  async function change(edit: (samples: Json[]) => Json[], label?: string): Promise<void> {
    const view = openView(get());
    if (!view || !selectCanSaveSamples(get())) return;
    const at = [...view.at, 'Samples'];
    const write = (before: Json | undefined) => {
      const after = edit(Array.isArray(before) ? before : []);
      return after.length === 0 ? undefined : after;
    };
    await (label === undefined ? restructure(at, write) : restructureWithNotice(label, at, write));
  }

  const changeOne = (name: string, edit: (sample: { [key: string]: Json }) => Json) =>
    change((samples) => samples.map((sample) => (isObject(sample) && sample.Name === name ? edit(sample) : sample)));

  /** The values of the form, without those of arguments that were renamed or removed. */
  const filledValues = () => {
    const names = new Set(selectPreviewed(get())?.form.arguments.map(({ name }) => name));
    return withoutEmpty(Object.fromEntries(Object.entries(selectValues(get())).filter(([name]) => names.has(name))));
  };

  return {
    saveSample: (name, values) =>
      change((samples) => [
        ...samples,
        { Name: name.trim(), Arguments: values ? withoutEmpty(values) : filledValues() },
      ]),
    updateSample: (name) => changeOne(name, (sample) => ({ ...sample, Arguments: filledValues() })),
    async renameSample(name, to) {
      const view = openView(get());
      if (!view || !selectCanSaveSamples(get())) return;
      const tests = selectTests(get());
      const nextTests = withSample(tests, name, to.trim());
      const rename = (sample: { [key: string]: Json }) => ({ ...sample, Name: to.trim() });
      if (isSameData(tests, nextTests)) return changeOne(name, rename);
      const samples = valueIn(get(), [...view.at, 'Samples']);
      if (!Array.isArray(samples) || !(await flush())) return;
      // Saved at once: an undo takes both back.
      edit(
        [...view.at, 'Samples'],
        samples.map((sample) => (isObject(sample) && sample.Name === name ? rename(sample) : sample)),
      );
      edit([...view.at, 'Tests'], nextTests);
      await flush();
    },
    deleteSample: (name) =>
      change((samples) => {
        const isIt = (sample: Json): sample is JsonObject => isObject(sample) && sample.Name === name;
        const sample = samples.find(isIt);
        const tests = selectTests(get());
        const otherTests = sample ? withoutSample(tests, sample) : tests;
        const view = openView(get());
        if (view && !isSameData(tests, otherTests)) edit([...view.at, 'Tests'], otherTests);
        return samples.filter((value) => !isIt(value));
      }, `Deleted the sample “${name}”`),
  };
}

function withoutEmpty(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
