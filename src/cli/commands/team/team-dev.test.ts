/** `team --dev`: one command that shows a whole team server. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, expect, test, vi } from 'vitest';
import { createWorld, said, type World } from '../../testing/command-line.ts';

let world: World;
afterEach(() => world.dispose());

// A busy computer needs a minute to start the database.
test('team --dev serves what is pushed to its own repository, and keeps it over a restart', {
  timeout: 240_000,
}, async () => {
  world = await createWorld({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet]\n',
    'prompts/greet.yaml': 'Name: greet\nContent: First\n',
  });
  const git = (...args: readonly string[]) => {
    const identityOptions = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    execFileSync('git', ['-C', world.workspace, ...identityOptions, ...args], { stdio: 'pipe' });
  };
  const push = (repository: string, message: string) => {
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
    git('push', '--quiet', repository, 'HEAD:main');
  };
  const start = async () => {
    const child = world.start('team', '--dev', '--port', '0');
    const [, address = '', repository = ''] = await said(child, /Address: +(\S+)\nRepository: (.+)\n/);
    return { child, url: address.replace('SERVER', 'Docs'), repository };
  };
  const read = async (url: string) => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const { messages } = await client.getPrompt({ name: 'greet' });
    await client.close();
    const [firstMessage] = messages;
    return firstMessage?.content.type === 'text' ? firstMessage.content.text : undefined;
  };
  git('init', '--quiet', '--initial-branch', 'main');

  const firstServer = await start();
  push(firstServer.repository, 'First');
  await vi.waitFor(async () => expect(await read(firstServer.url)).toBe('First'), 20_000);
  await world.write('prompts/greet.yaml', 'Name: greet\nContent: Second\n');
  push(firstServer.repository, 'Second');
  await vi.waitFor(async () => expect(await read(firstServer.url)).toBe('Second'), 20_000);
  const otherOutcome = await world.run('team', '--dev', '--port', '0');
  expect(otherOutcome).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Another team --dev runs as process'),
  });
  firstServer.child.kill('SIGTERM');
  expect(await once(firstServer.child, 'exit')).toEqual([0, null]);

  const secondServer = await start();
  expect(secondServer.repository).toBe(firstServer.repository);
  await vi.waitFor(async () => expect(await read(secondServer.url)).toBe('Second'), 20_000);
  secondServer.child.kill('SIGTERM');
  await once(secondServer.child, 'exit');
});
