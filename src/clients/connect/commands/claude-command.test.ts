/** Claude Code's own command writes Claude Code's own file, and the result is checked. */
import { chmod, mkdir, mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { systemFolders } from '../../config-files/system-folders.ts';
import { tinyServer } from '../../testing/tiny-server.ts';
import { createConnections } from '../connections.ts';
import { shellText } from './add-command.ts';

let root: string;
let project: string;
let ownFile: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'claude-command-')));
  [project, ownFile] = [join(root, 'project'), join(root, 'home', '.claude.json')];
  await Promise.all([project, join(root, 'home'), join(root, 'bin')].map((folder) => mkdir(folder)));
  await writeFile(join(root, 'server.mjs'), tinyServer({ names: `['Greet']` }));
});

/** A fake `claude`: like the real one, `mcp add-json` refuses an existing name, and every call counts one start. */
async function installClaude(change = '') {
  const source = `#!${process.execPath}
const { readFileSync, writeFileSync, existsSync } = require('node:fs');
const file = ${JSON.stringify(ownFile)};
const [, verb, , scope, , name, json] = process.argv.slice(2);
const own = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
own.numStartups = (own.numStartups ?? 0) + 1;
const holder = scope === 'user' ? own : ((own.projects ??= {})[process.cwd()] ??= {});
const servers = (holder.mcpServers ??= {});
if (verb === 'add-json' && servers[name]) { console.error('MCP server ' + name + ' already exists'); process.exit(1); }
if (verb === 'add-json') servers[name] = JSON.parse(json);
if (verb === 'remove') delete servers[name];
${change}
writeFileSync(file, JSON.stringify(own, null, 2));
`;
  await writeFile(join(root, 'bin', 'claude'), source);
  await chmod(join(root, 'bin', 'claude'), 0o755);
}

function openConnections() {
  return createConnections({
    stateDir: join(root, 'state'),
    folders: systemFolders({ PATH: join(root, 'bin') }, 'linux', join(root, 'home')),
    serveCommand: (server) => ({ command: process.execPath, args: [join(root, 'server.mjs'), server] }),
    errorOf: () => undefined,
    promptsOf: () => [],
  });
}

async function connect(scope: 'user' | 'local') {
  const connections = openConnections();
  const plan = await connections.plan({ server: 'Docs', application: 'claude-code', scope, projectDir: project });
  if (plan.kind === 'refused') throw new Error(plan.message);
  return { plan, apply: () => connections.apply(plan.planId) };
}

const readOwnConfiguration = async () => JSON.parse(await readFile(ownFile, 'utf8'));

it.each(['user', 'local'] as const)(
  'scope %s: it writes the entry, the test succeeds, and it removes the entry',
  async (scope) => {
    await installClaude();
    await writeFile(ownFile, JSON.stringify({ numStartups: 1, mcpServers: { other: { command: 'x' } } }));
    const { plan, apply } = await connect(scope);
    expect(plan.runs).toMatch(new RegExp(`^claude mcp add-json -s ${scope} -- Docs '\\{`));
    const { journalId, proof } = await apply();
    expect(proof).toMatchObject({ kind: 'answered', prompts: ['Greet'] });
    const servers =
      scope === 'user'
        ? (await readOwnConfiguration()).mcpServers
        : (await readOwnConfiguration()).projects[project].mcpServers;
    expect(servers.Docs).toMatchObject({ type: 'stdio', command: process.execPath });
    expect((await readOwnConfiguration()).mcpServers.other).toEqual({ command: 'x' });
    expect(await openConnections().history()).toMatchObject([{ state: { state: 'connected' } }]);

    await openConnections().undo(journalId ?? '');
    const remainingServers =
      scope === 'user'
        ? (await readOwnConfiguration()).mcpServers
        : (await readOwnConfiguration()).projects[project].mcpServers;
    expect(remainingServers.Docs).toBeUndefined();
    // Claude Code's later changes stay.
    expect((await readOwnConfiguration()).numStartups).toBeGreaterThan(1);
  },
);

it('replaces an entry of that name, and restores it on disconnect', async () => {
  await installClaude();
  await writeFile(ownFile, '{"mcpServers": {"Docs": {"command": "mine"}}}');
  const { journalId } = await (await connect('user')).apply();
  expect((await readOwnConfiguration()).mcpServers.Docs.command).toBe(process.execPath);
  await openConnections().undo(journalId ?? '');
  expect((await readOwnConfiguration()).mcpServers.Docs).toEqual({ command: 'mine' });
});

it('reports the refusal of Claude Code, and changes nothing', async () => {
  await installClaude(
    `if (verb === 'add-json' && process.argv.includes('user')) { console.error('No.'); process.exit(1); }`,
  );
  await writeFile(ownFile, '{"mcpServers": {"other": {"command": "x"}}}');
  const { apply } = await connect('user');
  await expect(apply()).rejects.toMatchObject({
    code: 'failed',
    message: 'Claude Code refused "claude mcp add-json": No.',
  });
  expect((await readOwnConfiguration()).mcpServers).toEqual({ other: { command: 'x' } });
  expect(await openConnections().history()).toEqual([]);
});

it('fails if Claude Code wrote something else', async () => {
  await installClaude(`if (verb === 'add-json') servers[name].command = 'changed';`);
  await writeFile(ownFile, '{}');
  const { apply } = await connect('user');
  await expect(apply()).rejects.toMatchObject({ code: 'failed', message: expect.stringContaining('removed again') });
  expect((await readOwnConfiguration()).mcpServers.Docs).toBeUndefined();
});

it('without the command the file is edited like any other, with a warning', async () => {
  await writeFile(ownFile, '{\n  "numStartups": 1\n}\n');
  const { plan, apply } = await connect('local');
  expect(plan.runs).toBeUndefined();
  expect(plan.warnings.join('\n')).toContain('quit Claude Code before you continue');
  const { journalId } = await apply();
  expect((await readOwnConfiguration()).projects[project].mcpServers.Docs.type).toBe('stdio');
  await openConnections().undo(journalId ?? '');
  expect(await readFile(ownFile, 'utf8')).toBe('{\n  "numStartups": 1\n}\n');
});

it('words for a shell are quoted where they have to be', () => {
  expect(shellText(['claude', 'a b', "it's", '{"a":1}', '--x=/y'])).toBe(`claude 'a b' 'it'\\''s' '{"a":1}' --x=/y`);
});
