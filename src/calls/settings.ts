/** Whether this person keeps calls. A setting of the account, outside every workspace: no file of a workspace can set it. */
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { readJsonFile } from '../files/json-file.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { callSettingsFile } from '../state/paths.ts';

/** `values`: with their values and answers. `names`: only which arguments had a value. */
export const keptParts = ['off', 'names', 'values'] as const;

/** The greatest age at which a call is deleted. */
export const maxKeptDays = 365;

const shape = z.object({
  keeps: z.enum(keptParts),
  /** The age in days at which a call is deleted. */
  days: z.number().int().min(1).max(maxKeptDays),
});

export type CallSettings = z.output<typeof shape>;

/** Of the file. */
const maxBytes = 10_000;

const defaults: CallSettings = { keeps: 'off', days: 30 };

/** Nothing is kept if the file is missing or damaged. */
export async function readCallSettings(stateDir: string): Promise<CallSettings> {
  const fileReading = await readJsonFile(callSettingsFile(stateDir), shape, maxBytes);
  return fileReading.kind === 'valid' ? fileReading.value : defaults;
}

export async function saveCallSettings(stateDir: string, settings: CallSettings): Promise<void> {
  const file = callSettingsFile(stateDir);
  await makePrivateFolder(dirname(file));
  await writePrivateFile(file, `${JSON.stringify(shape.parse(settings), null, 2)}\n`);
}

/** A function that reads the setting again whenever its file has changed, without waiting. */
export function currentCallSettings(stateDir: string): () => CallSettings {
  const file = callSettingsFile(stateDir);
  let stamp = '';
  let settings = defaults;
  return () => {
    const stats = statSync(file, { throwIfNoEntry: false });
    const next = stats ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : '';
    if (next === stamp) return settings;
    stamp = next;
    settings = stats && stats.size <= maxBytes ? settingsIn(readFileSync(file, 'utf8')) : defaults;
    return settings;
  };
}

function settingsIn(text: string): CallSettings {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? defaults;
  } catch {
    return defaults;
  }
}
