import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSteps, type Step } from './run-steps.mjs';

/** Runs lanes of steps that print their name and exit with a code. */
async function run(...lanes: readonly (readonly Step[])[]) {
  const logs = mkdtempSync(join(tmpdir(), 'steps-'));
  const printedTexts: string[] = [];
  const outcomes = await runSteps(lanes, { root: logs, logs, print: (text) => printedTexts.push(text) });
  return { printedTexts, statuses: Object.fromEntries(outcomes.map(({ step, status }) => [step.name, status])) };
}

const step = (name: string, code: number, fields: Partial<Step> = {}): Step => ({
  name,
  command: process.execPath,
  args: ['-e', `console.log('output of ${name}'); process.exitCode = ${code}`],
  ...fields,
});

test('a failed step is reported, and the others run all the same', async () => {
  const { statuses } = await run([step('a', 0), step('b', 1), step('c', 0)], [step('d', 0)]);
  expect(statuses).toEqual({ a: 'passed', b: 'failed', c: 'passed', d: 'passed' });
});

test('a program that does not start, or that a signal ends, fails its step', async () => {
  const { statuses } = await run([
    step('missing', 0, { command: join(tmpdir(), 'no such program') }),
    step('killed', 0, { args: ['-e', 'process.kill(process.pid)'] }),
  ]);
  expect(statuses).toEqual({ missing: 'failed', killed: 'failed' });
});

test('a step whose variables cannot be computed fails, and says why', async () => {
  const env = () => Promise.reject(new Error('There is no browser.'));
  const { printedTexts, statuses } = await run([step('pages', 0, { env }), step('types', 0)]);
  expect(statuses).toEqual({ pages: 'failed', types: 'passed' });
  expect(printedTexts[0]).toContain('There is no browser.');
});

test('no step starts after a required one has failed', async () => {
  const { statuses } = await run([step('build', 1, { isRequired: true }), step('unit', 0)]);
  expect(statuses).toEqual({ build: 'failed' });
});

test('exit code 77 means skipped, not passed', async () => {
  expect((await run([step('suite', 77)])).statuses).toEqual({ suite: 'skipped' });
});

test('a step in the background leaves the processor to the others', async () => {
  const print = (name: string, fields: Partial<Step>) =>
    step(name, 0, { args: ['-e', "console.log('priority ' + require('node:os').getPriority())"], ...fields });
  const { printedTexts } = await run([print('front', {})], [print('back', { isBackground: true })]);
  const priorityOf = (name: string) =>
    Number(/priority (-?\d+)/.exec(printedTexts.find((text) => text.includes(`── ${name}\n`)) ?? '')?.[1]);
  expect(priorityOf('back')).toBeGreaterThan(priorityOf('front'));
});

test('the output of a step is printed as one block', async () => {
  const { printedTexts } = await run([step('a', 0)], [step('b', 3)]);
  expect(printedTexts).toHaveLength(2);
  expect(printedTexts.find((text) => text.includes('output of b'))).toMatch(
    /── b\noutput of b\n── b: failed in \d+ s$/,
  );
});
