/** Tests the sources in a real workbench. */
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toolServer } from '../../search/sources/testing/mcp-server.ts';
import { openWorkbench, type Workbench } from '../workbench.ts';

let home: string;
let workbench: Workbench;
const log: string[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sources-'));
  log.length = 0;
  workbench = await openWorkbench({
    workspaceDir: join(home, 'workspace'),
    stateDir: join(home, 'state'),
    cliFile: join(process.cwd(), 'dist', 'cli.cjs'),
    samplesDir: join(process.cwd(), 'samples'),
    log: (line) => log.push(line),
  });
});
afterEach(async () => {
  await workbench.close();
  expect(log).toEqual([]);
});

const call = () => workbench.handlers;
const sourceOf = async (name: string) => (await call()['sources.list']({})).find((source) => source.name === name);
const stateOf = async (name: string) => (await sourceOf(name))?.state;
const previewSearch = async () => {
  const question = { server: 'WolframLanguage', prompt: 'Search', arguments: { query: 'the nth prime number' } };
  const { searches } = await call()['prompt.preview'](question);
  const [account] = searches;
  if (!account) throw new Error('Nothing was searched.');
  return account;
};

test('the preview of a search prompt has the report of the search, and another budget needs no new search', async () => {
  const account = await previewSearch();
  expect(account).toMatchObject({ query: 'the nth prime number', budget: 3_000 });
  expect(account.sources).toMatchObject([{ name: 'WolframLanguageDocumentation', state: 'answered' }]);
  expect(account.passages[0]?.matches.map(({ query }) => query)).toContain('prime');
  const smallResult = await call()['search.explain']({ id: account.id, budget: 400 });
  expect(smallResult.account.tokens).toBeLessThanOrEqual(400);
  expect(new Set(smallResult.account.passages.map(({ outcome }) => outcome.kind))).toContain('left');
  const page = await call()['sources.page']({
    source: 'WolframLanguageDocumentation',
    location: account.passages[0]?.location ?? '',
  });
  expect(page.passages.length).toBeGreaterThan(0);
});

test('a mark on a built-in source creates its file, and appears in this search and the next', async () => {
  const { id, query, passages } = await previewSearch();
  const location = passages[0]?.location ?? '';
  await call()['sources.mark']({ source: 'WolframLanguageDocumentation', query, location, judgement: 'right' });
  const secondResult = await call()['search.explain']({ id, budget: 3_000 });
  expect(secondResult.account.passages[0]).toMatchObject({ location, judged: 'right' });
  expect((await previewSearch()).passages[0]).toMatchObject({ location, judged: 'right' });
  expect(await call()['sources.evaluate']({ source: 'WolframLanguageDocumentation' })).toMatchObject({
    queries: 1,
    ndcg10: 1,
  });
});

test('a mark is a step of its source’s file: it is undone and redone, one at a time', async () => {
  const text = 'Type: Documentation\nFolders: [docs]\n';
  const file = 'sources/Handbook.yaml';
  await call()['file.write']({ file, baseVersion: '', text });
  const mark = (location: string, judgement: 'right' | 'wrong') =>
    call()['sources.mark']({ source: 'Handbook', query: 'start', location, judgement });
  const onDisk = () => readFile(join(home, 'workspace', file), 'utf8');
  expect(await mark('docs/a.md', 'right')).toMatchObject({
    label: 'Marked docs/a.md as right',
    changes: [{ file, before: text, after: await onDisk() }],
  });
  const firstText = await onDisk();
  await mark('docs/b.md', 'wrong');
  const place = { file, at: [] };
  expect(await call()['history.next']({})).toMatchObject({ undo: { label: 'Marked docs/b.md as wrong' } });
  await call()['history.step']({ ...place, direction: 'undo' });
  expect(await onDisk()).toBe(firstText);
  await call()['history.step']({ ...place, direction: 'undo' });
  expect(await onDisk()).toBe(text);
  await call()['history.step']({ ...place, direction: 'redo' });
  expect(await onDisk()).toBe(firstText);
});

test('a missing folder is a problem of its source until it exists', async () => {
  const { dir } = workbench;
  const text = 'Type: Documentation\nFolders:\n  - manual\n  - manual/tips.md\n';
  await call()['file.write']({ file: 'sources/Manual.yaml', baseVersion: '', text });
  const readProblems = async () =>
    (await sourceOf('Manual'))?.problems.map(({ at, line, message }) => [at, line, message]);
  const sentence = (path: string) => `No such folder or file: ${path}: correct Folders in the source, or create it.`;
  expect(await readProblems()).toEqual([
    [['Folders', 0], 3, sentence('manual')],
    [['Folders', 1], 4, sentence('manual/tips.md')],
  ]);
  await call()['search.run']({ sources: ['Manual'], query: 'start' });

  const events: string[] = [];
  const stop = workbench.listen(({ name }) => events.push(name));
  const expectAnnounced = async (remainingProblems: readonly (readonly (string | number)[])[]) => {
    expect(events).toContain('sources.changed');
    expect((await readProblems())?.map(([at]) => at)).toEqual(remainingProblems);
  };
  await mkdir(join(dir, 'manual'));
  await vi.waitFor(() => expectAnnounced([['Folders', 1]]), { timeout: 5_000 });
  await vi.waitFor(async () => expect((await stateOf('Manual'))?.kind).not.toBe('indexing'));
  events.length = 0;
  await writeFile(join(dir, 'manual/tips.md'), '# Tips');
  await vi.waitFor(() => expectAnnounced([]), { timeout: 5_000 });
  stop();
});

test('a source that is not filled in yet is in the list without a problem, and says so when it is searched', async () => {
  const file = 'sources/Manual.yaml';
  await call()['file.write']({ file, baseVersion: '', text: 'Type: Documentation\nFolders: []\n' });
  expect(await sourceOf('Manual')).toMatchObject({
    type: 'Documentation',
    file,
    state: { kind: 'not-set-up', message: 'Name a folder or a file to read.' },
  });
  expect((await call()['workspace.get']({})).problems).toEqual([]);
  expect(await call()['search.run']({ sources: ['Manual'], query: 'q' })).toMatchObject({
    kind: 'failed',
    message: 'Manual is not set up yet. Name a folder or a file to read.',
  });
  await call()['file.write']({ file: 'sources/Other.yaml', baseVersion: '', text: 'Type: Book\n' });
  expect(await sourceOf('Other')).toBeUndefined();
});

test('a program of a workspace file starts once it is allowed, and windows are notified', async () => {
  const program = join(home, 'server.cjs');
  await writeFile(program, toolServer());
  const text = `Type: MCP\nCommand: ${process.execPath}\nArgs: [${program}]\nTool: find\nArgument: q\n`;
  await call()['file.write']({ file: 'sources/Elsewhere.yaml', baseVersion: '', text });
  const { asks } = await call()['trust.get']({});
  const needs = asks.filter(({ ask }) => ask.kind === 'command').map(({ id }) => id);
  expect(needs).toHaveLength(1);
  expect(await stateOf('Elsewhere')).toEqual({ kind: 'not-allowed', needs });
  const refusal = await call()['search.run']({ sources: ['Elsewhere'], query: 'primes' });
  expect(refusal).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('not allowed to start the program'),
    account: { sources: [{ needs }] },
  });

  const events: string[] = [];
  const stop = workbench.listen(({ name }) => events.push(name));
  await call()['trust.allow']({ ids: needs, workspace: false });
  await vi.waitFor(() => expect(events).toEqual(expect.arrayContaining(['sources.changed', 'trust.changed'])));
  stop();
  const searchResult = await call()['search.run']({ sources: ['Elsewhere'], query: 'primes' });
  expect(searchResult).toMatchObject({ kind: 'results', text: expect.stringContaining('About primes') });
  await call()['trust.revoke']({ ids: needs });
  expect(await stateOf('Elsewhere')).toEqual({ kind: 'not-allowed', needs });
});

test('the AppID is stored outside the workspace, and no call returns it', async () => {
  const appId = 'SECRET-1234567890';
  expect(await call()['sources.setAppId']({ appId })).toEqual({ from: 'file' });
  expect(await stateOf('WolframAlpha')).toMatchObject({ kind: 'ready' });
  const files = await readdir(join(home, 'workspace'), { recursive: true, withFileTypes: true });
  for (const file of files.filter((dirent) => dirent.isFile()))
    expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toContain(appId);
  expect(JSON.stringify([await call()['sources.list']({}), await call()['sources.appId']({})])).not.toContain(appId);
  expect(await call()['sources.setAppId']({ appId: '' })).toEqual({ from: 'none' });
});
