/** What a search may reach: real sources of a workspace, and what a person has allowed. */
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createServices, type Services } from '../app/create-services.ts';
import { functionHost } from '../mcp/server/answer/render.ts';
import type { Ask } from '../model/asks.ts';
import { askId } from './ask-id.ts';
import { openTrust } from './open-trust.ts';
import type { Trust } from './trust.ts';

let home: string;
let services: Services;
let trust: Trust;
let receivedBodies: string[];
let address: string;
let closing: (() => unknown)[];

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'permission-')));
  receivedBodies = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    receivedBodies.push(body);
    const { id, method } = JSON.parse(body || '{}');
    if (id === undefined) return void response.writeHead(202).end();
    const result =
      method === 'initialize'
        ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'tiny', version: '1' } }
        : { content: [{ type: 'text', text: 'Collected.' }] };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const files = {
    'notes/diary.md': '# Diary\n\nThe quartz is hidden.\n',
    'workspace/docs/guide.md': '# Guide\n\nA quartz is a stone.\n',
    'workspace/sources/Diary.yaml': 'Type: Documentation\nFolders: [../notes]\n',
    'workspace/sources/Guide.yaml': 'Type: Documentation\nFolders: [docs]\n',
    'workspace/sources/Reference.yaml': 'Type: Documentation\nFolders: ["wolfram-language:"]\n',
    'workspace/sources/Away.yaml': `Type: MCP\nUrl: ${address}/mcp\nTool: collect\n`,
  };
  for (const [file, content] of Object.entries(files)) {
    await mkdir(join(home, file, '..'), { recursive: true });
    await writeFile(join(home, file), content);
  }
  const [workspaceDir, stateDir] = [join(home, 'workspace'), join(home, 'state')];
  const log = () => {};
  trust = openTrust({ workspaceDir, stateDir, log });
  services = createServices({
    workspaceDir,
    stateDir,
    cacheDir: join(home, 'cache'),
    cliFile: join(process.cwd(), 'dist', 'cli.cjs'),
    log,
  });
  closing = [() => services.close(), () => server.close(), () => server.closeAllConnections()];
});
afterEach(async () => {
  for (const close of closing) await close();
});

const awayAsk = (): Ask => ({ kind: 'address', address, isPrivate: true });
const notes = (): Ask => ({ kind: 'folder', path: join(home, 'notes') });
const togetherAsk = (source: string, folder: string): Ask => ({
  kind: 'together',
  source,
  folders: [folder],
  address,
});
const search = (source: string) => services.search({ sources: [source], query: 'quartz' });

async function textsIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  // The index of another source may be under way, with files that come and go.
  const read = (file: (typeof files)[number]) => readFile(join(file.parentPath, file.name), 'latin1').catch(() => '');
  return (await Promise.all(files.map(read))).join('\n');
}

describe('A restricted workspace', () => {
  it('searches its own documentation and what comes with the workbench', async () => {
    expect(await search('Guide')).toMatchObject({ kind: 'results', text: expect.stringContaining('A quartz is') });
    expect(await search('Reference')).toMatchObject({ kind: 'results' });
  });

  it('reads no folder outside, in a search or in the background', async () => {
    const searchingService = await services.searching();
    await searchingService.prepare();
    expect(await search('Diary')).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/^This workspace is not allowed to read \S+notes: .* prompt-workbench allow /),
      account: { sources: [{ needs: [askId(notes())] }] },
    });
    expect((await searchingService.list()).find(({ name }) => name === 'Diary')?.state).toEqual({
      kind: 'not-allowed',
      needs: [askId(notes())],
    });
    expect(await textsIn(join(home, 'cache'))).not.toContain('hidden');
  });

  it('contacts no address', async () => {
    expect(await search('Away')).toMatchObject({
      kind: 'failed',
      account: { sources: [{ needs: [askId(awayAsk())] }] },
    });
    expect(receivedBodies).toEqual([]);
  });
});

it('a search works again after the workspace folder was missing for a moment', async () => {
  const [workspace, elsewhereText] = [join(home, 'workspace'), join(home, 'elsewhere')];
  await rename(workspace, elsewhereText);
  await expect(search('Guide')).rejects.toThrow();
  await rename(elsewhereText, workspace);
  expect(await search('Guide')).toMatchObject({ kind: 'results' });
});

it('a folder that is no longer allowed is no longer searched, although it was read before', async () => {
  await trust.allow([notes()]);
  expect(await search('Diary')).toMatchObject({ kind: 'results', text: expect.stringContaining('hidden') });
  await trust.revoke([askId(notes())]);
  expect(await search('Diary')).toMatchObject({ kind: 'failed' });
});

describe('A folder outside that does not exist', () => {
  const laterAsk = (): Ask => ({ kind: 'folder', path: join(home, 'later') });
  const message = 'No such folder or file: ../later: correct Folders in the source, or create it.';
  const name = (...folders: string[]) =>
    writeFile(join(home, 'workspace/sources/Guide.yaml'), `Type: Documentation\nFolders: [${folders.join(', ')}]\n`);
  async function appear(): Promise<void> {
    await mkdir(join(home, 'later'));
    await writeFile(join(home, 'later', 'secret.md'), '# Secret\n\nThe quartz is hidden.\n');
  }
  const asksForLater = () => ({ kind: 'failed', account: { sources: [{ needs: [askId(laterAsk())] }] } });

  it('needs permission in a restricted workspace, which does not learn whether it exists', async () => {
    await name('docs', '../later');
    expect(await search('Guide')).toMatchObject(asksForLater());
  });

  it('needs none in a trusted workspace: the other folders are searched', async () => {
    await trust.allow([], { workspace: true });
    await name('docs', '../later');
    const searchAnswer = await search('Guide');
    expect(searchAnswer).toMatchObject({ kind: 'results', text: expect.stringContaining('A quartz is') });
    expect(searchAnswer.account.sources).toMatchObject([{ state: 'answered', message }]);
    await name('../later');
    const failedAnswer = await search('Guide');
    expect(failedAnswer).toMatchObject({ kind: 'failed', message });
    expect(failedAnswer.account.sources[0]?.needs).toBeUndefined();
    expect([...trust.requiredAsks.values()]).toEqual([]);
  });

  it.each([[['docs', '../later']], [['../later']]])(
    'is not read before it is allowed once it exists: %j',
    async (folders) => {
      await trust.allow([], { workspace: true });
      await name(...folders);
      await search('Guide');
      const onChange = vi.fn();
      (await services.searching()).subscribe(onChange);
      await appear();
      await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
      expect(await search('Guide')).toMatchObject(asksForLater());
      expect(await textsIn(join(home, 'cache'))).not.toContain('hidden');
      await trust.allow([laterAsk()]);
      expect(await search('Guide')).toMatchObject({ kind: 'results', text: expect.stringContaining('hidden') });
    },
  );

  it('is not read if it appears between the check of the permission and the search', async () => {
    await trust.allow([], { workspace: true });
    await name('docs', '../later');
    let isThere = false;
    const racing: Trust = {
      ...trust,
      async require(asks) {
        await trust.require(asks);
        if (!isThere) await appear();
        isThere = true;
      },
    };
    const cliFile = join(process.cwd(), 'dist', 'cli.cjs');
    const dirs = { workspaceDir: join(home, 'workspace'), stateDir: join(home, 'state'), cacheDir: join(home, 'race') };
    const racer = createServices({ ...dirs, cliFile, trust: racing, log: () => {} });
    closing.unshift(() => racer.close());
    expect(await racer.search({ sources: ['Guide'], query: 'quartz' })).toMatchObject({ kind: 'results' });
    expect(await textsIn(dirs.cacheDir)).not.toContain('hidden');
    expect(await racer.search({ sources: ['Guide'], query: 'quartz' })).toMatchObject(asksForLater());
  });
});

describe('A function that searches documentation and an address in one call', () => {
  beforeEach(() => trust.allow([notes(), awayAsk()], { workspace: true }));
  const countSent = () => receivedBodies.filter((body) => body.includes('tools/call')).length;

  it.each([
    ['Diary', 'Away'],
    ['Away', 'Diary'],
    ['Guide', 'Away'],
  ])('is stopped at the second: %s, then %s', async (firstSource, secondSource) => {
    const host = functionHost(services);
    await host.search(firstSource, 'quartz');
    const before = countSent();
    await expect(host.search(secondSource, 'quartz')).rejects.toThrow(
      /not allowed to let a function search \w+ and send requests to \S+ in the same call: .* prompt-workbench allow /,
    );
    expect(countSent()).toBe(before);
  });

  it('is stopped when it begins both at once', async () => {
    const host = functionHost(services);
    const outcomes = await Promise.allSettled([host.search('Away', 'hello'), host.search('Diary', 'quartz')]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).not.toEqual([]);
    const foundText = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.text : '')).join();
    if (foundText.includes('hidden')) await expect(host.search('Away', foundText)).rejects.toThrow('in the same call');
  });

  it('is stopped when it reads a page of the documentation in place of a search', async () => {
    const host = functionHost(services);
    await host.page?.('Diary', 'diary').catch(() => undefined);
    await expect(host.search('Away', 'quartz')).rejects.toThrow('in the same call');
  });

  it('may search the reference that comes with the workbench', async () => {
    const host = functionHost(services);
    await host.search('Reference', 'prime');
    expect((await host.search('Away', 'hello')).text).toContain('Collected.');
  });

  it('may use both in separate calls', async () => {
    await functionHost(services).search('Diary', 'quartz');
    expect((await functionHost(services).search('Away', 'hello')).text).toContain('Collected.');
  });

  it('continues once both are allowed together, with this folder and no other', async () => {
    await trust.allow([togetherAsk('Diary', join(home, 'notes'))]);
    const host = functionHost(services);
    await host.search('Diary', 'quartz');
    expect((await host.search('Away', 'hello')).text).toContain('Collected.');
    await writeFile(join(home, 'workspace/sources/Diary.yaml'), 'Type: Documentation\nFolders: [docs]\n');
    const changedHost = functionHost(services);
    await changedHost.search('Diary', 'quartz');
    await expect(changedHost.search('Away', 'hello')).rejects.toThrow('in the same call');
  });
});
