import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryPath } from '../../files/write/temporary-files.ts';
import { createDoctorWorld, type DoctorWorld } from '../testing/doctor-world.ts';
import { createConnections } from './connections.ts';
import type { Finding } from './finding.ts';
import { applyFix, fixAsText, fixesOf } from './fix-findings.ts';

let world: DoctorWorld;
let file: string;
beforeEach(async () => {
  world = await createDoctorWorld();
  file = join(world.root, 'home/.cursor/mcp.json');
});

/** An MCP server without prompts, as the workspace's servers are started. */
const server = `
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'empty', version: '1' } };
    const answer = method === 'initialize' ? { result } : { error: { code: -32601, message: 'unknown' } };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });`;

function connections(command = world.ours('Docs', join(world.root, 'server.cjs'))) {
  return createConnections({
    stateDir: join(world.root, 'state'),
    serveCommand: () => command,
    errorOf: () => undefined,
    promptsOf: () => [],
    folders: world.folders,
  });
}

/** Applies every fix of the present findings. */
async function fixAll(usingConnections = connections()) {
  const outcomes = [];
  for (const fix of fixesOf((await world.findings()) as Finding[]))
    outcomes.push(await applyFix(fix, usingConnections, world.store));
  return outcomes;
}

it('reconnects a server whose program is gone, and says how to undo that', async () => {
  await writeFile(join(world.root, 'server.cjs'), server);
  const before = { mcpServers: { mine: { command: 'x' }, Docs: world.ours('Docs', '/nowhere/cli.cjs') } };
  await world.write('home/.cursor/mcp.json', before);
  expect(fixesOf((await world.findings()) as Finding[]).map(fixAsText)).toEqual(['connect Docs to Cursor again']);
  expect(await fixAll()).toEqual([
    {
      file,
      isFixed: true,
      message: expect.stringMatching(/^Connected Docs to Cursor again; .+ prompt-workbench disconnect \S+$/),
    },
  ]);
  expect(await world.findings()).toEqual([]);
  const [entry] = await connections().history();
  await connections().undo(entry?.journalId ?? '');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(before);
});

it('takes back a connection whose server does not answer, and says why', async () => {
  const text = JSON.stringify({ mcpServers: { Docs: world.ours('Docs', '/nowhere/cli.cjs') } });
  await world.write('home/.cursor/mcp.json', text);
  await writeFile(join(world.root, 'server.cjs'), 'console.error("no database"); process.exit(3);');
  expect(await fixAll()).toMatchObject([
    { isFixed: false, message: expect.stringMatching(/no database\. The file is exactly as it was before\.$/) },
  ]);
  expect(await readFile(file, 'utf8')).toBe(text);
});

it('removes the entry of a deleted server, if the workbench has written it', async () => {
  await world.write('home/.cursor/mcp.json', { mcpServers: { mine: { command: 'x' }, Gone: world.ours('Gone') } });
  expect(await fixAll()).toMatchObject([
    { isFixed: false, message: 'The workbench has no record of "Gone": remove the entry by hand.' },
  ]);
  await world.write('home/.cursor/mcp.json', { mcpServers: { mine: { command: 'x' } } });
  const usingConnections = connections(world.ours('Gone'));
  const plan = await usingConnections.plan({ server: 'Gone', application: 'cursor' });
  if (plan.kind === 'refused') throw new Error(plan.message);
  await usingConnections.apply(plan.planId);
  expect(await fixAll()).toMatchObject([{ isFixed: true, message: 'The file is exactly as it was before.' }]);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ mcpServers: { mine: { command: 'x' } } });
});

it('reconnects a server whose entry another program removed', async () => {
  await writeFile(join(world.root, 'server.cjs'), server);
  const usingConnections = connections();
  const plan = await usingConnections.plan({ server: 'Docs', application: 'cursor' });
  if (plan.kind === 'refused') throw new Error(plan.message);
  await usingConnections.apply(plan.planId);
  await writeFile(file, '{"mcpServers": {}}');
  expect(await fixAll()).toMatchObject([{ isFixed: true }]);
  expect(Object.keys(JSON.parse(await readFile(file, 'utf8')).mcpServers)).toEqual(['Docs']);
  expect(await world.findings()).toEqual([]);
});

it('deletes the temporary file of a killed process, unless its text is nowhere else', async () => {
  await world.write('home/.cursor/mcp.json', '{}');
  // Names that a process which has ended would have used.
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const temporaryPathOfEnded = () => {
    const { pid: ownPid } = process;
    Object.defineProperty(process, 'pid', { value: pid, configurable: true });
    const path = temporaryPath(file);
    Object.defineProperty(process, 'pid', { value: ownPid, configurable: true });
    return path;
  };
  const [knownPath, otherPath] = [temporaryPathOfEnded(), temporaryPathOfEnded()];
  await writeFile(knownPath, '{}');
  await writeFile(otherPath, '{"theirs": 1}');
  expect((await world.findings()).map(({ message }) => message).sort()).toEqual(
    [
      `A workbench that ended while it wrote left ${knownPath}; nothing is lost: delete it.`,
      `A workbench that ended while it wrote left ${otherPath}; its text is not in ${file}: compare the two, then delete it.`,
    ].sort(),
  );
  expect(await fixAll()).toEqual([{ file, isFixed: true, message: `Deleted ${knownPath}.` }]);
  expect((await readdir(join(world.root, 'home/.cursor'))).sort()).toEqual(
    [otherPath.split('/').at(-1), 'mcp.json'].sort(),
  );
});
