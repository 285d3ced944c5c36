/** A person's decision about reading the files of a source, stored beside its index. */
import { rm } from 'node:fs/promises';
import * as z from 'zod';
import { readJsonFileSync } from '../../../files/json-file.ts';
import { writePrivateFile } from '../../../files/private-file.ts';

const shape = z.object({
  /** The settings that the decision is about (`settingsKey`). It is void for other settings. */
  settings: z.string(),
  /** `confirmed`: read a large folder. Otherwise, how far reading got before a person stopped it. */
  choice: z.union([z.literal('confirmed'), z.object({ done: z.number(), total: z.number() })]),
});

export type ReadingChoice = z.output<typeof shape>['choice'];

export function readChoice(indexFile: string, settings: string): ReadingChoice | undefined {
  const result = readJsonFileSync(choiceFile(indexFile), shape);
  return result.kind === 'valid' && result.value.settings === settings ? result.value.choice : undefined;
}

/** If the cache folder cannot be written, the decision is lost at the next start. */
export async function saveChoice(
  indexFile: string,
  settings: string,
  choice: ReadingChoice | undefined,
): Promise<void> {
  const file = choiceFile(indexFile);
  const write = choice ? writePrivateFile(file, JSON.stringify({ settings, choice })) : rm(file, { force: true });
  await write.catch(() => undefined);
}

function choiceFile(indexFile: string): string {
  return `${indexFile}.choice`;
}
