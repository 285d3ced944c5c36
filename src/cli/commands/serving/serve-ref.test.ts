/** `serve --ref`: clients get what is published, while the folder changes. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWorld, outcomeOf, said, type World } from '../../testing/command-line.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet]\n',
    'prompts/greet.yaml': 'Name: greet\nContent: Published\n',
  });
  git('init', '--quiet', '--initial-branch', 'main');
  commit('First');
});
afterEach(() => world.dispose());

function git(...args: readonly string[]): void {
  const identityOptions = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  execFileSync('git', ['-C', world.workspace, ...identityOptions, ...args]);
}

function commit(message: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

test('a client of serve --ref gets the commit, hears of the next one, and never sees what is being typed', async () => {
  await world.write('prompts/greet.yaml', 'Name: greet\nContent: A draft\n');
  const { client, close } = await world.connect('serve', 'Docs', '--ref', 'main');
  const read = async () => (await client.getPrompt({ name: 'greet' })).messages[0]?.content;
  expect(await read()).toMatchObject({ text: 'Published' });
  const onChange = vi.fn();
  client.setNotificationHandler('notifications/prompts/list_changed', onChange);
  await world.write('prompts/more.yaml', 'Name: more\nContent: More\n');
  await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [greet, more]\n');
  commit('Second');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), 20_000);
  expect(await read()).toMatchObject({ text: 'A draft' });
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['greet', 'more']);
  // A server that is no longer published serves nothing, and its clients stay connected.
  await rm(join(world.workspace, 'servers/Docs.yaml'));
  commit('Third');
  await vi.waitFor(async () => expect((await client.listPrompts()).prompts).toEqual([]), 20_000);
  git('reset', '--quiet', '--hard', 'HEAD~1');
  await vi.waitFor(async () => expect((await client.listPrompts()).prompts).toHaveLength(2), 20_000);
  const folder = join(world.state, 'cache', 'published');
  expect(existsSync(folder)).toBe(true);
  await close();
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]), 20_000);
});

test('serve --http --ref serves a tag, which no commit on the branch changes', async () => {
  git('tag', 'v1');
  await world.write('prompts/greet.yaml', 'Name: greet\nContent: Newer\n');
  commit('Second');
  const child = world.start('serve', 'Docs', '--http', '--port', '0', '--ref', 'v1');
  const [, url = '', , file = ''] = await said(child, /Address: +(\S+)(\n)Token file: (.+)\n/);
  const token = (await readFile(file, 'utf8')).trim();
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'prompts/get',
      'mcp-name': 'greet',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'prompts/get',
      params: {
        name: 'greet',
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  });
  expect(await answer.text()).toContain('Published');
  child.kill();
});

test('an application that is connected with --ref gets what is published, and keeps it when it is connected again', async () => {
  await world.write('prompts/greet.yaml', 'Name: greet\nContent: A draft\n');
  const connect = (...args: readonly string[]) =>
    world.run('connect', 'Docs', '--to', 'claude-code', '--project', world.project, ...args);
  const refusal = await connect('--ref', 'nowhere');
  expect(refusal).toMatchObject({
    code: 1,
    stderr: 'The repository has no commit "nowhere": fetch it, or name another one.\n',
  });
  expect((await connect('--ref', 'main', '--http')).stderr).toContain('--ref is for an entry that starts the server');
  const { code, stdout, stderr } = await connect('--ref', 'main');
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stdout).toMatch(/answered prompts\/list/);
  const file = join(world.project, '.mcp.json');
  const text = await readFile(file, 'utf8');
  const { command, args, env } = JSON.parse(text).mcpServers.Docs;
  expect(args).toContain('--ref=main');
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({ command, args, env: { ...process.env, ...env, PROMPT_WORKBENCH_STATE: world.state } }),
  );
  expect((await client.getPrompt({ name: 'greet' })).messages[0]?.content).toMatchObject({ text: 'Published' });
  await client.close();
  expect((await world.run('connections')).stdout).toContain('Docs at main in Claude Code (project)');
  await rm(file);
  expect((await world.run('doctor', '--project', world.project, '--fix')).stdout).toContain('Connected Docs');
  expect(JSON.parse(await readFile(file, 'utf8')).mcpServers.Docs.args).toContain('--ref=main');
});

test('a ref that is an option, an unknown ref, and a server that the ref lacks are refused in one sentence', async () => {
  await world.write('servers/New.yaml', 'Name: New\nMCPPrompts: [greet]\n');
  const serve = (...args: readonly string[]) => {
    const child = world.start('serve', ...args);
    child.stdin.end();
    return outcomeOf(child);
  };
  const [option, unknownOutcome, absentOutcome] = await Promise.all([
    serve('Docs', '--ref=--upload-pack=touch x'),
    serve('Docs', '--ref', 'nowhere'),
    serve('New', '--ref', 'main'),
  ]);
  expect(option).toMatchObject({
    code: 1,
    stderr: '"--upload-pack=touch x" is not the name of a branch, tag or commit: correct it.\n',
  });
  expect(unknownOutcome).toMatchObject({
    code: 1,
    stderr: 'The repository has no commit "nowhere": fetch it, or name another one.\n',
  });
  expect(absentOutcome).toMatchObject({ code: 1, stderr: 'main has no server "New": publish it there first.\n' });
});
