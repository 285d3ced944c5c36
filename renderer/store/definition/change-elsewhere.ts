/** Changes one value of a definition that may not be open: one step of undo, with a notice. */

import { WorkbenchError } from '../../../src/base/errors.ts';
import type { KeyPath } from '../../../src/base/json.ts';
import type { Location } from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';
import { type Json, valueAt } from './json.ts';
import { recordStep } from './next-steps.ts';

interface Change {
  readonly location: Location;
  /** The path of the value in the definition. It may depend on the definition. */
  readonly at: (definition: Json | undefined) => KeyPath;
  /** Undefined removes the value. */
  readonly after: (before: Json | undefined) => Json | undefined;
  /** The name of the step: `Saved the sample x in y`. */
  readonly label: string;
}

/** Call it once unsaved edits are saved. @throws WorkbenchError `conflict` if another program changed the value */
export async function changeElsewhere(
  { host, get, set, notify }: StoreContext,
  { location, at: pathIn, after, label }: Change,
): Promise<void> {
  const { value } = await host.call('definition.open', location);
  const definition = value as Json | undefined;
  const at = pathIn(definition);
  const before = valueAt(definition, at);
  const next = after(before);
  const edit = {
    at: [...at],
    ...(before === undefined ? {} : { before }),
    ...(next === undefined ? {} : { after: next }),
  };
  const result = await host.call('definition.edit', { ...location, edits: [edit] });
  if (result.kind === 'conflict')
    throw new WorkbenchError('conflict', 'The file was just changed elsewhere: try again.');
  set(recordStep(get()));
  notify(`${label}.`, { label });
}
