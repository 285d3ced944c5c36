/**
 * `prompt-workbench test` over 1,000 prompts, each with a test of four expectations, from spawn to exit without any cache. Beside
 * it, the bare renders: the same prompts with one sample each, which only have to answer.
 */
import { spawn } from 'node:child_process';
import { appendFile, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, medianOf, ratio } from './measure.mjs';
import { makeWorkspace, promptName } from './workspace.mjs';

const prompts = 1_000;
const cli = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

const sample = 'Samples:\n  - { Name: One, Arguments: { topic: bridges } }\n';
const tests = `${sample}Tests:
  - Name: Writes about the topic
    Sample: One
    Expect:
      - contains: Write about bridges
      - not-contains: undefined
      - messages: 1
      - tokens-at-most: 100
`;

/** @param {{ folder: string, rounds: number, row: Function, progress: Function }} bench */
export async function testRows({ folder, rounds, row, progress }) {
  const bareWorkspace = await makeTestWorkspace(folder, 'tests-bare', sample);
  const testedWorkspace = await makeTestWorkspace(folder, 'tests', tests);
  const variants = { bare: () => timeTests(folder, bareWorkspace), tested: () => timeTests(folder, testedWorkspace) };
  const results = await interleave(variants, rounds, progress('tests'));
  const seconds = medianOf(results, 'tested', 'seconds');
  return [
    row(`test, ${prompts.toLocaleString('en')} tests`, `${seconds.toFixed(2)} s`, {
      value: seconds,
      unit: 's',
      atMost: 3,
    }),
    row(`test, ${prompts.toLocaleString('en')} bare renders`, `${medianOf(results, 'bare', 'seconds').toFixed(2)} s`, {
      value: ratio(results, 'tested', 'bare', 'seconds'),
      unit: '× the bare renders',
      atMost: 1.25,
    }),
  ];
}

async function makeTestWorkspace(folder, name, moreFields) {
  const dir = await makeWorkspace(folder, name, { files: prompts, listed: prompts });
  for (let index = 0; index < prompts; index++)
    await appendFile(join(dir, 'prompts', `${promptName(index)}.yaml`), moreFields);
  return dir;
}

async function timeTests(folder, workspace) {
  const state = await mkdtemp(join(folder, 'tests-state-'));
  const begin = performance.now();
  const child = spawn(process.execPath, [cli, 'test', '--workspace', workspace], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PROMPT_WORKBENCH_STATE: state },
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0 || !output.includes('all passed')) throw new Error(`The tests did not pass: ${output}`);
  return { seconds: (performance.now() - begin) / 1_000 };
}
