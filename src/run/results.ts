/** Past runs, in the state folder: a file for each prompt, bounded, never in the workspace. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { TaskQueue, TaskQueues } from '../base/task-queue.ts';
import { keptRun } from '../contract/shapes/run.ts';
import { readJsonFile } from '../files/json-file.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { sha256 } from '../files/sha256.ts';
import { workspaceKey } from '../state/paths.ts';
import type { RunOutcome } from './runner.ts';

export type KeptRun = z.output<typeof keptRun>;

export interface RunPlace {
  readonly stateDir: string;
  readonly workspaceDir: string;
  readonly server: string;
  readonly prompt: string;
}

const shape = z.object({ runs: z.array(keptRun) });
export const resultLimits = { runs: 200, bytes: 4_000_000, textLength: 100_000 } as const;

const folderIn = ({ stateDir, workspaceDir }: RunPlace) => join(stateDir, 'run', 'results', workspaceKey(workspaceDir));

function fileOf(place: RunPlace): string {
  const name = sha256(JSON.stringify([place.server, place.prompt])).slice(0, 32);
  return join(folderIn(place), `${name}.json`);
}

/** Reads the runs, the newest first. A damaged file counts as empty. */
export async function readResults(place: RunPlace): Promise<readonly KeptRun[]> {
  const fileReading = await readJsonFile(fileOf(place), shape, resultLimits.bytes * 2);
  return fileReading.kind === 'valid' ? fileReading.value.runs : [];
}

/** Writers of one process take turns, because the columns of a comparison may end at the same time. */
const writes = new TaskQueues<string>();

/** Adds a run. The oldest are dropped if there are too many, or if together they are too large. */
export function keepResult(place: RunPlace, run: KeptRun): Promise<void> {
  return writes.run(fileOf(place), async () =>
    write(place, [{ ...run, outcome: shorten(run.outcome) }, ...(await readResults(place))]),
  );
}

/** Two moves in opposite directions at once would wait for each other. */
const moves = new TaskQueue();

/** Moves the runs of a prompt to its new name, or to that of its server. Runs that are there already stay. */
export function moveResults(from: RunPlace, to: RunPlace): Promise<void> {
  const move = async () => {
    const movedRuns = await readResults(from);
    if (movedRuns.length === 0) return;
    const runs = [...movedRuns, ...(await readResults(to))];
    await write(
      to,
      runs.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time)),
    );
    await clearResults(from);
  };
  return moves.run(() => writes.run(fileOf(from), () => writes.run(fileOf(to), move)));
}

/** @param runs the newest first */
async function write(place: RunPlace, runs: readonly KeptRun[]): Promise<void> {
  let bytes = 0;
  const fittingRuns = runs.slice(0, resultLimits.runs).filter((run, index) => {
    bytes += Buffer.byteLength(JSON.stringify(run));
    return index === 0 || bytes <= resultLimits.bytes;
  });
  await makePrivateFolder(folderIn(place));
  await writePrivateFile(fileOf(place), `${JSON.stringify({ runs: fittingRuns })}\n`);
}

export async function clearResults(place: RunPlace): Promise<void> {
  await rm(fileOf(place), { force: true });
}

function shorten(outcome: RunOutcome): RunOutcome {
  const { textLength } = resultLimits;
  const text = outcome.text.length > textLength ? `${outcome.text.slice(0, textLength)}…` : outcome.text;
  return outcome.kind === 'failure' && outcome.raw !== undefined
    ? { ...outcome, text, raw: outcome.raw.slice(0, textLength) }
    : { ...outcome, text };
}
