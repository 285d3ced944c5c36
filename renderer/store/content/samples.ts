/** The named values of the previewed prompt, kept in its file. */

import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { openView } from '../definition/drafts.ts';
import { isObject, type Json } from '../definition/json.ts';
import { samePlace, selectPreviewed, selectValues } from '../selectors.ts';
import type { WorkbenchState } from '../state.ts';
import type { ContentActions } from './content-actions.ts';

export interface SampleActions {
  /** Keeps values with the prompt under a new name; by default those of the form. */
  saveSample(name: string, values?: Readonly<Record<string, string>>): Promise<void>;
  /** Gives a sample the values of the form. */
  updateSample(name: string): Promise<void>;
  renameSample(name: string, to: string): Promise<void>;
  /** Can be undone from the notice that tells of it. */
  deleteSample(name: string): Promise<void>;
}

/** Whether samples can be written: the prompt stands in a file, and that is the one that is open. */
export function selectCanSaveSamples(state: WorkbenchState): boolean {
  const location = selectPreviewed(state)?.prompt.location;
  return state.definition.status === 'open' && samePlace(location, state.definition.view);
}

/** What is to be said of a name for a sample: an error keeps it from being taken. */
export interface SampleNameProblem {
  readonly severity: 'error';
  readonly message: string;
}

/** Why a sample cannot have this name; nothing where it can. */
export function sampleNameProblem(name: string, others: readonly string[]): SampleNameProblem | undefined {
  if (name.trim() === '') return { severity: 'error', message: 'Give the sample a name.' };
  if (!others.includes(name.trim())) return undefined;
  return { severity: 'error', message: 'Another sample has this name already.' };
}

export function createSampleActions(
  { get }: StoreContext,
  { restructure }: Pick<DefinitionActions, 'restructure'>,
  { restructureWithNotice }: Pick<ContentActions, 'restructureWithNotice'>,
): SampleActions {
  /** Changes the list in the file, told under `label`; a list of none goes away with its key. */
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

  const typed = () => withoutEmpty(selectValues(get()));

  return {
    saveSample: (name, values) =>
      change((samples) => [...samples, { Name: name.trim(), Arguments: values ? withoutEmpty(values) : typed() }]),
    updateSample: (name) => changeOne(name, (sample) => ({ ...sample, Arguments: typed() })),
    renameSample: (name, to) => changeOne(name, (sample) => ({ ...sample, Name: to.trim() })),
    deleteSample: (name) =>
      change(
        (samples) => samples.filter((sample) => !isObject(sample) || sample.Name !== name),
        `Deleted the sample ${name}`,
      ),
  };
}

function withoutEmpty(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
