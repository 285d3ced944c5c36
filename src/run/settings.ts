/** A person's own runners: addresses, in the state folder. Their keys are with the secrets. */
import * as z from 'zod';
import { WorkbenchError } from '../base/errors.ts';
import { isPrivateUrl } from '../base/network-address.ts';
import { runnerSetting } from '../contract/shapes/run.ts';
import { readJsonFile } from '../files/json-file.ts';
import { changeRunFile, runFile } from './run-file.ts';

export type RunnerSetting = z.output<typeof runnerSetting>;

const shape = z.object({ runners: z.array(runnerSetting).max(100) });

const fileName = 'runners.json';

/** @throws WorkbenchError `unavailable` for a damaged file */
export async function readSettings(stateDir: string): Promise<readonly RunnerSetting[]> {
  const file = runFile(stateDir, fileName);
  const fileReading = await readJsonFile(file, shape);
  if (fileReading.kind === 'missing') return [];
  if (fileReading.kind === 'valid') return fileReading.value.runners;
  throw new WorkbenchError(
    'unavailable',
    `Can't read your runners in ${file}, because ${fileReading.why}: correct or delete it.`,
  );
}

/** Adds a runner, or replaces the one with its id. @throws WorkbenchError `invalid-input`, `unavailable` */
export async function saveSetting(stateDir: string, data: unknown): Promise<void> {
  const result = runnerSetting.safeParse(data);
  if (!result.success) {
    const [issue] = result.error.issues;
    // The schema's own messages are sentences; those of zod are not.
    const sentence = issue?.message.endsWith('.')
      ? issue.message
      : `The runner's ${issue?.path.join('.')} is not valid: ${issue?.message}.`;
    throw new WorkbenchError('invalid-input', sentence);
  }
  const setting = {
    ...result.data,
    address: result.data.address.replace(/\/+$/, '').replace(/\/chat\/completions$/, ''),
  };
  await change(stateDir, (settings) => [...settings.filter(({ id }) => id !== setting.id), setting]);
}

/** @throws WorkbenchError `not-found`, `unavailable` */
export async function removeSetting(stateDir: string, id: string): Promise<void> {
  await change(stateDir, (settings) => {
    if (settings.some((setting) => setting.id === id)) return settings.filter((setting) => setting.id !== id);
    throw new WorkbenchError('not-found', `You have added no runner "${id}": "prompt-workbench runners" lists yours.`);
  });
}

function change(
  stateDir: string,
  update: (settings: readonly RunnerSetting[]) => readonly RunnerSetting[],
): Promise<void> {
  return changeRunFile(stateDir, fileName, async () => ({ runners: update(await readSettings(stateDir)) }));
}

/** Whether a key may go to an address: the connection must be encrypted, or stay in this network. */
export function mayGetKey(address: string): boolean {
  return address.startsWith('https:') || isPrivateUrl(address);
}
