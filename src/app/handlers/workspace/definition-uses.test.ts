/** What depends on a definition, over the real library and modelled connections. */
import { expect, test } from 'vitest';
import type { InstalledSkill } from '../../../contract/contract.ts';
import { openLibrary } from '../../../library/open-library.ts';
import { makeWorkspace, promptText, put } from '../../../library/testing/workspace.ts';
import { definitionUses } from './definition-uses.ts';

type ConnectionView = Awaited<ReturnType<Parameters<typeof definitionUses>[1]['history']>>[number];

const connection = (server: string, clientName: string, state: ConnectionView['state']['state'], name = server) => {
  const client = clientName === 'Claude Code' ? 'claude-code' : 'zed';
  return { server, client, clientName, name, state: { state, message: '' } } as ConnectionView;
};

const noInstalls = async () => ({ list: async () => [] });

test('every server that lists a prompt is named, with its command and the clients connected to it', async () => {
  const dir = await makeWorkspace({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts:\n  - hello\n  - Name: own\n    Content: Own\n',
    'servers/Team.yaml': 'Name: Team\nMCPPrompts:\n  - hello\n',
    'servers/Crew.yaml': 'Name: Crew\n',
    'prompts/hello.yaml': promptText('hello'),
  });
  const library = await openLibrary(dir, { watch: false });
  const connections = {
    history: async () => [
      connection('Team', 'Claude Code', 'connected'),
      connection('Team', 'Claude Code', 'connected'),
      connection('Docs', 'Zed', 'undone'),
      connection('Crew', 'Zed', 'broken'),
    ],
  };
  const uses = (file: string, at: (string | number)[] = []) =>
    definitionUses(library.snapshot(), connections, noInstalls, { file, at });
  expect(await uses('prompts/hello.yaml')).toEqual([
    { server: 'Docs', command: '/mcp__Docs__hello', setUpIn: [], brokenIn: [] },
    { server: 'Team', command: '/mcp__Team__hello', setUpIn: ['Claude Code'], brokenIn: [] },
  ]);
  expect(await uses('servers/Docs.yaml', ['MCPPrompts', 1])).toEqual([
    { server: 'Docs', command: '/mcp__Docs__own', setUpIn: [], brokenIn: [] },
  ]);
  expect(await uses('servers/Team.yaml')).toEqual([{ server: 'Team', setUpIn: ['Claude Code'], brokenIn: [] }]);
  expect(await uses('servers/Crew.yaml')).toEqual([{ server: 'Crew', setUpIn: [], brokenIn: ['Zed'] }]);
  await library.close();
});

test('a command has the name of the entry in the client, which a renamed server has kept', async () => {
  const dir = await makeWorkspace({
    'servers/Crew.yaml': 'Name: Crew\nMCPPrompts: [hello]\n',
    'prompts/hello.yaml': promptText('hello'),
  });
  const library = await openLibrary(dir, { watch: false });
  const connections = { history: async () => [connection('Crew', 'Claude Code', 'renamed', 'Squad')] };
  expect(
    await definitionUses(library.snapshot(), connections, noInstalls, { file: 'prompts/hello.yaml', at: [] }),
  ).toEqual([{ server: 'Crew', command: '/mcp__Squad__hello', setUpIn: ['Claude Code'], brokenIn: [] }]);
  await library.close();
});

test('a connection of another workspace counts for no server of this one', async () => {
  const dir = await makeWorkspace({ 'servers/Team.yaml': 'Name: Team\n' });
  const library = await openLibrary(dir, { watch: false });
  const workspace = { name: 'a', dir: '/a' };
  const connections = {
    history: async () => [
      { ...connection('Team', 'Claude Code', 'connected'), workspace },
      { ...connection('Team', 'Zed', 'broken'), workspace },
      connection('Team', 'Cursor', 'replaced'),
    ],
  };
  expect(
    await definitionUses(library.snapshot(), connections, noInstalls, { file: 'servers/Team.yaml', at: [] }),
  ).toEqual([{ server: 'Team', setUpIn: [], brokenIn: [] }]);
  await library.close();
});

test('a skill is used by the servers that list it, and by the folders where it is installed from them', async () => {
  const dir = await makeWorkspace({
    'servers/Docs.yaml': 'Name: Docs\nSkills: [notes]\n',
    'servers/Team.yaml': 'Name: Team\n',
    'skills/notes.yaml': 'Name: release-notes\nDescription: Writes notes\nContent: Write.\n',
  });
  const library = await openLibrary(dir, { watch: false });
  const connections = { history: async () => [connection('Docs', 'Zed', 'connected')] };
  const installed = (skill: string, server: string, folder: string, state: InstalledSkill['state'] = 'current') =>
    ({ skill, server, folder, state }) as InstalledSkill;
  const installs = async () => ({
    list: async () => [
      installed('release-notes', 'Docs', '/home/.claude/skills/release-notes'),
      installed('release-notes', 'Team', '/home/.agents/skills/release-notes'),
      installed('release-notes', 'Docs', '/elsewhere', 'unknown'),
      installed('other', 'Docs', '/home/.claude/skills/other'),
    ],
  });
  const place = { file: 'skills/notes.yaml', at: [] };
  const uses = [
    { server: 'Docs', setUpIn: ['Zed'], brokenIn: [], installedIn: ['/home/.claude/skills/release-notes'] },
  ];
  expect(await definitionUses(library.snapshot(), connections, installs, place)).toEqual(uses);
  // With an error, it is no longer served, and the installed files are still there.
  await put(dir, place.file, 'Name: release-notes\nDescription: Writes notes\nFiles: [gone.md]\nContent: Write.\n');
  await library.settled();
  expect(await definitionUses(library.snapshot(), connections, installs, place)).toEqual(uses);
  await library.close();
});
