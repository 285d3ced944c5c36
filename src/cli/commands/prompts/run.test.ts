/** `run` and `runners`, with stand-ins for what answers. */
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ModelStandIn,
  openaiChunk,
  replyJson,
  startModelStandIn,
  stream,
} from '../../../run/testing/model-stand-in.ts';
import { createWorld, outcomeOf, said, type World } from '../../testing/command-line.ts';

const workspace = {
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet]\n',
  'prompts/greet.yaml': `Name: greet
Arguments: [{Name: name, Required: true}, {Name: mood}]
Content: {StringTemplate: "Hello, \`name\`! \`mood\`"}
Samples: [{Name: Ada, Arguments: {name: Ada, mood: Happy}}]
`,
};

let model: ModelStandIn;
let world: World;
beforeEach(async () => {
  model = await startModelStandIn();
  world = await createWorld(workspace, { OLLAMA_HOST: model.url, ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '' });
});
afterEach(async () => {
  world.dispose();
  await model.close();
});

const runIt = (...args: string[]) => world.run('run', 'Docs', 'greet', ...args, '--with', 'ollama');

test('run sends the prompt to the named runner and streams its answer, with the consent at the first run (stand-in)', async () => {
  const firstOutcome = await runIt('name=Grace');
  expect(firstOutcome).toMatchObject({ code: 0, stdout: 'Hello, world' });
  expect(firstOutcome.stderr).toMatch(
    /^The messages of the prompt go to 127\.0\.0\.1.*\n\nstand-in-model: .* s, first text after .* s, 7 tokens in, 3 tokens out, \$0\.0012\n$/,
  );
  expect(model.requests[0]?.body.messages).toEqual([{ role: 'user', content: 'Hello, Grace! ' }]);
  const secondOutcome = await runIt('--sample', 'Ada', 'mood=Sad', '--json');
  expect(JSON.parse(secondOutcome.stdout)).toMatchObject({
    runner: 'ollama',
    kind: 'answer',
    text: 'Hello, world',
    tokensIn: 7,
  });
  expect(secondOutcome.stderr).toBe('');
  expect(model.requests[1]?.body.messages[0].content).toBe('Hello, Ada! Sad');
});

test('a failed run ends with 1 and one sentence, and with --json it is an object with the key error (stand-in)', async () => {
  model.answerNext(replyJson(429, { error: { message: 'Too many.' } }, { 'retry-after': '7' }));
  const { code, stdout, stderr } = await runIt('name=x');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Ollama accepts no more requests now (HTTP 429: Too many): run again in 7 seconds.');
  model.answerNext(stream([openaiChunk('Hel')], 'breaks'));
  const json = await runIt('name=x', '--json');
  expect([json.code, JSON.parse(json.stdout)]).toEqual([
    1,
    expect.objectContaining({ text: 'Hel', error: { code: 'network', message: expect.any(String) } }),
  ]);
});

test('Ctrl+C stops a run (stand-in)', async () => {
  model.answerNext(stream([openaiChunk('Hel')], 'stays open'));
  const child = world.start('run', 'Docs', 'greet', 'name=x', '--with', 'ollama');
  const finishedOutcome = outcomeOf(child);
  await said(child, /Hel/);
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  expect(await exit).toEqual([1, null]);
  expect((await finishedOutcome).stderr).toContain('The run was stopped.');
  await expect.poll(() => model.countConnections()).toBe(0);
});

test('a wrong command line says what to do, and sends nothing (stand-in)', async () => {
  const wrongCalls = [
    [['run', 'Docs', 'greet', 'name=x'], 2, 'Add --with RUNNER'],
    [['run', 'Docs', 'greet', 'name=x', '--with', 'olama'], 1, 'did you mean "ollama"?'],
    [['run', 'Docs', 'greet', 'nme=x', '--with', 'ollama'], 1, 'did you mean "name"?'],
    [['run', 'Docs', 'greet', '--sample', 'Ad', '--with', 'ollama'], 1, 'did you mean "Ada"?'],
    [['run', 'Docs', 'greet', 'name=x', '--with', 'anthropic'], 1, 'runners --set-key anthropic'],
    [['runners', '--add', 'A B', '--url', 'http://x'], 1, 'lower-case letters'],
    [['runners', '--set-key', 'unknown'], 1, 'There is no runner "unknown"'],
  ] as const;
  const outcomes = await Promise.all(wrongCalls.map(([args]) => world.run(...args)));
  expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual(
    wrongCalls.map(([, code, words]) => [code, expect.stringContaining(words)]),
  );
  expect(model.requests).toEqual([]);
});

test('an address is added with a key, which is only in its own file with mode 0600, and removed again (stand-in)', async () => {
  const key = 'sk-key-in-one-place';
  expect((await world.run('runners', '--add', 'mine', '--url', `${model.url}/v1/`, '--model', 'm')).code).toBe(0);
  const child = world.start('runners', '--set-key', 'mine');
  const set = outcomeOf(child);
  child.stdin.end(`${key}\n`);
  expect((await set).code).toBe(0);
  const [listedOutcome, { stdout }] = await Promise.all([world.run('runners', '--json'), world.run('runners')]);
  expect(stdout).toContain(`ollama (Ollama): ready\n  ${model.url}/v1\n  models: stand-in-model\n`);
  expect(stdout).toContain('anthropic (Anthropic API): Anthropic API has no key: ');
  const myRunner = JSON.parse(listedOutcome.stdout).runners.find(({ id }: { id: string }) => id === 'mine');
  expect(myRunner).toMatchObject({ kind: 'address', place: `${model.url}/v1`, state: { kind: 'ready' }, model: 'm' });
  model.answerNext(replyJson(401, { error: { message: `No: ${key}` } }));
  const failedOutcome = await world.run('run', 'Docs', 'greet', 'name=x', '--with', 'mine');
  expect(model.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  expect(failedOutcome.stderr + failedOutcome.stdout + listedOutcome.stdout).not.toContain(key);
  const file = join(world.state, 'secrets', 'runner-mine');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  // A service that repeats the key in its answer, which is kept.
  model.answerNext(stream([openaiChunk('Your key is sk-key-'), openaiChunk('in-one-place.'), '[DONE]']));
  const answeredOutcome = await world.run('run', 'Docs', 'greet', 'name=x', '--with', 'mine');
  expect(answeredOutcome.stdout).toBe('Your key is •••.');
  const home = dirname(world.state);
  const fileNames = (await readdir(home, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const files = fileNames.map((entry) => join(entry.parentPath, entry.name));
  expect(files.some((value) => value.includes(join('run', 'results')))).toBe(true);
  const filesWithKey = await Promise.all(
    files.map(async (value) => ((await readFile(value)).includes(key) ? value : [])),
  );
  expect(filesWithKey.flat()).toEqual([file]);
  expect((await world.run('runners', '--remove', 'mine')).stdout).not.toContain('mine');
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test('a sample may be a row of a table, and without a column of names it is called by its number (stand-in)', async () => {
  await world.write('samples/cases.jsonl', '{"name": "Ada"}\n{"name": "Bob", "mood": "Fine"}\n');
  const [head = ''] = workspace['prompts/greet.yaml'].split('Samples:');
  await world.write('prompts/greet.yaml', `${head}Samples: {File: cases.jsonl}\n`);
  expect((await runIt('--sample', 'row 2')).code).toBe(0);
  expect(model.requests[0]?.body.messages[0].content).toBe('Hello, Bob! Fine');
  expect((await runIt('--sample', 'row 3')).stderr).toContain('did you mean "row 1"?');
  const testedOutcome = await world.run('test', '--json');
  expect(JSON.parse(testedOutcome.stdout).tests.map(({ test: name }: { test: string }) => name)).toEqual([
    'Sample row 1',
    'Sample row 2',
  ]);
});

test('an agreement is listed and taken back, and a price gives a run its cost (stand-in)', async () => {
  const listAgreedRunners = async () => {
    const { runners } = JSON.parse((await world.run('runners', '--json')).stdout);
    return runners.flatMap((runner: { id: string; agreed: boolean }) => (runner.agreed ? [runner.id] : []));
  };
  expect((await world.run('runners', '--revoke', 'ollama')).stderr).toContain('You have not agreed to Ollama');
  await runIt('name=x');
  expect(await listAgreedRunners()).toEqual(['ollama']);
  expect((await world.run('runners', '--revoke', 'ollama')).code).toBe(0);
  expect(await listAgreedRunners()).toEqual([]);

  expect((await world.run('prices', '--set', 'stand-in-model=1000/2000')).stdout).toMatch(
    /^stand-in-model: \$1000 in, \$2000 out, .+, yours\n/,
  );
  const end = { model: 'stand-in-model', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
  const usage = { model: 'stand-in-model', choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } };
  model.answerNext(stream([openaiChunk('Hi'), end, usage, '[DONE]']));
  expect((await runIt('name=x')).stderr).toMatch(/about \$0\.013 at prices of 2\d{3}-\d{2}-\d{2}\n$/);
  expect(await world.run('prices', '--set', 'x=1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('write it like gpt-x=1.25/10'),
  });
  expect((await world.run('prices', '--known', 'no')).stdout).toContain('The known prices are not used');
});

test('an agent is refused what needs a permission, and allowed the kinds that --allow names (stand-in)', async () => {
  const bin = await mkdtemp(join(tmpdir(), 'run-bin-'));
  const agent = join(process.cwd(), 'src', 'run', 'testing', 'acp-echo-agent.mjs');
  const start = `exec '${process.execPath}' '${agent}' asks '${join(bin, 'log')}'`;
  await writeFile(join(bin, 'gemini'), `#!/bin/sh\n${start}\n`, { mode: 0o755 });
  const ownWorld = await createWorld(workspace, { PATH: `${bin}${delimiter}${process.env.PATH}` });
  const ask = (...args: string[]) => ownWorld.run('run', 'Docs', 'greet', 'name=x', '--with', 'gemini-cli', ...args);
  try {
    const refusal = await ask();
    expect(refusal).toMatchObject({ code: 0, stdout: 'no no ' });
    expect(refusal.stderr).toContain(
      'Gemini CLI wanted to run a command (rm -rf \\u{202e}.), which was refused: --allow execute allows it.\n',
    );
    expect((await ask('--allow', 'read, execute')).stdout).toBe('once once ');
    const { asked } = JSON.parse((await ask('--allow', 'all', '--json')).stdout);
    expect(asked[0]).toMatchObject({ kind: 'execute', isAllowed: true, by: 'setting' });
    expect(await ask('--allow', 'sudo')).toMatchObject({ code: 2, stderr: expect.stringContaining('not "sudo"') });
  } finally {
    ownWorld.dispose();
  }
});
