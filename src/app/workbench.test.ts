import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endpointToken } from '../state/endpoint-token.ts';
import { openTrust } from '../trust/open-trust.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let home: string;
let workspace: string;
const openWorkbenches: Workbench[] = [];
const log: string[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'workbench-'));
  workspace = join(home, 'Prompt Workbench');
  log.length = 0;
});
afterEach(async () => {
  for (const workbench of openWorkbenches.splice(0)) await workbench.close();
});

async function start(dir = workspace): Promise<Workbench> {
  const workbench = await openWorkbench({
    workspaceDir: dir,
    stateDir: join(home, 'state'),
    cliFile: join(process.cwd(), 'dist', 'cli.cjs'),
    samplesDir: join(process.cwd(), 'samples'),
    log: (line) => log.push(line),
  });
  openWorkbenches.push(workbench);
  return workbench;
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(join(workspace, file, '..'), { recursive: true });
  await writeFile(join(workspace, file), text);
}

const view = (workbench: Workbench) => workbench.handlers['workspace.get']({});
const preview = (workbench: Workbench, server: string, prompt: string) =>
  workbench.handlers['prompt.preview']({ server, prompt, arguments: {} });

test('a first start shows the sample server, all of it served, beside the four built-in servers', async () => {
  const { servers, problems } = await view(await start());
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(servers.filter(({ builtin }) => builtin)).toHaveLength(4);
  const samples = servers.find(({ name }) => name === 'Samples');
  expect(samples?.prompts.length).toBeGreaterThan(5);
  expect(samples?.prompts.every(({ isServed }) => isServed)).toBe(true);
});

test('a built-in tool that needs Wolfram itself has no error, and says what to install', async () => {
  const { servers } = await view(await start());
  const tools = servers.find(({ name }) => name === 'WolframPacletDevelopment')?.tools ?? [];
  const unservedTools = tools.filter(({ isServed }) => !isServed);
  expect(unservedTools.map(({ name }) => name)).toContain('EditSymbolDoc');
  for (const { unavailable, problems, name } of unservedTools) {
    expect(unavailable).toMatch(`Not available here: ${name} needs a Wolfram`);
    expect(problems).toEqual([]);
  }
});

test('a new tool is written to its own file, as a new prompt is', async () => {
  await write('servers/Mine.yaml', 'Name: Mine\nMCPPrompts: []\n');
  const workbench = await start();
  await workbench.handlers['prompt.create']({ server: 'Mine', name: 'count', list: 'tools' });
  const { servers } = await view(workbench);
  const tool = servers.find(({ name }) => name === 'Mine')?.tools[0];
  expect(tool).toMatchObject({ name: 'count', location: { file: 'tools/count.yaml', at: [] } });
});

test('an existing workspace opens unchanged', async () => {
  await write('servers/Mine.yaml', 'Name: Mine\nMCPPrompts: []\n');
  const { servers } = await view(await start());
  expect(servers.map(({ name }) => name)).toContain('Mine');
  expect(await readdir(workspace)).toEqual(['servers']);
});

test('every prompt of the samples answers a real prompts/get with its first sample', async () => {
  const workbench = await start();
  const { servers } = await view(workbench);
  for (const prompt of servers.find(({ name }) => name === 'Samples')?.prompts ?? []) {
    const [sample] = prompt.samples;
    const input = { server: 'Samples', prompt: prompt.name, arguments: sample?.arguments ?? {} };
    expect(await workbench.handlers['prompt.preview'](input), prompt.name).toMatchObject({ kind: 'result' });
  }
});

test('each server answers at its MCP address, only with the token', async () => {
  await write('servers/My Server.yaml', 'Name: My Server\nMCPPrompts:\n  - { Name: Greet, Content: Hello }\n');
  const workbench = await start();
  const endpoint = (await view(workbench)).servers.find(({ name }) => name === 'My Server')?.endpoint ?? '';
  const { token } = await endpointToken(join(home, 'state'));
  const ask = (headers: Record<string, string>) =>
    fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      }),
    });
  expect((await ask({})).status).toBe(401);
  const answer = await ask({ authorization: `Bearer ${token}` });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('"My Server"');
});

test('the MCP addresses stay the same after a restart, and differ while another program uses the port', async () => {
  const firstWorkbench = await start();
  const endpoints = async (workbench: Workbench) => (await view(workbench)).servers.map(({ endpoint }) => endpoint);
  const before = await endpoints(firstWorkbench);
  const secondWorkbench = await start();
  expect(await endpoints(secondWorkbench)).not.toEqual(before);
  expect(log.join()).toMatch(/taken/);
  await firstWorkbench.close();
  await secondWorkbench.close();
  expect(await endpoints(await start())).toEqual(before);
});

test('a function prompt runs in the sandbox of the built command line, once its workspace is trusted', async () => {
  const source = 'export default () => "six times seven is " + 6 * 7';
  await write('servers/Mine.yaml', `Name: Mine\nMCPPrompts:\n  - Name: Sum\n    Content: { Function: '${source}' }\n`);
  const workbench = await start();
  const { needs = [] } = await preview(workbench, 'Mine', 'Sum');
  expect(needs).toHaveLength(1);
  await workbench.handlers['trust.allow']({ ids: needs, workspace: true });
  expect(await preview(workbench, 'Mine', 'Sum')).toMatchObject({
    kind: 'result',
    exchange: {
      response: { result: { messages: [{ content: { type: 'text', text: 'six times seven is 42' } }] } },
    },
  });
});

test('a server disappears with its file, and is served again when the file returns', async () => {
  const text = 'Name: Mine\nMCPPrompts:\n  - { Name: Greet, Content: Hello }\n';
  await write('servers/Mine.yaml', text);
  const workbench = await start();
  expect(await preview(workbench, 'Mine', 'Greet')).toMatchObject({ kind: 'result' });
  await rm(join(workspace, 'servers/Mine.yaml'));
  await vi.waitFor(() => expect(preview(workbench, 'Mine', 'Greet')).rejects.toMatchObject({ code: 'not-found' }));
  await write('servers/Mine.yaml', text.replace('Hello', 'Hello again'));
  await vi.waitFor(async () =>
    expect(await preview(workbench, 'Mine', 'Greet')).toMatchObject({
      exchange: { response: { result: { messages: [{ content: { text: 'Hello again' } }] } } },
    }),
  );
});

test('a save that is under way when the workbench closes is on disk afterwards', async () => {
  await write('prompts/Greet.yaml', 'Name: Greet\nContent: Hello\n');
  const workbench = await start();
  const saving = workbench.call('definition.edit', {
    file: 'prompts/Greet.yaml',
    at: [],
    edits: [{ at: ['Content'], before: 'Hello', after: 'Goodbye' }],
  });
  await workbench.close();
  expect(await readFile(join(workspace, 'prompts/Greet.yaml'), 'utf8')).toContain('Goodbye');
  expect(await saving).toMatchObject({ ok: true, value: { kind: 'saved' } });
  expect(await workbench.call('workspace.get', {})).toMatchObject({ ok: false, error: { code: 'unavailable' } });
});

test('a workbench without a writable state folder logs this, and still edits and previews', async () => {
  await writeFile(join(home, 'state'), 'a file where the folder should be');
  const workbench = await start();
  expect(log).toEqual([
    expect.stringContaining('The new workspace opens restricted'),
    expect.stringContaining('do not appear in the traffic log'),
    expect.stringContaining(`the file ${join(home, 'state', 'token')} cannot be written`),
  ]);
  const { servers } = await view(workbench);
  expect(servers.find(({ name }) => name === 'Samples')).not.toHaveProperty('endpoint');
  expect(await preview(workbench, 'Samples', 'commit-message')).toMatchObject({ kind: 'result' });
});

test('a new workspace is trusted, including everything that its samples need', async () => {
  const workbench = await start();
  const { isTrusted, asks } = await workbench.handlers['trust.get']({});
  expect(isTrusted).toBe(true);
  expect(asks.filter(({ isAllowed }) => !isAllowed)).toEqual([]);
  const comparison = await workbench.handlers['prompt.preview']({
    server: 'Samples',
    prompt: 'compare',
    arguments: { options: 'a,b' },
  });
  expect(comparison).not.toHaveProperty('needs');
});

test('an existing workspace is restricted, and windows learn when another program trusts it', async () => {
  await write('servers/Mine.yaml', 'Name: Mine\nMCPPrompts:\n  - { Name: Sum, Content: { Function: "() => 1" } }\n');
  const workbench = await start();
  expect(await workbench.handlers['trust.get']({})).toMatchObject({ isTrusted: false, asks: [{ isAllowed: false }] });
  const events: string[] = [];
  const stop = workbench.listen(({ name }) => events.push(name));
  const otherTrust = openTrust({ workspaceDir: workspace, stateDir: join(home, 'state'), log: () => {} });
  await vi.waitFor(async () => {
    await otherTrust.allow([], { workspace: true });
    expect(events).toContain('trust.changed');
  }, 5_000);
  stop();
  expect(await workbench.handlers['trust.get']({})).toMatchObject({ isTrusted: true });
});

test('a folder that cannot be a workspace is an error, and nothing keeps running', async () => {
  await writeFile(join(home, 'file'), 'mine');
  await expect(start(join(home, 'file'))).rejects.toMatchObject({ name: 'WorkbenchError' });
  await expect(access(join(home, 'state'))).rejects.toThrow('ENOENT');
});
