import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createInspections, type Inspections } from './inspections.ts';
import type { InspectTarget } from './plan.ts';

const fixture = fileURLToPath(new URL('testing/server.mjs', import.meta.url));
const hostileServer = fileURLToPath(new URL('../../tools/verify/faults/hostile-server.mjs', import.meta.url));
const words = (...texts: string[]) => texts.map((word) => JSON.stringify(word)).join(' ');
const stdio: InspectTarget = { kind: 'command', command: words(process.execPath, fixture, 'stdio'), variables: {} };

let inspections: Inspections;
let changes = 0;
const processes: ChildProcess[] = [];

async function end(): Promise<void> {
  await inspections.closeAll();
  for (const child of processes.splice(0)) child.kill('SIGKILL');
}

async function open(target: InspectTarget = stdio, id = 'one') {
  const { digest } = await inspections.plan(target);
  return inspections.open(id, target, digest);
}

let requests = 0;
const ask = (method: Parameters<Inspections['request']>[0]['method'], params: object) =>
  inspections.request({ id: 'one', request: `r${++requests}`, method, params: params as never });

async function httpServer(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [...args]);
  processes.push(child);
  const [port] = await once(child.stdout, 'data');
  return `http://127.0.0.1:${Number(port)}/mcp`;
}

describe.each(['stdio', 'http', 'session', 'sse'])('over %s, an inspected server', (transport) => {
  let sharedInspections: Inspections;
  beforeAll(async () => {
    inspections = sharedInspections = createInspections(process.cwd(), () => changes++);
    const target: InspectTarget =
      transport === 'stdio' ? stdio : { kind: 'url', url: await httpServer(fixture, transport), headers: {} };
    expect(await open(target)).toMatchObject({
      name: 'fixture',
      title: 'Fixture server',
      version: '3.1.4',
      instructions: 'Be kind to this server.',
      capabilities: { prompts: {}, tools: {} },
    });
  });
  beforeEach(() => {
    inspections = sharedInspections;
  });
  afterAll(end);

  test('shows its prompts from all pages, and answers one with values', async () => {
    const { items, isCut } = await inspections.connection('one').list('prompts');
    expect([items.map(({ name }) => name), isCut]).toEqual([['translate', 'picture', 'refused'], false]);
    expect(await ask('prompts/get', { name: 'translate', arguments: { text: 'Hi', language: 'Dutch' } })).toMatchObject(
      {
        kind: 'result',
        exchange: {
          request: { method: 'prompts/get' },
          response: {
            result: { messages: [{ content: { text: 'Translate into Dutch: Hi' } }, { role: 'assistant' }] },
          },
        },
        remarks: [],
      },
    );
    expect(await ask('prompts/get', { name: 'refused' })).toMatchObject({
      kind: 'error',
      code: -32602,
      message: expect.stringContaining('not for you'),
    });
  });

  test('answers calls of its tools, with structured content, images and errors', async () => {
    expect((await inspections.connection('one').list('tools')).items).toHaveLength(10);
    expect(await ask('tools/call', { name: 'add', arguments: { a: 1, b: 2 } })).toMatchObject({
      kind: 'result',
      isError: false,
      exchange: { response: { result: { structuredContent: { sum: 3 } } } },
    });
    expect(await ask('tools/call', { name: 'draw', arguments: {} })).toMatchObject({
      exchange: { response: { result: { content: [{ type: 'image' }] } } },
    });
    expect(await ask('tools/call', { name: 'fail', arguments: {} })).toMatchObject({ kind: 'result', isError: true });
  });

  test('shows its resources and templates, and reads one', async () => {
    expect((await inspections.connection('one').list('resources')).items).toMatchObject([{ uri: 'docs://guide' }]);
    expect((await inspections.connection('one').list('resourceTemplates')).items).toHaveLength(1);
    expect(await ask('resources/read', { uri: 'docs://intro' })).toMatchObject({
      exchange: { response: { result: { contents: [{ text: '# docs://intro' }] } } },
    });
  });

  test('completes the value of an argument', async () => {
    const params = { ref: { type: 'ref/prompt', name: 'translate' }, argument: { name: 'language', value: 'D' } };
    expect(await ask('completion/complete', params)).toMatchObject({
      exchange: { response: { result: { completion: { values: ['Danish', 'Dutch'] } } } },
    });
  });

  test.skipIf(transport === 'http')(
    'announces changes of its lists and of a followed resource (skipped over HTTP: without a session, a server cannot announce anything)',
    async () => {
      const view = () => inspections.connections()[0];
      const announcedChanges = view()?.listChanges ?? 0;
      await ask('tools/call', { name: 'grow', arguments: {} });
      await expect.poll(() => view()?.listChanges).toBe(announcedChanges + 1);
      const guide = 'docs://guide';
      await ask('tools/call', { name: 'edit', arguments: {} });
      await inspections.connection('one').follow(guide, true);
      expect(view()?.followedResources).toEqual([{ uri: guide, changes: 0 }]);
      await ask('tools/call', { name: 'edit', arguments: {} });
      await expect.poll(() => view()?.followedResources).toEqual([{ uri: guide, changes: 1 }]);
      await inspections.connection('one').follow(guide, false);
      expect(view()?.followedResources).toEqual([]);
      await expect(inspections.connection('one').follow('docs://intro', true)).rejects.toThrow(
        'The server does not announce changes of docs://intro (',
      );
    },
  );

  test('gives its prompts to an import, which leaves it connected', async () => {
    const server = inspections.running('one');
    const [firstPrompt] = await server.prompts(AbortSignal.timeout(5_000));
    expect(firstPrompt?.name).toBe('translate');
    expect(await server.get('translate', { text: 'A' }, AbortSignal.timeout(5_000))).toMatchObject({
      messages: [{}, {}],
    });
    await server.close();
    expect(await ask('ping', {})).toMatchObject({ kind: 'result' });
  });
});

describe('an inspected program', () => {
  let sharedInspections: Inspections;
  beforeAll(async () => {
    inspections = sharedInspections = createInspections(process.cwd(), () => changes++);
    await open();
  });
  beforeEach(() => {
    inspections = sharedInspections;
  });
  afterAll(end);

  test('the log has every message with its method, and the error output of the program', async () => {
    await ask('prompts/get', { name: 'picture' });
    const { messages, stderr } = inspections.connection('one').log(0);
    const lastMessages = messages.slice(-2).map(({ direction, kind, method }) => [direction, kind, method]);
    expect(lastMessages).toEqual([
      ['sent', 'request', 'prompts/get'],
      ['received', 'answer', 'prompts/get'],
    ]);
    expect(messages.at(-1)?.milliseconds).toBeGreaterThan(0);
    expect(stderr).toContain('Fixture started');
    expect(inspections.connection('one').log(messages.at(-1)?.seq ?? 0).messages).toEqual([]);
    expect(changes).toBeGreaterThan(0);
  });

  test('progress and log messages belong to their call', async () => {
    expect(await ask('tools/call', { name: 'add', arguments: { a: 1, b: 2 } })).toMatchObject({
      progress: [{ progress: 1, total: 2, message: 'half' }],
      log: [{ level: 'info', text: 'Adding' }],
    });
  });

  test('a server that wants a model gets an error, and the answer says so', async () => {
    expect(await ask('tools/call', { name: 'sample', arguments: {} })).toMatchObject({
      kind: 'result',
      remarks: ['The server sent the request sampling/createMessage, which Inspect declines: it has no model.'],
    });
    expect(inspections.connections()[0]?.declinedMethods).toEqual(['sampling/createMessage']);
  });

  test('a call that does not answer can be cancelled, and the connection stays', async () => {
    const waitingCall = inspections.request({
      id: 'one',
      request: 'long',
      method: 'tools/call',
      params: { name: 'wait', arguments: {} },
    });
    await expect.poll(() => inspections.connection('one').log(0).messages.at(-1)?.method).toBe('tools/call');
    inspections.cancel('long');
    expect(await waitingCall).toEqual({ kind: 'cancelled' });
    expect(await ask('ping', {})).toMatchObject({ kind: 'result' });
  });

  test('a call that was cancelled before it came is not sent', async () => {
    const sentCount = inspections.connection('one').log(0).messages.length;
    inspections.cancel('early');
    const earlyCall = inspections.request({
      id: 'one',
      request: 'early',
      method: 'tools/call',
      params: { name: 'wait', arguments: {} },
    });
    expect(await earlyCall).toEqual({ kind: 'cancelled' });
    expect(inspections.connection('one').log(0).messages).toHaveLength(sentCount);
  });

  test('an announced change of a list is counted', async () => {
    const listChanges = inspections.connections()[0]?.listChanges ?? 0;
    await ask('tools/call', { name: 'grow', arguments: {} });
    expect(inspections.connections()[0]?.listChanges).toBe(listChanges + 1);
    expect((await inspections.connection('one').list('prompts')).items).toHaveLength(4);
  });
});

describe('a connection', () => {
  beforeEach(() => {
    inspections = createInspections(process.cwd(), () => changes++);
  });
  afterEach(async () => {
    await end();
    vi.unstubAllEnvs();
  });

  test('a server that crashes gives its reason without the secrets that it got', async () => {
    await open({ ...stdio, variables: { FIXTURE_TOKEN: 'sk-123456789' } });
    expect(await ask('tools/call', { name: 'environment', arguments: { name: 'FIXTURE_TOKEN' } })).toMatchObject({
      exchange: { response: { result: { content: [{ text: 'sk-123456789' }] } } },
    });
    const reason = 'it ended with exit code 3: Out of memory with •••';
    await expect(ask('tools/call', { name: 'crash', arguments: {} })).rejects.toThrow(reason);
    expect(inspections.connections()).toMatchObject([{ endReason: `The connection ended: ${reason}. Connect again.` }]);
    await expect(ask('ping', {})).rejects.toThrow('Connect again.');
    expect(inspections.connection('one').log(0).stderr).not.toContain('sk-123');
  });

  test('a server of 2026-07-28 announces its lists and a followed resource on a subscription', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inspect-'));
    for (const name of ['servers', 'prompts']) await mkdir(join(folder, name));
    const write = (text: string, moreText = '') =>
      writeFile(
        join(folder, 'prompts', 'guide.yaml'),
        `Name: guide\nContent:\n  Messages:\n    - Role: user\n      Content: { Type: resource, Uri: "docs://guide", Text: ${text} }\n${moreText}`,
      );
    await writeFile(join(folder, 'servers', 'Docs.yaml'), 'Name: Docs\nMCPPrompts: [guide]\n');
    await write('One');
    const command = words(
      process.execPath,
      join(process.cwd(), 'dist/cli.cjs'),
      'serve',
      'Docs',
      '--workspace',
      folder,
    );
    const variables = { PROMPT_WORKBENCH_STATE: join(folder, 'state'), PROMPT_WORKBENCH_CACHE: join(folder, 'cache') };
    expect(await open({ kind: 'command', command, variables })).toMatchObject({ revision: '2026-07-28' });
    const view = () => inspections.connections()[0];
    await inspections.connection('one').follow('docs://guide', true);
    let edition = 1;
    // The server acknowledges a subscription before it has read the resource that it compares with.
    const edit = async () => {
      await write(`Edition ${++edition}`, `Title: Guide ${edition}\n`);
      return [view()?.followedResources[0]?.changes ?? 0, view()?.listChanges ?? 0].every((count) => count > 0);
    };
    await expect.poll(edit, { timeout: 10_000, interval: 500 }).toBe(true);
    await inspections.connection('one').follow('docs://guide', false);
    expect(view()?.followedResources).toEqual([]);
  });

  test('closing ends the program; so does opening another one with the same id', async () => {
    await open();
    await open();
    expect(inspections.connections()).toHaveLength(1);
    await inspections.close('one');
    expect(inspections.connections()).toEqual([]);
    await expect(ask('ping', {})).rejects.toThrow('This server is not connected: connect first.');
  });

  describe('a server that cannot be used', () => {
    test('by an address that needs a login, names HTTP 401', async () => {
      const url = await httpServer(fixture, 'http', 'secret-token');
      await expect(open({ kind: 'url', url, headers: {} })).rejects.toThrow(
        `${url} needs a login (HTTP 401): enter its token or another header. Logging in with OAuth isn't supported.`,
      );
      await open({ kind: 'url', url, headers: { Authorization: 'Bearer secret-token' } });
    });

    test.each([
      ['a program that does not exist', 'no-such-program-at-all', /PATH has no program "no-such-program-at-all"/],
      ['a program that is not a server', words(process.execPath, '-e', 'process.exit(2)'), /it ended with exit code 2/],
    ])('as %s, gives one sentence', async (_, command, message) => {
      await expect(open({ kind: 'command', command, variables: {} })).rejects.toThrow(message);
      expect(inspections.connections()).toEqual([]);
    });

    test.each([
      ['no-such-program-at-all', 'PATH has no program "no-such-program-at-all": correct it, or enter its full path.'],
      ['/no/such/program --stdio', '/no/such/program is not a program that can be started: correct the path.'],
    ])('because there is no %s, says so before it is started', async (command, message) => {
      await expect(inspections.plan({ kind: 'command', command, variables: {} })).rejects.toThrow(message);
    });

    test('because of an error in its script, names the error and keeps everything that it printed', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'inspect-'));
      const script = join(folder, 'broken.js');
      await writeFile(script, 'const = 3; // my-secret\n');
      const command = words(process.execPath, script);
      await expect(open({ kind: 'command', command, variables: { KEY: 'my-secret' } })).rejects.toThrow(
        "(it ended with exit code 1: SyntaxError: Unexpected token '=')",
      );
      const { stderr } = inspections.log('one', 0);
      expect(stderr).toContain('const = 3; // •••');
      expect(stderr).toContain('at ');
    });

    test('because it hangs, stops on request', async () => {
      const target: InspectTarget = {
        kind: 'command',
        command: words(process.execPath, '-e', 'setInterval(() => {}, 1000)'),
        variables: {},
      };
      const { digest } = await inspections.plan(target);
      const opening = inspections.open('one', target, digest);
      const refusal = expect(opening).rejects.toThrow('Connecting was cancelled.');
      await new Promise((resolve) => setImmediate(resolve));
      await inspections.close('one');
      await refusal;
    });

    test.each(['endless JSON', 'endless events', 'requests back'])(
      'because of %s, gives one sentence',
      async (flood) => {
        await open({ kind: 'command', command: words(process.execPath, hostileServer, 'stdio', flood), variables: {} });
        await expect(ask('tools/call', { name: 'hostile', arguments: {} })).rejects.toThrow(/it (sent|was ended)/);
        expect(inspections.connections()[0]?.endReason).toMatch(/^The connection ended: .+ Connect again\.$/);
      },
    );
  });

  describe('the plan', () => {
    test('shows the program, its arguments and its folder, and no value of a variable', async () => {
      const plan = await inspections.plan({
        kind: 'command',
        command: "node 'a b.mjs' -x",
        variables: { KEY: 'secret-value' },
      });
      expect(plan).toMatchObject({
        command: 'node',
        args: ['a b.mjs', '-x'],
        folder: process.cwd(),
        variables: ['KEY'],
      });
      expect(JSON.stringify(plan)).not.toContain('secret-value');
    });

    test('binds the opening to what was shown', async () => {
      const { digest } = await inspections.plan(stdio);
      await expect(
        inspections.open('one', { ...stdio, command: 'node other.mjs' } as InspectTarget, digest),
      ).rejects.toThrow("The server's entry has changed since it was shown");
    });

    test.each(['ftp://example.com', 'nonsense', ''])('refuses the address %j', async (url) => {
      await expect(inspections.plan({ kind: 'url', url, headers: {} })).rejects.toThrow(/address/);
    });
  });

  test('a server of a client application is started with its variables, which are not shown', async () => {
    const home = await mkdtemp(join(tmpdir(), 'inspect-'));
    vi.stubEnv('HOME', home);
    vi.stubEnv('CLAUDE_CONFIG_DIR', '');
    vi.stubEnv('OUTER_TOKEN', 'outer-secret');
    const entry = {
      command: process.execPath,
      args: [fixture, 'stdio', '--token', 'argument-secret'],
      env: { FIXTURE_TOKEN: `${'$'}{OUTER_TOKEN}` },
    };
    await mkdir(join(home, '.cursor'));
    await writeFile(join(home, '.claude.json'), JSON.stringify({ mcpServers: { fixture: entry } }));
    await writeFile(join(home, '.cursor', 'mcp.json'), '{ broken');
    const { servers, unreadFiles } = await inspections.configured(undefined);
    expect(servers).toMatchObject([
      { application: 'claude-code', applicationName: 'Claude Code', scope: 'user', name: 'fixture' },
    ]);
    expect(unreadFiles).toEqual([expect.stringMatching(/^Cursor: /)]);
    const target: InspectTarget = { kind: 'entry', application: 'claude-code', scope: 'user', name: 'fixture' };
    const plan = await inspections.plan(target);
    expect(plan).toMatchObject({ kind: 'command', variables: ['FIXTURE_TOKEN'], folder: home });
    expect(JSON.stringify([servers, plan])).not.toMatch(/outer-secret|argument-secret/);
    await open(target);
    expect(await ask('tools/call', { name: 'environment', arguments: { name: 'FIXTURE_TOKEN' } })).toMatchObject({
      exchange: { response: { result: { content: [{ text: 'outer-secret' }] } } },
    });
  });
});
