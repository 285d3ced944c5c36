/** Keeps checks of what reaches a model: one file for each workspace, one check for each prompt and client application. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { reached } from '../../contract/shapes/run.ts';
import { withFolderLock } from '../../files/folder-lock.ts';
import { readJsonFile } from '../../files/json-file.ts';
import { makePrivateFolder } from '../../files/make-folder.ts';
import { writePrivateFile } from '../../files/private-file.ts';
import { workspaceKey } from '../../state/paths.ts';
import type { ReachCheck } from './reach.ts';

const shape = z.object({ checks: z.array(reached) });
const maxChecks = 500;
const maxBytes = 8_000_000;
const maxTextLength = 20_000;

export interface ChecksPlace {
  readonly stateDir: string;
  readonly workspaceDir: string;
}

const folderIn = ({ stateDir }: ChecksPlace) => join(stateDir, 'run', 'checks');
const fileIn = (place: ChecksPlace) => join(folderIn(place), `${workspaceKey(place.workspaceDir)}.json`);

/** Reads the checks, the newest first. A damaged file counts as empty. */
export async function readChecks(place: ChecksPlace): Promise<readonly ReachCheck[]> {
  const fileReading = await readJsonFile(fileIn(place), shape, maxBytes * 2);
  return fileReading.kind === 'valid' ? fileReading.value.checks : [];
}

/** Keeps a check in place of the earlier one. Long texts are cut, and the oldest checks are dropped. */
export async function keepCheck(place: ChecksPlace, check: ReachCheck): Promise<void> {
  const isOther = ({ client, server, prompt }: ReachCheck) =>
    client !== check.client || server !== check.server || prompt !== check.prompt;
  await makePrivateFolder(folderIn(place));
  // Two checks may end at the same time, even in two processes.
  await withFolderLock(await realpath(folderIn(place)), async () => {
    const otherChecks = (await readChecks(place)).filter(isOther);
    const checks = [shorten(check), ...otherChecks].slice(0, maxChecks);
    while (checks.length > 1 && JSON.stringify(checks).length > maxBytes) checks.length = Math.ceil(checks.length / 2);
    await writePrivateFile(fileIn(place), `${JSON.stringify({ checks })}\n`);
  });
}

function shorten(check: ReachCheck): ReachCheck {
  const cutPieces = (pieces: ReachCheck['pieces']) =>
    pieces.map((piece) => ({ ...piece, text: piece.text.slice(0, maxTextLength) }));
  return { ...check, pieces: cutPieces(check.pieces), expected: cutPieces(check.expected) };
}
