import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { redirectTo, startWebSite, type WebSite } from '../../../search/sources/testing/web-site.ts';
import { createWorld, type World } from '../../testing/command-line.ts';

let world: World;
let site: WebSite;
beforeEach(async () => {
  world = await createWorld();
  site = await startWebSite();
});
afterEach(async () => {
  world.dispose();
  await site.close();
});

const json = async (...args: string[]) => JSON.parse((await world.run(...args, '--json')).stdout);

const writeManual = () =>
  world.write('sources/Manual.yaml', `Type: Documentation\nWeb:\n  - { Url: ${site.origin}/guide/, Delay: 0.1 }\n`);

test('fetch needs permission, gets the pages, and search and page find them by their addresses; a search fetches nothing', async () => {
  site.pages.set(
    '/guide/',
    '<h1>Guide</h1><p>All about engines.</p><a href="start">Start</a><a href="/robots.html">Up</a>',
  );
  site.pages.set(
    '/guide/start',
    '<h1>Start the engine</h1><p>Turn the crank slowly.</p><h2 id="stop">Stop</h2><p>Let go of it.</p>',
  );
  await writeManual();
  await world.trust();

  const refusal = await world.run('fetch', 'Manual');
  expect(refusal.code).toBe(1);
  expect(refusal.stderr).toContain(
    `is not allowed to send requests to ${site.origin}, which is in your private network`,
  );
  expect(site.requests).toEqual([]);

  expect((await world.run('allow', site.origin)).code).toBe(0);
  const before = await world.run('search', 'Manual', 'crank');
  expect(before.stderr).toContain(`Nothing has been fetched from ${site.origin}/guide/ yet`);
  expect(site.requests).toEqual([]);

  const fetchedOutcome = await world.run('fetch', 'Manual');
  expect(fetchedOutcome).toMatchObject({
    code: 0,
    stdout: `${site.origin}/guide/: 2 pages, 2 of them new or changed.\n`,
  });
  const searchOutput = await json('search', 'Manual', 'crank');
  const place = new URL(site.origin).host;
  expect(searchOutput.account.passages[0]).toMatchObject({
    location: `${place}/guide/start.html`,
    url: `${site.origin}/guide/start`,
  });
  const page = await world.run('page', 'Manual', `${site.origin}/guide/start`);
  expect(page.stdout).toContain('Turn the crank slowly.');
});

test('fetch removes what is gone from the site and the index, and a failure keeps the rest', async () => {
  site.pages.set('/guide/', '<h1>Guide</h1><p>All about engines.</p><a href="start">Start</a>');
  site.pages.set('/guide/start', '<h1>Start</h1><p>Turn the crank.</p>');
  await writeManual();
  await world.trust();
  await world.run('allow', site.origin);
  await world.run('fetch', 'Manual');
  site.pages.delete('/guide/start');
  const secondOutcome = await world.run('fetch', 'Manual');
  expect(secondOutcome.stdout).toBe(`${site.origin}/guide/: 1 page, 0 of them new or changed, 1 removed.\n`);
  expect(secondOutcome.stderr).toContain(`${site.origin}/guide/start: It was not fetched: it answered with HTTP 404.`);
  expect((await json('search', 'Manual', 'crank')).account.passages).toEqual([]);

  site.pages.set('/guide/', redirectTo('https://elsewhere.example/'));
  const movedOutcome = await world.run('fetch', 'Manual');
  expect(movedOutcome.code).toBe(1);
  expect(movedOutcome.stderr).toContain(
    `${site.origin}/guide/ could not be fetched: it redirects to https://elsewhere.example/, which is not below ${site.origin}/guide/.`,
  );
  expect((await json('search', 'Manual', 'engines')).account.passages).toHaveLength(1);
});

test('versions are side by side: each result names its version, and a section selects one', async () => {
  for (const version of ['13', '14'])
    site.pages.set(`/${version}/`, `<h1>Plot</h1><p>Plots a function, as in version ${version}.</p>`);
  const entry = (version: string) => `  - { Url: ${site.origin}/${version}/, Version: "${version}", Delay: 0.1 }\n`;
  await world.write('sources/Engine.yaml', `Type: Documentation\nWeb:\n${entry('13')}${entry('14')}`);
  await world.trust();
  await world.run('allow', site.origin);
  expect((await world.run('fetch', 'Engine')).stdout).toContain(`${site.origin}/14/ (14): 1 page`);
  const titles = async (...args: string[]) =>
    (await json('search', 'Engine', ...args)).account.passages.map(({ title }: { title: string }) => title);
  expect((await titles('plot a function')).sort()).toEqual(['Plot (13)', 'Plot (14)']);
  expect(await titles('plot a function', '--section', '14')).toEqual(['Plot (14)']);
});

test('a git repository gives its documentation folder, and nothing of it runs', async () => {
  const repository = join(world.project, 'engine');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', '-c', 'protocol.file.allow=always', ...args], {
      cwd: repository,
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(repository, file)), { recursive: true });
    writeFileSync(join(repository, file), text);
  };
  put('docs/start.md', '# Start\n\nTurn the crank.\n');
  put('src/engine.md', '# Not documentation\n\nTurn the crank.\n');
  put('.gitattributes', '*.md filter=evil\n');
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'filter.evil.smudge', `touch ${join(world.project, 'smudged')}`);
  put('.git/hooks/post-checkout', `#!/bin/sh\ntouch ${join(world.project, 'hooked')}\n`);
  git('add', '.');
  git('commit', '--quiet', '-m', 'First');
  git('tag', 'v1');
  put('docs/start.md', '# Start\n\nPress the button.\n');
  git('commit', '--quiet', '--all', '-m', 'Second');
  const url = pathToFileURL(repository);
  const entry = (version: string, ref: string) =>
    `  - { Url: "${url}", Folder: docs, Ref: ${ref}, Version: "${version}" }\n`;
  await world.write('sources/Engine.yaml', `Type: Documentation\nWeb:\n${entry('1', 'v1')}${entry('2', 'main')}`);
  await world.trust();
  expect((await world.run('fetch', 'Engine')).stderr).toBe('');
  const searchOutput = await json('search', 'Engine', 'crank');
  expect(searchOutput.account.passages.map(({ location }: { location: string }) => location)).toEqual([
    '1/engine/start.md',
  ]);
  expect((await world.run('fetch', 'Engine')).stdout).toBe(
    `${url} (1): 1 page, 0 of them new or changed.\n${url} (2): 1 page, 0 of them new or changed.\n`,
  );
  put('docs/start.md', '# Start\n\nTurn the crank again.\n');
  git('commit', '--quiet', '--all', '-m', 'Third');
  expect((await world.run('fetch', 'Engine')).stdout).toContain(`${url} (2): 1 page, 1 of them new or changed.`);
  expect((await json('search', 'Engine', 'crank')).account.passages).toHaveLength(2);
  expect(await readdir(world.project)).toEqual(['engine']);

  await world.write('sources/Engine.yaml', `Type: Documentation\nWeb:\n${entry('3', 'v3')}`);
  expect((await world.run('fetch', 'Engine')).stderr).toContain(
    'could not be fetched: it has no branch or tag v3: correct Ref.',
  );
  await world.write('sources/Engine.yaml', `Type: Documentation\nWeb:\n  - { Url: "${url}", Folder: none }\n`);
  expect((await world.run('fetch', 'Engine')).stderr).toContain('the repository has no folder none: correct Folder.');
});

test('a restricted workspace fetches nothing, and a source without pages on the web says so', async () => {
  await world.write('sources/Manual.yaml', `Type: Documentation\nWeb:\n  - Url: ${site.origin}/\n`);
  await world.write('sources/Own.yaml', 'Type: Documentation\nFolders: [docs]\n');
  const refusal = await world.run('fetch', 'Manual');
  expect(refusal.code).toBe(1);
  expect(refusal.stderr).toContain('This workspace is not allowed to send requests to');
  expect(site.requests).toEqual([]);
  expect((await world.run('fetch', 'Own')).stderr).toContain('Own has no pages on the web: add an address under Web.');
  expect(await readFile(join(world.workspace, 'sources', 'Own.yaml'), 'utf8')).toContain('docs');
});
