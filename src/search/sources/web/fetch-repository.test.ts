import { mkdtemp, readdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSource } from '../../../model/source.ts';
import { createRepository, type GitServer, type Repository, startGitServer } from '../testing/git-server.ts';
import { startWebSite } from '../testing/web-site.ts';
import { readAddresses, readManifest } from './copy.ts';
import { fetchRepository, webFolderOf } from './fetch-repository.ts';

let home: string;
let repository: Repository;
let server: GitServer;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'fetch-repository-'));
  repository = createRepository(join(home, 'served', 'engine'));
  repository.put('docs/start.md', '# Start\n');
  repository.put('docs/api/queue.md', '# Queue\n');
  repository.put('src/engine.ts', 'export {};\n');
  repository.commit('First');
  server = await startGitServer(join(home, 'served'));
});
afterEach(() => server.close());

const copy = () => join(home, 'copy');

async function fetchFrom(
  url: string,
  entry: object = {},
  { allowsPrivate = true, signal = new AbortController().signal } = {},
) {
  const { source, findings } = readSource({ Type: 'Documentation', Web: [{ Url: url, Type: 'Git', ...entry }] });
  expect(findings).toEqual([]);
  const pages = source?.type === 'Documentation' ? source.web?.[0] : undefined;
  if (!pages) throw new Error('The test has no pages.');
  return fetchRepository({ pages, copy: copy(), allowsPrivate }, signal);
}

const files = async () =>
  (await readdir(join(copy(), 'pages'), { recursive: true })).map((file) => file.replaceAll('\\', '/')).sort();

describe('A repository over HTTP', () => {
  it('gives one folder at one branch or tag, and costs only a request for its commit if nothing changed', async () => {
    const url = `${server.origin}/engine/.git`;
    expect(await fetchFrom(url, { Folder: 'docs' })).toEqual({ pages: 2, changedCount: 2, removedCount: 0 });
    expect(await files()).toEqual(['api', 'api/queue.md', 'start.md']);
    server.requests.length = 0;
    expect(await fetchFrom(url, { Folder: 'docs' })).toEqual({ pages: 2, changedCount: 0, removedCount: 0 });
    expect(server.requests.length).toBeLessThanOrEqual(2);
    repository.git('tag', '-a', 'v1', '-m', 'Version 1');
    repository.git('rm', '--quiet', 'docs/api/queue.md');
    repository.commit('Second');
    expect(await fetchFrom(url, { Folder: 'docs', Ref: 'v1' })).toMatchObject({ pages: 2 });
    expect(await fetchFrom(url, { Folder: 'docs', Ref: 'main' })).toMatchObject({ pages: 1 });
    expect(await files()).toEqual(['start.md']);
    expect(await readdir(copy())).toEqual(['addresses.json', 'manifest.json', 'pages']);
  });

  it('that exceeds the limit of size or pages is refused, and the copy stays', async () => {
    const url = `${server.origin}/engine/.git`;
    await fetchFrom(url);
    repository.put('docs/data.txt', Buffer.alloc(3_000_000, 'x'));
    repository.commit('Second');
    const keptCommit = readManifest(copy())?.commit;
    expect(await fetchFrom(url, { MaxMegabytes: 1 })).toMatchObject({
      failure: expect.stringMatching(/^it has more than 1 MB/),
    });
    expect(await fetchFrom(url, { MaxPages: 2 })).toMatchObject({
      pages: 2,
      failure: expect.stringMatching(/^it has 3 pages/),
    });
    expect(readManifest(copy())).toMatchObject({ commit: keptCommit, isComplete: false, pages: 2 });
    expect(await files()).not.toContain('docs/data.txt');
  });

  it('cannot redirect git to another address', async () => {
    const site = await startWebSite({
      '*': ({ url = '' }, response) => response.writeHead(302, { location: `${server.origin}${url}` }).end(),
    });
    try {
      const fetchResult = await fetchFrom(`${site.origin}/engine/.git`);
      expect(fetchResult).toMatchObject({ pages: 0, failure: expect.stringMatching(/^git said: /) });
      expect(server.requests).toEqual([]);
    } finally {
      await site.close();
    }
  });

  it('at an address that is not allowed is not contacted, and a wrong address gives one sentence', async () => {
    const port = new URL(server.origin).port;
    expect(await fetchFrom(`http://localhost:${port}/engine/.git`, {}, { allowsPrivate: false })).toMatchObject({
      failure: expect.stringMatching(/^localhost is at the private address /),
    });
    expect(server.requests).toEqual([]);
    expect(await fetchFrom(`${server.origin}/none.git`)).toMatchObject({
      failure: expect.stringMatching(/^git said: .*not found$/),
    });
  });

  it('that hangs can be stopped', async () => {
    const stoppingController = new AbortController();
    const site = await startWebSite({ '*': () => stoppingController.abort() });
    try {
      expect(await fetchFrom(`${site.origin}/engine.git`, {}, { signal: stoppingController.signal })).toMatchObject({
        isStopped: true,
      });
    } finally {
      await site.close();
    }
  });
});

describe('A hostile repository', () => {
  it('has neither links nor submodules in the copy, and its settings are not read', async () => {
    await symlink('/etc/passwd', join(repository.folder, 'docs', 'passwd.md'));
    await symlink('/etc', join(repository.folder, 'docs', 'etc'));
    repository.put('.gitmodules', `[submodule "sub"]\n\tpath = docs/sub\n\turl = ${server.origin}/other/.git\n`);
    repository.put('.gitattributes', '*.md filter=lfs diff=lfs merge=lfs -text\n');
    repository.put('.lfsconfig', `[lfs]\n\turl = ${server.origin}/lfs\n`);
    repository.git(
      'update-index',
      '--add',
      '--cacheinfo',
      `160000,${repository.git('rev-parse', 'HEAD').trim()},docs/sub`,
    );
    repository.commit('Second');
    expect(await fetchFrom(`${server.origin}/engine/.git`, { Folder: 'docs' })).toMatchObject({ pages: 3 });
    expect(await readFile(join(copy(), 'pages', 'passwd.md'), 'utf8')).toBe('/etc/passwd');
    expect(await readFile(join(copy(), 'pages', 'etc'), 'utf8')).toBe('/etc');
    expect(server.requests.filter((path) => !path.startsWith('/engine/.git'))).toEqual([]);
  });
});

it('a repository on this computer is fetched without its history', async () => {
  expect(await fetchFrom(`file://${repository.folder}`)).toMatchObject({ pages: 2 });
  expect(readAddresses(copy())).toEqual({ files: {} });
  expect(await files()).toEqual(['docs', 'docs/api', 'docs/api/queue.md', 'docs/start.md', 'src', 'src/engine.ts']);
});

it.each([
  ['https://github.com/example/engine.git', 'docs', 'https://github.com/example/engine/blob/c0ffee/docs'],
  ['ssh://git@gitlab.com/example/engine', '', 'https://gitlab.com/example/engine/-/blob/c0ffee/'],
  ['https://codeberg.org/example/engine/', 'a b', 'https://codeberg.org/example/engine/src/commit/c0ffee/a%20b'],
  ['https://code.example.com/engine.git', 'docs', undefined],
])('The files of %s are at %s on the web', (url, folder, address) => {
  expect(webFolderOf({ url, folder }, 'c0ffee')).toBe(address);
});
