/** The samples of the previewed prompt, stored in its file. */

import { isSameData } from '../../../src/base/json.ts';
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { openView } from '../definition/drafts.ts';
import { isObject, type Json } from '../definition/json.ts';
import { samePlace, selectPreviewed, selectValues, valueIn } from '../selectors.ts';
import type { WorkbenchState } from '../state.ts';
import type { ContentActions } from './content-actions.ts';

export interface SampleActions {
  /** Saves values as a new sample; by default those of the form. */
  saveSample(name: string, values?: Readonly<Record<string, string>>): Promise<void>;
  /** Replaces a sample's values by those of the form. */
  updateSample(name: string): Promise<void>;
  renameSample(name: string, to: string): Promise<void>;
  /** Shows a notice with Undo. */
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

/** A problem that prevents a sample's name. */
export interface SampleNameProblem {
  readonly severity: 'error';
  readonly message: string;
}

/** Why a sample cannot have this name; undefined if it can. */
export function sampleNameProblem(name: string, others: readonly string[]): SampleNameProblem | undefined {
  if (name.trim() === '') return { severity: 'error', message: 'Enter a name for the sample.' };
  if (!others.includes(name.trim())) return undefined;
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
  const typed = () => {
    const names = new Set(selectPreviewed(get())?.form.arguments.map(({ name }) => name));
    return withoutEmpty(Object.fromEntries(Object.entries(selectValues(get())).filter(([name]) => names.has(name))));
  };

  return {
    saveSample: (name, values) =>
      change((samples) => [...samples, { Name: name.trim(), Arguments: values ? withoutEmpty(values) : typed() }]),
    updateSample: (name) => changeOne(name, (sample) => ({ ...sample, Arguments: typed() })),
    async renameSample(name, to) {
      const view = openView(get());
      if (!view || !selectCanSaveSamples(get())) return;
      const tests = valueIn(get(), [...view.at, 'Tests']);
      const renamed = withSample(tests, name, to.trim());
      const rename = (sample: { [key: string]: Json }) => ({ ...sample, Name: to.trim() });
      if (isSameData(tests, renamed)) return changeOne(name, rename);
      const samples = valueIn(get(), [...view.at, 'Samples']);
      if (!Array.isArray(samples) || !(await flush())) return;
      // Saved at once: an undo takes both back.
      edit(
        [...view.at, 'Samples'],
        samples.map((sample) => (isObject(sample) && sample.Name === name ? rename(sample) : sample)),
      );
      edit([...view.at, 'Tests'], renamed);
      await flush();
    },
    deleteSample: (name) =>
      change(
        (samples) => samples.filter((sample) => !isObject(sample) || sample.Name !== name),
        `Deleted the sample “${name}”`,
      ),
  };
}

/** Tests in which a sample has its new name. */
function withSample(value: Json | undefined, name: string, to: string): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => withSample(item, name, to) ?? null);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'Sample' && inner === name ? to : key === 'Arguments' ? inner : (withSample(inner, name, to) ?? null),
    ]),
  );
}

function withoutEmpty(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
