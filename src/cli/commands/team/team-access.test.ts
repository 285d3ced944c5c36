/** The commands `team-token` and `usage`. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readAccess } from '../../../team/access/access-file.ts';
import { createWorld, type World } from '../../testing/command-line.ts';

let world: World;
afterEach(() => world.dispose());

test('a token is printed once, and access.yaml gets its hash', async () => {
  world = await createWorld({ 'access.yaml': '# Who sees what\nGroups: {support: [Docs]}\n' });
  const { code, stdout } = await world.run('team-token', 'ci', '--group', 'support', '--expires', '2030-01-01');
  expect(code).toBe(0);
  const token = stdout.trim();
  expect(token).toMatch(/^pwt_[\w-]{43}$/);
  const text = await readFile(join(world.workspace, 'access.yaml'), 'utf8');
  expect(text).toContain('# Who sees what');
  expect(text).not.toContain(token);
  expect(readAccess(text)).toMatchObject({ problems: [], policy: { tokens: [{ Name: 'ci', Groups: ['support'] }] } });
  expect((await world.run('team-token', 'ci')).stderr).toContain('has a token "ci" already');
  expect((await world.run('team-token', 'x', '--scope', 'all')).stderr).toContain('There is no scope "all"');
});

test('a token leaves the byte order mark of access.yaml, and refuses bytes that are not text', async () => {
  world = await createWorld({ 'access.yaml': '\uFEFFGroups: {support: [Docs]}\n' });
  expect(await world.run('team-token', 'ci')).toMatchObject({ code: 0 });
  const file = join(world.workspace, 'access.yaml');
  expect(await readFile(file, 'utf8')).toMatch(/^\uFEFFGroups: \{support: \[Docs\]\}\nTokens:\n {2}- Name: "ci"\n/);
  await writeFile(file, Buffer.from([0x23, 0xff, 0x0a]));
  expect(await world.run('team-token', 'ci')).toMatchObject({
    code: 1,
    stderr: 'access.yaml is not text in UTF-8: save it as UTF-8.\n',
  });
  expect(await readFile(file)).toEqual(Buffer.from([0x23, 0xff, 0x0a]));
});

test('a token for a workspace that does not exist is refused with the name of its folder', async () => {
  world = await createWorld();
  expect(await world.run('team-token', 'ci', '--workspace', '/no/such')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('There is no workspace at /no/such: create one with'),
  });
});

test('check names the faults of access.yaml with their places', async () => {
  world = await createWorld({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: []\n',
    'access.yaml': 'Everyone: [Dcs]\n',
  });
  const firstOutcome = await world.run('check');
  expect(firstOutcome.stdout).toContain(
    'access.yaml:1:12: warning InvalidAccess: There is no server "Dcs": did you mean Docs?',
  );
  await writeFile(join(world.workspace, 'access.yaml'), 'Everybody: [Docs]\n');
  const secondOutcome = await world.run('check');
  expect(secondOutcome.stdout).toContain(
    'access.yaml:1:12: error InvalidAccess: Unknown key "Everybody": did you mean Everyone?',
  );
  expect(secondOutcome.code).toBe(1);
});

test('usage prints who used what, from the files of a team server without a database', async () => {
  world = await createWorld({});
  const folder = join(world.workspace, 'rows');
  await mkdir(folder, { recursive: true });
  const row = {
    id: '4b6c1c9e-7d0a-4a51-9d3c-0a4f3b8c1d2e',
    time: '2026-11-20T10:00:00.000Z',
    replica: 'one',
    subject: 'ada',
    client: 'claude-code 2',
    server: 'Docs',
    kind: 'prompt',
    name: 'greet',
    commit: 'abc',
    arguments: {},
    durationMs: 12.4,
    outcome: 'ok',
    error: null,
    trace: null,
  };
  await writeFile(join(folder, 'usage-2026-11-20.jsonl'), `${JSON.stringify(row)}\n`);
  const { code, stdout } = await world.run('usage', 'Docs', '--since', '2026-11-01', '--folder', folder);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^ +calls +people +clients +errors +median +95 % +last use\nprompt greet +1 +1 +1 +0 +12 ms +12 ms +2026-11-20 10:00Z\n$/,
  );
  expect((await world.run('usage', 'Docs', '--since', 'yesterday')).stderr).toContain(
    '"yesterday" is not a time: write 7d',
  );
});

test('usage fails without a folder of rows, and says where they may be', async () => {
  world = await createWorld({});
  const folder = join(world.workspace, 'rows');
  const { code, stderr } = await world.run('usage', 'Docs', '--folder', folder);
  expect(code).toBe(1);
  expect(stderr).toBe(
    `There are no usage rows of a team server at ${folder}: name their folder with --folder, or their database with --database.\n`,
  );
});
