/** Agents of this computer, by stand-ins on PATH. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PromptMessage } from '../../model/protocol.ts';
import { fileSecrets } from '../../state/secrets.ts';
import { createAddressRunner } from '../http/address-runner.ts';
import { messagesOfKinds } from '../message-kinds.ts';
import type { AskPerson, PermissionRequest } from '../permissions.ts';
import { type RunOptions, run } from '../run.ts';
import type { RunRequest } from '../runner.ts';
import { openRunners, runnerOf } from '../runners.ts';
import { openaiChunk, startModelStandIn, stream } from '../testing/model-stand-in.ts';

const echoAgent = fileURLToPath(new URL('../testing/acp-echo-agent.mjs', import.meta.url));

const permissionClaude = fileURLToPath(new URL('../testing/permission-claude.mjs', import.meta.url));

let dir: string;
let log: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'run-agents-'));
  log = join(dir, 'log');
  await mkdir(join(dir, 'bin'));
  await mkdir(join(dir, 'tmp'));
  vi.stubEnv('TMPDIR', join(dir, 'tmp'));
});
afterEach(() => vi.unstubAllEnvs());

/** Puts a shell script on PATH. */
async function install(name: string, script: string): Promise<void> {
  const file = join(dir, 'bin', name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

const installEcho = (name: string, mode: string) =>
  install(name, `exec '${process.execPath}' '${echoAgent}' ${mode} '${log}' "$@"`);

/** `claude` as a stand-in: it keeps its arguments and input, and prints these lines. */
async function installClaude(lines: readonly object[]): Promise<void> {
  await writeFile(join(dir, 'lines'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await install('claude', `echo "$PWD" "$@" > '${log}'; cat mcp.json >> '${log}'; cat >> '${log}'; cat '${dir}/lines'`);
}

const message: PromptMessage = { role: 'user', content: { type: 'text', text: 'Hello, Ada!' } };
const request: RunRequest = {
  server: 'Docs',
  prompt: 'greet',
  values: { name: 'Ada' },
  messages: [message],
  lineFor: async (client) => (client === 'claude-code' ? '/mcp__Docs__greet Ada' : '/Docs:greet Ada'),
};

async function runWith(id: string, options: RunOptions = {}, runRequest = request) {
  const env = { PATH: `${join(dir, 'bin')}:/usr/bin:/bin`, HOME: dir };
  const serve = (server: string, client: string | undefined) => ({
    command: '/node',
    args: ['serve', ...(client === undefined ? [] : ['--for', client]), server],
    env: { A: 'b' },
  });
  const runners = await openRunners({ stateDir: dir, secrets: fileSecrets(dir), env, serve });
  return run(runnerOf(runners, id), runRequest, options);
}

const notes = async () =>
  (await readFile(log, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('an agent by the Agent Client Protocol (stand-in)', () => {
  test('gets our server in the session, an empty folder and no permission, and the messages if it lists no command', async () => {
    await installEcho('gemini', 'echo');
    const pieces: string[] = [];
    const outcome = await runWith('gemini-cli', { onText: (text) => pieces.push(text) });
    expect(outcome).toMatchObject({ kind: 'answer', text: 'Hello, Ada!', stopReason: 'end', costUsd: 0.25 });
    expect(outcome.typed).toBeUndefined();
    const [{ initialize }, { session }, { permission }] = await notes();
    expect(initialize.fs).toEqual({ readTextFile: false, writeTextFile: false });
    expect(session.mcpServers).toEqual([
      {
        name: 'Docs',
        command: '/node',
        args: ['serve', '--for', 'gemini-cli', 'Docs'],
        env: [{ name: 'A', value: 'b' }],
      },
    ]);
    expect(session.cwd).toMatch(/prompt-workbench-run-/);
    expect(permission).toEqual({ outcome: 'selected', optionId: 'no' });
    expect(await readdir(join(dir, 'tmp'))).toEqual([]);
  });

  test('asks a person for a permission by its own words, without the options that it would remember', async () => {
    await installEcho('gemini', 'asks');
    const requests: PermissionRequest[] = [];
    const ask: AskPerson = async (permissionRequest) => {
      requests.push(permissionRequest);
      return { kind: 'option', id: requests.length === 1 ? 'once' : 'no' };
    };
    const outcome = await runWith('gemini-cli', { permissions: { ask } });
    const title = 'rm -rf \\u{202e}.';
    expect(requests[0]).toEqual({
      kind: 'execute',
      title,
      detail: 'command: rm -rf .',
      options: [
        { id: 'once', name: 'Yes, once', isYes: true },
        { id: 'no', name: 'No, thanks', isYes: false },
      ],
    });
    expect(outcome.text).toBe('once no ');
    expect(outcome.asked).toEqual([
      { kind: 'execute', title, isAllowed: true, by: 'person' },
      { kind: 'execute', title, isAllowed: false, by: 'person' },
    ]);
  });

  test('may do what a person allows for the run or at its start, and nothing in the next run', async () => {
    await installEcho('gemini', 'asks');
    let questions = 0;
    const ask: AskPerson = async () => {
      questions++;
      return { kind: 'option', id: 'once', forRun: true };
    };
    expect((await runWith('gemini-cli', { permissions: { ask } })).text).toBe('once once ');
    expect(questions).toBe(1);
    expect((await runWith('gemini-cli', { permissions: { allows: ['execute'] } })).text).toBe('once once ');
    expect((await runWith('gemini-cli', { permissions: { allows: ['read'] } })).text).toBe('no no ');
    expect((await runWith('gemini-cli')).text).toBe('no no ');
  });

  test('says before a run that it has not been tested', async () => {
    const serve = () => ({ command: '/node', args: [] });
    const runners = await openRunners({ stateDir: dir, secrets: fileSecrets(dir), env: {}, serve });
    expect(runnerOf(runners, 'goose').consent).toContain('has not been tested with the workbench');
    expect(runnerOf(runners, 'opencode').consent).not.toContain('tested');
  });

  test('is asked by its command if it lists the prompt', async () => {
    await installEcho('qwen', 'commands');
    expect(await runWith('qwen-code')).toMatchObject({ text: '/Docs:greet Ada', typed: '/Docs:greet Ada' });
  });

  test('gets the messages of a former version, which its command does not call', async () => {
    await installEcho('qwen', 'commands');
    const outcome = await runWith('qwen-code', {}, { ...request, isFormer: true });
    expect(outcome).toMatchObject({ text: 'Hello, Ada!' });
    expect(outcome.typed).toBeUndefined();
  });

  test('gets images and audio if it takes them', async () => {
    await installEcho('gemini', 'echo');
    const image: PromptMessage = { role: 'user', content: { type: 'image', data: 'aGk=', mimeType: 'image/png' } };
    const audio: PromptMessage = { role: 'user', content: { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' } };
    const outcome = await runWith('gemini-cli', {}, { ...request, messages: [message, image, audio] });
    expect(outcome.text).toBe('Hello, Ada![image][audio]');
  });

  test('answers with a model of its list, and refuses another before anything is sent', async () => {
    await installEcho('gemini', 'models');
    expect(await runWith('gemini-cli', {}, { ...request, model: 'The large one' })).toMatchObject({ kind: 'answer' });
    expect(await notes()).toContainEqual({ model: { sessionId: 's', configId: 'model', value: 'large' } });
    expect(await runWith('gemini-cli', {}, { ...request, model: 'larg' })).toMatchObject({
      code: 'missing',
      message: 'Gemini CLI has no model "larg": did you mean "large"?',
    });
    await installEcho('gemini', 'echo');
    expect(await runWith('gemini-cli', {}, { ...request, model: 'large' })).toMatchObject({
      code: 'missing',
      message: 'Gemini CLI lists no models: choose one in Gemini CLI itself, and name none here.',
    });
    expect((await notes()).filter((value) => 'permission' in value)).toHaveLength(1);
  });

  test('says before a run which media it does not get', async () => {
    const runners = await openRunners({
      stateDir: dir,
      secrets: fileSecrets(dir),
      env: {},
      serve: () => ({ command: '/node', args: [] }),
    });
    const messages = messagesOfKinds([
      { role: 'user', type: 'text' },
      { role: 'user', type: 'image', mimeType: 'image/png' },
      { role: 'user', type: 'audio', mimeType: 'audio/wav' },
      { role: 'user', type: 'resource', mimeType: 'application/pdf' },
      { role: 'user', type: 'resource' },
    ]);
    const leftOut = (id: string, fields = {}) => runnerOf(runners, id).leavesOut({ messages, ...fields });
    expect(leftOut('gemini-cli')).toEqual(['Message 4: Gemini CLI does not get the file.']);
    expect(leftOut('opencode')).toEqual([
      'Message 3: OpenCode does not get the audio.',
      'Message 4: OpenCode does not get the file.',
    ]);
    expect(leftOut('goose')[0]).toBe(
      'Message 2: Goose gets the image only if it says when it starts that it accepts it.',
    );
    expect([leftOut('claude-code'), leftOut('claude-code', { isFormer: true }).length]).toEqual([[], 3]);
    expect(runnerOf(runners, 'gemini-cli').lacks).toEqual(['Gemini CLI cannot limit the length of its answer.']);
  });

  test.each([
    ['login', 'login', 'Gemini CLI is not logged in: start it in a terminal and log in.'],
    ['crash', 'broken', 'Gemini CLI ended with exit code 3 (Error: no such model): start it in a terminal to see why.'],
  ])('that fails by %s gives one sentence', async (mode, code, sentence) => {
    await installEcho('gemini', mode);
    expect(await runWith('gemini-cli')).toMatchObject({ kind: 'failure', code, message: sentence });
  });

  test('that is not installed says so', async () => {
    expect(await runWith('gemini-cli')).toMatchObject({
      code: 'missing',
      message: expect.stringContaining('install it'),
    });
  });

  test('that hangs ends at a stop, with everything that it started', async () => {
    await installEcho('gemini', 'hang');
    const stop = new AbortController();
    const outcome = await runWith('gemini-cli', { signal: stop.signal, onText: () => stop.abort() });
    expect(outcome).toMatchObject({ code: 'stopped', text: 'started' });
    // On a busy machine, a process ends a moment after its signal.
    await expect.poll(() => processesIn(dir)).toEqual([]);
    expect(await readdir(join(dir, 'tmp'))).toEqual([]);
  });
});

describe('Claude Code without a window (stand-in)', () => {
  const init = { type: 'system', subtype: 'init', model: 'opus', mcp_servers: [{ name: 'Docs', status: 'connected' }] };
  const delta = (text: string) => ({
    type: 'stream_event',
    event: { type: 'content_block_delta', delta: { type: 'text_delta', text } },
  });
  const usage = { input_tokens: 3, cache_read_input_tokens: 4, output_tokens: 5 };

  test('types the command with our server alone, and shows its cost', async () => {
    const result = {
      type: 'result',
      is_error: false,
      result: 'Hi Ada',
      total_cost_usd: 0.01,
      stop_reason: 'end_turn',
      usage,
    };
    await installClaude([init, delta('Hi '), { type: 'assistant' }, delta('Ada'), result]);
    expect(await runWith('claude-code')).toMatchObject({
      kind: 'answer',
      text: 'Hi Ada',
      model: 'opus',
      costUsd: 0.01,
      tokensIn: 7,
      tokensOut: 5,
      typed: '/mcp__Docs__greet Ada',
    });
    const text = await readFile(log, 'utf8');
    expect(text).toContain('--strict-mcp-config --mcp-config ');
    expect(text).toContain('{"mcpServers":{"Docs":{"type":"stdio","command":"/node"');
    expect(text).toContain('"content":"/mcp__Docs__greet Ada"');
    expect(await readdir(join(dir, 'tmp'))).toEqual([]);
  });

  test.each([
    ['Not logged in · Please run /login', 'login', 'start it in a terminal and log in'],
    ['Credit balance is too low', 'busy', 'Claude Code got no answer (Credit balance is too low): run again later.'],
  ])('gives one sentence when it says "%s"', async (result, code, sentence) => {
    await installClaude([init, { type: 'result', is_error: true, result }]);
    expect(await runWith('claude-code')).toMatchObject({ code, message: expect.stringContaining(sentence) });
  });

  test('asks for its permissions by a tool of the workbench, which another program cannot call', async () => {
    await install('claude', `exec '${process.execPath}' '${permissionClaude}' "$@"`);
    const requests: PermissionRequest[] = [];
    const ask: AskPerson = async (permissionRequest) => {
      requests.push(permissionRequest);
      return { kind: 'option', id: requests.length === 1 ? 'allow' : 'deny' };
    };
    const outcome = await runWith('claude-code', { permissions: { ask } });
    expect(JSON.parse(outcome.text)).toEqual({
      stranger: 401,
      listed: true,
      answers: [
        { behavior: 'allow', updatedInput: { command: 'ls', description: 'List files' } },
        { behavior: 'deny', message: expect.stringContaining('does not allow') },
      ],
    });
    expect(requests.map(({ kind, title, detail }) => [kind, title, detail])).toEqual([
      ['execute', 'ls', 'command: ls\ndescription: List files'],
      ['edit', 'a.txt', 'file_path: a.txt'],
    ]);
  });

  test('gets a tool for permissions only if a person can answer', async () => {
    await installClaude([init, { type: 'result', is_error: false, result: 'Hi' }]);
    await runWith('claude-code');
    expect(await readFile(log, 'utf8')).not.toContain('permission-prompt-tool');
  });

  test('that ends in the middle keeps its beginning', async () => {
    await installClaude([init, delta('Hi ')]);
    expect(await runWith('claude-code')).toMatchObject({ kind: 'failure', code: 'broken', text: 'Hi ' });
  });

  test('whose server does not start leads to doctor', async () => {
    await installClaude([{ ...init, mcp_servers: [{ name: 'Docs', status: 'failed' }] }]);
    expect(await runWith('claude-code')).toMatchObject({ message: expect.stringContaining('doctor') });
  });
});

test('100 runs that are stopped at random moments leave no process, no connection and no folder (stand-ins)', async () => {
  // A child, one with its own session, orphans with their own session and one of them without the environment, and output:
  // the shell is fast to start, so many moments are met.
  await install(
    'claude',
    `sleep 1000 & setsid sleep 1000 & (setsid sleep 1000 &); (env -i setsid sleep 1000 &); printf '%s\\n' '{"type":"system","subtype":"init"}'; exec sleep 1000`,
  );
  await installEcho('gemini', 'hang');
  const model = await startModelStandIn();
  const address = createAddressRunner(
    { id: 'x', title: 'X', address: `${model.url}/v1`, api: 'openai' },
    fileSecrets(dir),
    {},
  );
  const ask: AskPerson = () => new Promise(() => undefined);
  const servers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length;
  const serversBefore = servers();
  const unstoppedRuns: string[] = [];
  const stopOne = async (index: number) => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), Math.random() * 150);
    model.answerNext(stream([openaiChunk('Hel')], 'stays open'));
    const kind = index % 10;
    const outcome =
      kind < 6
        ? // Half of them with a server for its permissions.
          await runWith('claude-code', { signal: stop.signal, permissions: kind % 2 === 0 ? { ask } : {} })
        : kind < 9
          ? await run(address, { ...request, model: 'm' }, { signal: stop.signal })
          : await runWith('gemini-cli', { signal: stop.signal });
    clearTimeout(timer);
    if (outcome.kind !== 'failure') unstoppedRuns.push(`run ${index}: ${outcome.kind}`);
    else if (outcome.code !== 'stopped') unstoppedRuns.push(`run ${index}: ${outcome.code}: ${outcome.message}`);
  };
  for (let index = 0; index < 100; index += 5)
    await Promise.all([0, 1, 2, 3, 4].map((moreCount) => stopOne(index + moreCount)));
  expect(unstoppedRuns).toEqual([]);
  await expect.poll(() => processesIn(dir)).toEqual([]);
  expect(await readdir(join(dir, 'tmp'))).toEqual([]);
  await expect.poll(() => model.countConnections()).toBe(0);
  await expect.poll(servers).toBe(serversBefore);
  await model.close();
});

/** The processes whose environment names this folder or that work in it, except this one. */
function processesIn(folder: string): readonly string[] {
  return readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) return false;
    try {
      const environment = readFileSync(`/proc/${entry}/environ`, 'latin1');
      return environment.includes(folder) || readlinkSync(`/proc/${entry}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
}
