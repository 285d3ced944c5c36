/** Keeps the runners that a person has agreed to, with the sentence that they saw. */
import { join } from 'node:path';
import * as z from 'zod';
import { readJsonFile } from '../files/json-file.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { writePrivateFile } from '../files/private-file.ts';
import type { Runner } from './runner.ts';

const shape = z.object({ sentences: z.record(z.string(), z.string()) });

const fileIn = (stateDir: string) => join(stateDir, 'run', 'consents.json');

/** Whether a person has agreed to exactly this sentence: a runner with another address needs another agreement. */
export async function hasConsent(stateDir: string, { id, consent }: Pick<Runner, 'id' | 'consent'>): Promise<boolean> {
  return (await sentencesIn(stateDir))[id] === consent;
}

export async function recordConsent(stateDir: string, { id, consent }: Pick<Runner, 'id' | 'consent'>): Promise<void> {
  const sentences = { ...(await sentencesIn(stateDir)), [id]: consent };
  await makePrivateFolder(join(stateDir, 'run'));
  await writePrivateFile(fileIn(stateDir), `${JSON.stringify({ sentences }, null, 2)}\n`);
}

/** Takes an agreement back. @returns whether there was one */
export async function revokeConsent(stateDir: string, id: string): Promise<boolean> {
  const { [id]: revoked, ...sentences } = await sentencesIn(stateDir);
  if (revoked === undefined) return false;
  await writePrivateFile(fileIn(stateDir), `${JSON.stringify({ sentences }, null, 2)}\n`);
  return true;
}

/** A damaged file counts as empty: the person is asked again. */
async function sentencesIn(stateDir: string): Promise<Readonly<Record<string, string>>> {
  const fileReading = await readJsonFile(fileIn(stateDir), shape);
  return fileReading.kind === 'valid' ? fileReading.value.sentences : {};
}
