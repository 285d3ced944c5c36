/** Keeps the runners that a person has agreed to, with the sentence that they saw. */
import * as z from 'zod';
import { readJsonFile } from '../files/json-file.ts';
import { changeRunFile, runFile } from './run-file.ts';
import type { Runner } from './runner.ts';

const shape = z.object({ sentences: z.record(z.string(), z.string()) });

const fileName = 'consents.json';

/** Whether a person has agreed to exactly this sentence: a runner with another address needs another agreement. */
export async function hasConsent(stateDir: string, { id, consent }: Pick<Runner, 'id' | 'consent'>): Promise<boolean> {
  return (await sentencesIn(stateDir))[id] === consent;
}

export async function recordConsent(stateDir: string, { id, consent }: Pick<Runner, 'id' | 'consent'>): Promise<void> {
  await changeRunFile(stateDir, fileName, async () => ({
    sentences: { ...(await sentencesIn(stateDir)), [id]: consent },
  }));
}

/** Revokes an agreement. @returns whether there was one */
export async function revokeConsent(stateDir: string, id: string): Promise<boolean> {
  if ((await sentencesIn(stateDir))[id] === undefined) return false;
  await changeRunFile(stateDir, fileName, async () => {
    const { [id]: _, ...sentences } = await sentencesIn(stateDir);
    return { sentences };
  });
  return true;
}

/** A damaged file counts as empty: the person is asked again. */
async function sentencesIn(stateDir: string): Promise<Readonly<Record<string, string>>> {
  const fileReading = await readJsonFile(runFile(stateDir, fileName), shape);
  return fileReading.kind === 'valid' ? fileReading.value.sentences : {};
}
