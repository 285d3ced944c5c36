import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clearResults, type KeptRun, keepResult, readResults, resultLimits } from './results.ts';

async function makePlace() {
  const stateDir = await mkdtemp(join(tmpdir(), 'run-results-'));
  return { stateDir, workspaceDir: '/w', server: 'Docs', prompt: 'greet' };
}

const runOf = (runner: string, text = 'x'): KeptRun => ({
  time: '2026-11-24T12:00:00.000Z',
  runner,
  values: {},
  outcome: { kind: 'answer', text, durationMs: 1, stopReason: 'end' },
});

test('runs that end together are all kept, for each prompt of each workspace, until they are cleared', async () => {
  const place = await makePlace();
  await Promise.all(['a', 'b', 'c'].map((runner) => keepResult(place, runOf(runner))));
  await keepResult({ ...place, prompt: 'other' }, runOf('d'));
  expect((await readResults(place)).map(({ runner }) => runner)).toEqual(['c', 'b', 'a']);
  expect(await readResults({ ...place, workspaceDir: '/v' })).toEqual([]);
  await clearResults(place);
  expect([await readResults(place), (await readResults({ ...place, prompt: 'other' })).length]).toEqual([[], 1]);
});

test('the newest 200 are kept, long answers are cut, and together they stay within their size', async () => {
  const place = await makePlace();
  for (let index = 0; index < resultLimits.runs + 3; index++) await keepResult(place, runOf(String(index)));
  const results = await readResults(place);
  expect([results.length, results[0]?.runner]).toEqual([resultLimits.runs, String(resultLimits.runs + 2)]);
  for (let index = 0; index < 45; index++) await keepResult(place, runOf('long', 'y'.repeat(150_000)));
  const longResults = await readResults(place);
  expect(longResults[0]?.outcome.text).toHaveLength(resultLimits.textLength + 1);
  expect(longResults.length).toBeLessThan(45);
  expect(JSON.stringify(longResults).length).toBeLessThan(resultLimits.bytes * 1.01);
});

test('a damaged file counts as none, and the next run replaces it', async () => {
  const place = await makePlace();
  await keepResult(place, runOf('a'));
  const folder = join(place.stateDir, 'run', 'results');
  const [file = ''] = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'));
  await writeFile(join(folder, file), '{"runs": 5}');
  expect(await readResults(place)).toEqual([]);
  await keepResult(place, runOf('b'));
  expect((await readResults(place)).map(({ runner }) => runner)).toEqual(['b']);
});
