import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkbenchError } from '../../base/errors.ts';
import { calls } from '../../contract/contract.ts';
import { formatCheckedJson } from '../../files/checked-json.ts';
import { systemFolders } from '../config-files/system-folders.ts';
import { configurationFile } from '../testing/json-text.ts';
import { tinyServer } from '../testing/tiny-server.ts';
import { createConnections } from './connections.ts';
import type { ConnectionRecord } from './record/connection-record.ts';

let root: string;
let project: string;
let stateDir: string;
let file: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'claude-code-')));
  [project, stateDir] = [join(root, 'project'), join(root, 'state')];
  file = join(project, '.mcp.json');
  await mkdir(project);
  vi.stubEnv('CLAUDE_CONFIG_DIR', join(root, 'claude'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await chmod(project, 0o755);
});

const greet = { name: 'Greet', arguments: [] };

/** A connection whose command cannot start: fast, for tests that do not need the proof. */
function openConnections(script?: string) {
  return createConnections({
    stateDir,
    folders: systemFolders({ PATH: '', CLAUDE_CONFIG_DIR: join(root, 'claude') }, 'linux', join(root, 'home')),
    serveCommand: (server: string) => ({
      command: script ? process.execPath : join(root, 'nowhere'),
      args: [script ?? 'cli.cjs', 'serve', server],
    }),
    errorOf: () => undefined,
    promptsOf: (server: string) => {
      if (server === 'Missing') throw new WorkbenchError('not-found', 'There is no server "Missing".');
      return [greet];
    },
  });
}

async function makePlan(server = 'Docs', claudeCode = openConnections()) {
  const plan = calls['connect.plan'].output.parse(await claudeCode.plan({ server, projectDir: project }));
  if (plan.kind === 'refused') throw new Error(plan.message);
  return plan;
}

async function expectRefusal(server = 'Docs', projectDir = project) {
  const plan = calls['connect.plan'].output.parse(await openConnections().plan({ server, projectDir }));
  if (plan.kind === 'ready') throw new Error('Nothing was refused.');
  return plan;
}

async function connect(server = 'Docs', claudeCode = openConnections()) {
  const { planId } = await makePlan(server, claudeCode);
  const outcome = calls['connect.apply'].output.parse(await claudeCode.apply(planId));
  return { ...outcome, journalId: outcome.journalId ?? '' };
}

const undo = async (journalId: string) => calls['connect.undo'].output.parse(await openConnections().undo(journalId));
const history = async () => calls['connect.history'].output.parse(await openConnections().history());
const content = () => readFile(file, 'utf8');

describe('planning', () => {
  it('shows the exact change and the commands, and writes nothing', async () => {
    const before = '{"mcpServers": {"other": {"command": "x"}}}';
    await writeFile(file, before);
    const plan = await makePlan();
    expect(plan).toMatchObject({ file, exists: true, unchanged: false, before, commands: ['/mcp__Docs__Greet'] });
    expect(JSON.parse(plan.after).mcpServers).toEqual({
      other: { command: 'x' },
      Docs: { type: 'stdio', command: join(root, 'nowhere'), args: ['cli.cjs', 'serve', 'Docs'] },
    });
    expect(await content()).toBe(before);
    expect(await readdir(root)).toEqual(['project']);
  });

  it('plans a new file where there is none', async () => {
    expect(await makePlan()).toMatchObject({ exists: false, before: '' });
  });

  it('says that the entry already exists, however it is formatted', async () => {
    const { after } = await makePlan();
    await writeFile(file, JSON.stringify(JSON.parse(after)));
    expect(await makePlan()).toMatchObject({ unchanged: true });
  });

  it.each([
    ['{\n  "mcpServers": {},\n}', 2, 19],
    ['{\n  // mine\n  "mcpServers": {}\n}', 2, 3],
    ['{"mcpServers": [1]}', 1, 16],
  ])('refuses a file that it cannot edit safely, with the place: %j', async (text, line, column) => {
    await writeFile(file, text);
    expect(await expectRefusal()).toMatchObject({ file, line, column });
    expect(await content()).toBe(text);
  });

  it('refuses a missing folder, a file, a relative path, and a folder in place of the file', async () => {
    expect((await expectRefusal('Docs', join(project, 'no'))).message).toContain('There is no folder');
    await mkdir(file);
    expect((await expectRefusal()).message).toContain('is not a regular file');
    await writeFile(join(project, 'text'), '');
    expect((await expectRefusal('Docs', join(project, 'text'))).message).toContain('is a file');
    expect((await expectRefusal('Docs', 'project')).message).toContain('not an absolute path');
  });

  it('refuses a reserved name and a name that Claude Code cannot distinguish from another', async () => {
    expect((await expectRefusal('workspace')).message).toContain('"workspace-prompts"');
    await writeFile(file, '{"mcpServers": {"my.docs": {}}}');
    expect((await expectRefusal('my docs')).message).toContain('"my.docs"');
  });

  it('writes a name as Claude Code maps it, and says so', async () => {
    const plan = await makePlan('my docs');
    expect(plan.commands).toEqual(['/mcp__my_docs__Greet']);
    expect(plan.warnings).toContain('Claude Code lists "my docs" as "my_docs".');
    expect(Object.keys(JSON.parse(plan.after).mcpServers)).toEqual(['my_docs']);
  });

  it('warns about entries that hide the server or are replaced', async () => {
    await mkdir(join(project, '.claude'));
    await mkdir(join(root, 'claude'));
    await writeFile(join(project, '.claude', 'settings.local.json'), '{"disabledMcpjsonServers": ["Docs"]}');
    await writeFile(
      join(root, 'claude', '.claude.json'),
      JSON.stringify({ projects: { [project]: { mcpServers: { Docs: {} } } } }),
    );
    await writeFile(file, '{"mcpServers": {"Docs": {"command": "mine"}}}');
    const warnings = (await makePlan()).warnings.join('\n');
    expect(warnings).toContain('reset-project-choices');
    expect(warnings).toContain('claude mcp remove Docs -s local');
    expect(warnings).toContain('replaces the entry "Docs"');
  });

  it.runIf(process.getuid?.() !== 0)(
    'refuses a folder that may not be written (root may, so not as root)',
    async () => {
      await chmod(project, 0o555);
      expect((await expectRefusal()).message).toBe(
        `${file} cannot be changed (EACCES): you have no permission, so give yourself access to it.`,
      );
    },
  );

  it('says how to answer the question of Claude Code, which differs for one and for several servers', async () => {
    const notes = async (server: string) => (await makePlan(server)).notes;
    expect(await notes('Docs')).toEqual([expect.stringContaining('press ↑ until the first line is marked')]);
    await writeFile(file, '{"mcpServers": {"other": {"command": "x"}}}');
    expect(await notes('Docs')).toEqual([
      expect.stringMatching(/asks about 2 servers of this file.*"Enable selected".*Enter on a server clears its tick/),
    ]);
    await mkdir(join(root, 'claude'));
    await writeFile(join(root, 'claude', 'settings.json'), '{"enabledMcpjsonServers": ["other"]}');
    expect(await notes('Docs')).toEqual([expect.stringContaining('the first line')]);
    await writeFile(join(root, 'claude', 'settings.json'), '{"enabledMcpjsonServers": ["Docs"]}');
    expect(await notes('Docs')).toEqual([]);
  });

  it('reads the settings of Claude Code once, however many servers its file has', async () => {
    const mcpServers = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`s${index}`, { command: 'x' }]));
    await writeFile(file, JSON.stringify({ mcpServers }));
    await mkdir(join(root, 'claude'));
    await writeFile(join(root, 'claude', 'settings.json'), JSON.stringify({ texts: Array(20_000).fill('A text') }));
    const before = process.cpuUsage();
    expect((await makePlan('Docs')).notes).toEqual([expect.stringContaining('asks about 501 servers of this file')]);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000_000).toBeLessThan(3);
  });

  it('plans a change of a file with tens of thousands of entries in a moment', async () => {
    const entry = { command: 'node', args: ['server.mjs', 'x'.repeat(200)], env: { TOKEN: 'a' } };
    const mcpServers = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`s${index}`, entry]));
    await writeFile(file, JSON.stringify({ mcpServers }, null, 2));
    const before = process.cpuUsage();
    expect((await makePlan('Docs')).notes).toEqual([expect.stringContaining('asks about 20001 servers of this file')]);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000_000).toBeLessThan(3);
  });

  it('reports an unknown server', async () => {
    await expect(openConnections().plan({ server: 'Missing', projectDir: project })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('applying', () => {
  it('writes the shown change, keeps a backup, and tests the command', async () => {
    const script = join(root, 'server.mjs');
    await writeFile(script, tinyServer({ names: `['Greet', process.argv[3]]` }));
    await writeFile(file, '{}');
    const claudeCode = openConnections(script);
    const plan = await makePlan('Docs', claudeCode);
    const outcome = await claudeCode.apply(plan.planId);
    expect(outcome.proof).toEqual({ kind: 'answered', prompts: ['Greet', 'Docs'], milliseconds: expect.any(Number) });
    expect(await content()).toBe(plan.after);
    expect(await readFile(outcome.backup ?? '', 'utf8')).toBe('{}');
  });

  it('leaves the file written when the command fails, and says why', async () => {
    const { proof } = await connect();
    expect(proof).toMatchObject({ kind: 'failed', message: expect.stringContaining('could not be started') });
    expect(await content()).toContain('"Docs"');
  });

  it('does not write an existing entry again', async () => {
    await connect();
    const { mtimeMs } = await stat(file);
    expect(await connect()).toMatchObject({ journalId: '' });
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
    expect(await history()).toHaveLength(1);
  });

  it.each([
    ['edited', () => writeFile(file, '{"mine": true}')],
    ['created', () => writeFile(file, '{"mine": true}')],
  ])('adds the entry to a file that another program %s since it was shown', async (changeKind, change) => {
    if (changeKind === 'edited') await writeFile(file, '{}');
    const claudeCode = openConnections();
    const { planId } = await makePlan('Docs', claudeCode);
    await change();
    const { journalId = '' } = await claudeCode.apply(planId, true);
    expect(Object.keys(JSON.parse(await content()))).toEqual(['mine', 'mcpServers']);
    await undo(journalId);
    expect(await content()).toBe('{"mine": true}');
  });

  it.each([
    ['the file was deleted', async () => rm(file)],
    ['the file became invalid', () => writeFile(file, '{')],
    ['the entry was added', () => writeFile(file, '{"mcpServers": {"Docs": {"command": "theirs"}}}')],
  ])('refuses when %s since it was shown', async (_, change) => {
    await writeFile(file, '{}');
    const claudeCode = openConnections();
    const { planId } = await makePlan('Docs', claudeCode);
    await change();
    await expect(claudeCode.apply(planId, true)).rejects.toMatchObject({ code: 'conflict' });
    expect(await readFile(file, 'utf8').catch(() => 'none')).not.toContain('nowhere');
    expect(await history()).toEqual([]);
    expect(await readdir(join(stateDir, 'connections'))).toEqual([]);
  });

  it('lets a person review a file again if it has changed since it was shown', async () => {
    await writeFile(file, '{}');
    const claudeCode = openConnections();
    const { planId } = await makePlan('Docs', claudeCode);
    await writeFile(file, '{"mine": true}');
    await expect(claudeCode.apply(planId)).rejects.toMatchObject({ code: 'conflict' });
    expect(await content()).toBe('{"mine": true}');
  });

  it('reports no success for an entry that has disappeared since it was shown', async () => {
    await connect();
    const claudeCode = openConnections();
    const { planId } = await makePlan('Docs', claudeCode);
    await writeFile(file, '{}');
    await expect(claudeCode.apply(planId)).rejects.toMatchObject({ code: 'conflict' });
  });

  it.skipIf(process.platform === 'win32')('says that another name of the file keeps the former content', async () => {
    await writeFile(file, '{}');
    expect((await makePlan()).warnings).toEqual([]);
    await link(file, join(root, 'other name'));
    const warning = `${file} has another name (a hard link). The other name keeps the former content: link it again.`;
    expect((await makePlan()).warnings).toEqual([warning]);
  });

  it('says why a connection cannot be recorded, and writes nothing', async () => {
    await writeFile(stateDir, '');
    const claudeCode = openConnections();
    const { planId } = await makePlan('Docs', claudeCode);
    const folder = join(stateDir, 'connections');
    await expect(claudeCode.apply(planId)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining(`The connection cannot be recorded in ${folder}, so nothing was changed (`),
    });
    expect(await readdir(project)).toEqual([]);
  });

  it('applies a plan once', async () => {
    const claudeCode = openConnections();
    const { planId } = await makePlan('Docs', claudeCode);
    await claudeCode.apply(planId);
    await expect(claudeCode.apply(planId)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('keeps the mode of the file and makes the connection records readable to their owner only', async () => {
    await writeFile(file, '{}');
    await chmod(file, 0o640);
    const { backup } = await connect();
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    const recordsFolder = join(stateDir, 'connections');
    expect(dirname(backup ?? '')).toBe(recordsFolder);
    expect((await stat(recordsFolder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(recordsFolder))
      expect((await stat(join(recordsFolder, name))).mode & 0o777).toBe(0o600);
  });

  it('writes through a symbolic link and leaves the link', async () => {
    const target = join(root, 'shared.json');
    await writeFile(target, '{}');
    await symlink(target, file);
    const { journalId } = await connect();
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect(await readFile(target, 'utf8')).toContain('"Docs"');
    await undo(journalId);
    expect(await readFile(target, 'utf8')).toBe('{}');
  });

  it('says where a link leads', async () => {
    const target = join(root, 'shared.json');
    await writeFile(target, '{}');
    expect((await makePlan()).warnings.join()).not.toContain('is a link');
    await symlink(target, file);
    const plan = await makePlan();
    expect(plan.file).toBe(file);
    expect(plan.warnings).toContain(`${file} is a link: the change goes to ${target}.`);
  });

  it('refuses a file that is too large to be a configuration, without reading it', async () => {
    await writeFile(file, '');
    await truncate(file, 600 * 1024 * 1024);
    expect((await expectRefusal()).message).toBe(
      `${file} is larger than 16 MB, so it was not changed. Check its content.`,
    );
  });

  it('refuses a link that leads nowhere', async () => {
    await symlink(join(root, 'nothing.json'), file);
    expect((await expectRefusal()).message).toContain('a link to a file that does not exist');
  });

  it('leaves no other file in the project folder, and ignores one that a crash has left', async () => {
    const leftover = '.mcp.json.0f0e.tmp';
    await writeFile(join(project, leftover), '{"mcpServers": {"Do');
    await connect();
    expect((await readdir(project)).sort()).toEqual(['.mcp.json', leftover]);
  });

  it('reports a folder that has become read-only, and changes nothing', async () => {
    await writeFile(file, '{}');
    await mkdir(stateDir);
    await chmod(stateDir, 0o777);
    const claudeCode = openConnections();
    const { planId } = await makePlan('Docs', claudeCode);
    await chmod(project, 0o555);
    await asOrdinaryUser(async () => {
      await expect(claudeCode.apply(planId)).rejects.toMatchObject({
        code: 'refused',
        message: `${file} cannot be changed (EACCES): you have no permission, so give yourself access to it.`,
      });
    });
    expect(await content()).toBe('{}');
    expect(await history()).toEqual([]);
  });
});

describe('disconnecting', () => {
  it('removes a file that it created, even after a restart', async () => {
    const { journalId } = await connect();
    expect(await undo(journalId)).toMatchObject({ file, message: expect.stringContaining('Deleted the file') });
    expect(await readdir(project)).toEqual([]);
    expect(await history()).toMatchObject([{ journalId, client: 'claude-code', server: 'Docs', file, undone: true }]);
  });

  it('restores any file to the byte', async () => {
    await fc.assert(
      fc.asyncProperty(configurationFile, async (text) => {
        await writeFile(file, text);
        const claudeCode = openConnections();
        const plan = await claudeCode.plan({ server: 'Docs', projectDir: project });
        if (plan.kind === 'ready') {
          const { journalId } = await claudeCode.apply(plan.planId);
          expect(await content()).toBe(plan.after);
          if (journalId !== undefined) await undo(journalId);
        }
        expect(await content()).toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps later changes of other programs', async () => {
    await writeFile(file, '{\n  "mcpServers": {\n    "a": {}\n  }\n}\n');
    const { journalId } = await connect();
    await writeFile(file, (await content()).replace('"a": {}', '"a": { "command": "new" }'));
    await undo(journalId);
    expect(await content()).toBe('{\n  "mcpServers": {\n    "a": { "command": "new" }\n  }\n}\n');
  });

  it('restores the replaced entry, and keeps later changes of other programs', async () => {
    await writeFile(file, '{"mcpServers": {"Docs": {"command": "mine",  "n": 1.0}}}');
    const { journalId } = await connect();
    await writeFile(file, (await content()).replace('{"mcpServers"', '{"a": 1, "mcpServers"'));
    await undo(journalId);
    expect(await content()).toBe('{"a": 1, "mcpServers": {"Docs": {"command": "mine",  "n": 1.0}}}');
  });

  it('of two servers leaves the other, in any order', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      await writeFile(file, '{"a": 1}');
      const journalIds = [(await connect('Docs')).journalId, (await connect('Samples')).journalId];
      await undo(journalIds[order[0] ?? 0] ?? '');
      expect(Object.keys(JSON.parse(await content()).mcpServers)).toEqual([order[0] === 0 ? 'Samples' : 'Docs']);
      await undo(journalIds[order[1] ?? 0] ?? '');
      expect(JSON.parse(await content()).mcpServers ?? {}).toEqual({});
    }
  });

  it('removes a file that it created and that was only reformatted', async () => {
    const { journalId } = await connect();
    await writeFile(file, JSON.stringify(JSON.parse(await content())));
    await undo(journalId);
    expect(await readdir(project)).toEqual([]);
  });

  it.each([
    ['changed', (text: string) => text.replace('cli.cjs', 'other.cjs')],
    ['renamed', (text: string) => text.replace('"Docs": ', '"Mine": ')],
  ])('refuses when the entry itself was %s, and leaves it', async (_, change) => {
    await writeFile(file, '{"mcpServers": {"Docs": {"command": "mine"}}}');
    const { journalId } = await connect();
    const theirs = change(await content());
    await writeFile(file, theirs);
    await expect(undo(journalId)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('by hand'),
    });
    expect(await content()).toBe(theirs);
  });

  it('refuses a file that has become invalid', async () => {
    const { journalId } = await connect();
    await writeFile(file, '{ broken');
    await expect(undo(journalId)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('line 1'),
    });
  });

  it('has nothing to do if the entry or the file is already gone', async () => {
    const firstConnection = await connect();
    await rm(file);
    expect((await undo(firstConnection.journalId)).message).toContain('no longer exists');
    await writeFile(file, '{"a": 1}');
    const secondConnection = await connect();
    await writeFile(file, '{"a": 2}');
    expect((await undo(secondConnection.journalId)).message).toContain('already');
    expect(await content()).toBe('{"a": 2}');
  });

  it('works once, and only for recorded connections', async () => {
    const { journalId } = await connect();
    await undo(journalId);
    await expect(undo(journalId)).rejects.toThrow('already disconnected');
    await expect(undo('../../etc/passwd')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('leaves the file alone when the backup is gone', async () => {
    await writeFile(file, '{}');
    const { journalId, backup } = await connect();
    await rm(backup ?? '');
    await expect(undo(journalId)).rejects.toMatchObject({ code: 'refused' });
    expect(await content()).toContain('"Docs"');
  });

  it.each<[string, (record: { file: string; backup: string }) => object]>([
    ['another file', () => ({ file: join(root, 'secret') })],
    ['a file without a folder', () => ({ file: '.mcp.json' })],
    ['a backup from elsewhere', () => ({ backup: join(root, 'secret') })],
    ['a backup outside the connections folder', ({ backup }) => ({ backup: join(dirname(backup), '..', 'secret') })],
  ])('does not follow a manipulated record that names %s', async (_, change) => {
    await writeFile(join(root, 'secret'), 'mine');
    await writeFile(file, '{}');
    const { journalId } = await connect();
    const text = await content();
    const recordPath = join(stateDir, 'connections', `${journalId}.json`);
    const record = await readRecord(recordPath);
    await writeFile(recordPath, formatCheckedJson({ ...record, ...change(record) }));
    await expect(undo(journalId)).rejects.toMatchObject({ code: 'refused' });
    expect(await readFile(join(root, 'secret'), 'utf8')).toBe('mine');
    expect(await content()).toBe(text);
  });

  it('skips a record that was changed to look like another', async () => {
    const { journalId } = await connect();
    const recordPath = join(stateDir, 'connections', `${journalId}.json`);
    const record = await readRecord(recordPath);
    await writeFile(recordPath, formatCheckedJson({ ...record, id: '../../elsewhere' }));
    expect(await history()).toEqual([]);
    await expect(undo('../../elsewhere')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('removes an entry that the first version of the workbench wrote', async () => {
    await writeFile(file, '{"a": 1}');
    const { journalId, backup } = await connect();
    const text = await content();
    const recordPath = join(stateDir, 'connections', `${journalId}.json`);
    const { written: hash, entry, id, when } = JSON.parse(await readFile(recordPath, 'utf8'));
    const oldConnection = {
      id,
      client: 'claude-code',
      server: 'Docs',
      file,
      when,
      section: 'mcpServers',
      name: 'Docs',
      entry,
    };
    const record = { ...oldConnection, madeSection: true, written: hash, backup, undone: false };
    await writeFile(recordPath, JSON.stringify(record));
    expect(await history()).toMatchObject([{ journalId, scope: 'project', transport: 'stdio', undone: false }]);
    await writeFile(file, text.replace('"a": 1', '"a": 2'));
    await undo(journalId);
    expect(await content()).toBe('{"a": 2}');
    expect(await history()).toMatchObject([{ journalId, undone: true }]);
  });

  it('reports what a damaged record loses and how to remove the entry by hand', async () => {
    await writeFile(file, '{"a": 1}');
    const { journalId, backup } = await connect();
    const recordPath = join(stateDir, 'connections', `${journalId}.json`);
    const text = await readFile(recordPath, 'utf8');
    await writeFile(recordPath, text.slice(0, -10));
    expect(await history()).toEqual([]);
    expect(await openConnections().damage()).toEqual([
      `The connection record ${recordPath} is damaged (it is not valid JSON), so the connection is not listed and cannot be disconnected: remove the entry "Docs" from ${file} by hand, then delete the record. The previous configuration is in ${backup}.`,
    ]);
    await writeFile(recordPath, '\0'.repeat(text.length));
    expect(await openConnections().damage()).toEqual([
      expect.stringContaining("remove the entry of its server from the client application's configuration by hand"),
    ]);
    await rm(recordPath);
    expect(await openConnections().damage()).toEqual([]);
  });

  it('reports a record that a flipped bit changed, although it is valid JSON', async () => {
    const { journalId } = await connect();
    const recordPath = join(stateDir, 'connections', `${journalId}.json`);
    const text = await readFile(recordPath, 'utf8');
    for (const [writtenText, damagedText] of [
      ['"server": "Docs"', '"server": "Dogs"'],
      ['"checksum"', '"checkcum"'],
    ] as const) {
      await writeFile(recordPath, text.replace(writtenText, damagedText));
      expect(await history()).toEqual([]);
      expect(await openConnections().damage()).toHaveLength(1);
    }
    await writeFile(recordPath, text);
    expect(await history()).toHaveLength(1);
  });

  it('restores nothing from a damaged backup', async () => {
    await writeFile(file, '{"a": 1}');
    const { journalId, backup } = await connect();
    const text = await content();
    await writeFile(backup ?? '', '{"a": 0}');
    await expect(undo(journalId)).rejects.toThrow(
      `The backup ${backup} is damaged, so nothing was changed. Edit the file by hand.`,
    );
    expect(await content()).toBe(text);
  });

  it('lists the newest change first and skips a damaged record', async () => {
    await connect('One');
    await connect('Two');
    await writeFile(join(stateDir, 'connections', '9.json'), '{ "id"');
    expect((await history()).map(({ server }) => server)).toEqual(['Two', 'One']);
  });
});

/** The record in this file, without its checksum. */
async function readRecord(file: string): Promise<ConnectionRecord & { backup: string }> {
  const { checksum: _, ...record } = JSON.parse(await readFile(file, 'utf8'));
  return record;
}

/** Root may write everywhere, so permission tests run as another account. */
async function asOrdinaryUser<T>(action: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return action();
  await chmod(root, 0o755);
  process.seteuid?.(65_534);
  try {
    return await action();
  } finally {
    process.seteuid?.(0);
  }
}
