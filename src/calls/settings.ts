/** Whether this person keeps calls. A setting of the account, outside every workspace: no file of a workspace can set it. */
import { dirname } from 'node:path';
import * as z from 'zod';
import { readJsonFile } from '../files/json-file.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { callSettingsFile } from '../state/paths.ts';

/** `values`: with their values and answers. `names`: only which arguments had a value. */
export const keptParts = ['off', 'names', 'values'] as const;

const shape = z.object({
  keeps: z.enum(keptParts),
  /** The age in days at which a call is deleted. */
  days: z.number().int().min(1).max(365),
});

export type CallSettings = z.output<typeof shape>;

const defaults: CallSettings = { keeps: 'off', days: 30 };

/** Nothing is kept if the file is missing or damaged. */
export async function readCallSettings(stateDir: string): Promise<CallSettings> {
  const reading = await readJsonFile(callSettingsFile(stateDir), shape, 10_000);
  return reading.kind === 'valid' ? reading.value : defaults;
}

export async function saveCallSettings(stateDir: string, settings: CallSettings): Promise<void> {
  const file = callSettingsFile(stateDir);
  await makePrivateFolder(dirname(file));
  await writePrivateFile(file, `${JSON.stringify(shape.parse(settings), null, 2)}\n`);
}
