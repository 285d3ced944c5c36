/** The steps of the action, run as GitHub runs them, with a stand-in for its API. */
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createWorld, type World } from '../../src/cli/testing/command-line.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const prompt = (words: string) => `Name: hi
Description: Greets
Content: ${words}
Tests: [{Name: greets, Expect: [{contains: Hello}]}]
`;

interface Comment {
  id: number;
  body: string;
  user: { type: string };
}

let world: World;
const comments: Comment[] = [{ id: 1, body: 'A person says something', user: { type: 'User' } }];
const tokens = new Set<string | undefined>();
const api = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  tokens.add(request.headers.authorization);
  const [, id] = /issues\/comments\/(\d+)$/.exec(request.url ?? '') ?? [];
  const body: string = text === '' ? '' : JSON.parse(text).body;
  const knownComment = comments.find((comment) => comment.id === Number(id));
  if (knownComment) knownComment.body = body;
  else if (request.method === 'POST') comments.push({ id: comments.length + 1, body, user: { type: 'Bot' } });
  response.end(JSON.stringify(comments));
});

beforeAll(async () => {
  world = await createWorld({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [hi]\n',
    'prompts/hi.yaml': prompt('Hello'),
  });
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
    ['-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '--quiet', '-m', 'x'],
  ])
    execFileSync('git', ['-C', world.workspace, ...args]);
  api.listen(0, '127.0.0.1');
  await once(api, 'listening');
});
afterAll(async () => {
  api.close();
  await world.dispose();
});

/** Runs the command of the action's one step with its variables, as the runner fills them in. */
async function runAction() {
  const { runs } = parse(await readFile(join(root, 'action.yml'), 'utf8'));
  const [{ run }] = runs.steps;
  const summary = join(world.project, 'summary.md');
  await mkdir(world.project, { recursive: true });
  const env = {
    ...process.env,
    GITHUB_ACTION_PATH: root.replace(/\/$/, ''),
    GITHUB_API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    GITHUB_REPOSITORY: 'team/prompts',
    GITHUB_STEP_SUMMARY: summary,
    PULL_REQUEST: '7',
    PROMPT_WORKBENCH_STATE: world.state,
    INPUT_WORKSPACE: world.workspace,
    INPUT_PROGRAM: join(root, 'dist/cli.cjs'),
    INPUT_BASE: 'HEAD',
    INPUT_TOKEN: 'secret',
    INPUT_JUNIT: join(world.project, 'results.xml'),
  };
  const outcome = await new Promise<{ code: number; stdout: string }>((resolve) =>
    execFile('bash', ['-c', run], { env }, (error, stdout) => resolve({ code: Number(error?.code ?? 0), stdout })),
  );
  return { ...outcome, summary: await readFile(summary, 'utf8') };
}

// Ten starts of the program, on a machine that may be busy.
test('the action checks, tests and compares, and keeps one comment that it updates', { timeout: 180_000 }, async () => {
  const firstRun = await runAction();
  expect(firstRun.code).toBe(0);
  expect(comments).toHaveLength(2);
  expect(comments[1]?.body).toContain('### Tests: passed');
  expect(comments[1]?.body).toContain('Nothing has changed.');
  expect([...tokens]).toEqual(['Bearer secret']);
  await writeFile(join(world.workspace, 'prompts/hi.yaml'), prompt('Good morning'));
  const secondRun = await runAction();
  expect(secondRun.code).toBe(1);
  expect(comments).toHaveLength(2);
  expect(comments[0]?.body).toBe('A person says something');
  expect(comments[1]?.body).toContain('### Tests: 1 failed');
  expect(comments[1]?.body).toContain('-user: Hello\n+user: Good morning');
  expect(secondRun.summary).toContain('### Check: nothing found');
  expect(await readFile(join(world.project, 'results.xml'), 'utf8')).toContain('failures="1"');
});

test('the action has one step and installs nothing but the published package', async () => {
  const { runs, inputs } = parse(await readFile(join(root, 'action.yml'), 'utf8'));
  expect(runs.using).toBe('composite');
  expect(runs.steps).toHaveLength(1);
  expect(inputs.trust.default).toBe('functions');
});
