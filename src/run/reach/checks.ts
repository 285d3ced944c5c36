/** What a person has checked on this computer, one per prompt and client application: it goes before the tables. */
import { join } from 'node:path';
import * as z from 'zod';
import { reached } from '../../contract/shapes/run.ts';
import { readJsonFile } from '../../files/json-file.ts';
import { makePrivateFolder } from '../../files/make-folder.ts';
import { writePrivateFile } from '../../files/private-file.ts';
import type { Reached } from './reach.ts';

const shape = z.object({ checks: z.array(reached) });
const mostChecks = 500;
const maxBytes = 8_000_000;
const maxTextLength = 20_000;

const fileIn = (stateDir: string) => join(stateDir, 'run', 'checks.json');

/** Newest first. A damaged file counts as none. */
export async function readChecks(stateDir: string): Promise<readonly Reached[]> {
  const reading = await readJsonFile(fileIn(stateDir), shape, maxBytes * 2);
  return reading.kind === 'valid' ? reading.value.checks : [];
}

/** Replaces the earlier check of the prompt in the application. Long texts are cut, and the oldest checks go. */
export async function keepCheck(stateDir: string, check: Reached): Promise<void> {
  const isOther = ({ client, server, prompt }: Reached) =>
    client !== check.client || server !== check.server || prompt !== check.prompt;
  const others = (await readChecks(stateDir)).filter(isOther);
  const checks = [shortened(check), ...others].slice(0, mostChecks);
  while (checks.length > 1 && JSON.stringify(checks).length > maxBytes) checks.length = Math.ceil(checks.length / 2);
  await makePrivateFolder(join(stateDir, 'run'));
  await writePrivateFile(fileIn(stateDir), `${JSON.stringify({ checks })}\n`);
}

function shortened(check: Reached): Reached {
  const cut = (pieces: Reached['pieces']) =>
    pieces.map((piece) => ({ ...piece, text: piece.text.slice(0, maxTextLength) }));
  return { ...check, pieces: cut(check.pieces), expected: cut(check.expected) };
}
