/** `serve` as a client application starts it. */
import { once } from 'node:events';
import { readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { serveCommand } from '../../../clients/connect/commands/serve-command.ts';
import { formerNamesIn } from '../../../state/former-names.ts';
import { createWorld, outcomeOf, said, type World } from '../../testing/command-line.ts';

const workspace = {
  'servers/Docs.yaml': `Name: Docs
Version: 1.0.0
MCPPrompts:
  - Name: Plain
    Content: "Plain text"
  - Name: Chatty
    Content: {Function: "(args, context) => { context.log('one\\\\ntwo'); return 'done'; }"}
  - Name: Broken
    Content: {Function: "() => { throw new Error('no luck'); }"}
`,
};

let world: World;
afterEach(() => world.dispose());

const message = (id: number | undefined, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), method, params })}\n`;
const openingText =
  message(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }) + message(undefined, 'notifications/initialized');

test('every line of stdout is JSON-RPC, for any log and any failure of a function', async () => {
  world = await createWorld(workspace);
  await world.trust();
  const child = world.start('serve', 'Docs');
  const finishedOutcome = outcomeOf(child);
  child.stdin.write(openingText);
  child.stdin.write(message(2, 'prompts/get', { name: 'Chatty' }));
  child.stdin.write('this is not JSON\n');
  child.stdin.write(message(3, 'prompts/get', { name: 'Broken' }));
  child.stdin.write(message(4, 'prompts/list'));
  const answeredIds = new Set<unknown>();
  for await (const line of createInterface({ input: child.stdout })) {
    answeredIds.add(JSON.parse(line).id);
    if ([1, 2, 3, 4].every((id) => answeredIds.has(id))) child.stdin.end();
  }
  const { code, stdout, stderr } = await finishedOutcome;
  expect(code).toBe(0);
  for (const line of stdout.trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  expect(stderr).toContain('one');
});

test.each([
  [[], ['cli', 'cli2', 'read', 'rolldown-runtime', 'serve']],
  [
    ['--for', 'claude-code'],
    ['adapt', 'cli', 'cli2', 'read', 'rolldown-runtime', 'serve'],
  ],
])(
  'a first start of serve %j loads a chunk for serving and one for reading, and nothing that only other work needs',
  async (args, expected) => {
    world = await createWorld(workspace);
    await world.trust();
    const code = join(world.state, 'cache', 'code');
    const child = await world.startUncompiled('serve', 'Docs', ...args);
    const finishedOutcome = outcomeOf(child);
    const lists = ['prompts/list', 'tools/list', 'resources/list'].map((method, index) => message(index + 2, method));
    child.stdin.write(openingText + lists.join(''));
    await Promise.all([2, 3, 4].map((id) => said(child, new RegExp(`"id":${id}\\b`))));
    child.stdin.end();
    expect((await finishedOutcome).code).toBe(0);
    // The program stores the compiled code of the chunks that it has loaded, after an index with their names.
    const [file = ''] = (await readdir(code)).filter((name) => name.includes('-serve-'));
    const storedFile = await readFile(join(code, file));
    const chunks = JSON.parse(storedFile.toString('utf8', 36, 36 + storedFile.readUInt32LE(32)));
    expect(chunks.map(([name]: [string]) => name).sort()).toEqual(expected.map((name) => `${name}.cjs`));
  },
);

test('the end of input ends the process without waiting for a function that runs', async () => {
  world = await createWorld({
    'servers/Docs.yaml': `Name: Docs
Version: 1.0.0
MCPPrompts:
  - Name: Endless
    Content: {Function: "() => { for (;;); }"}
`,
  });
  await world.trust();
  const child = world.start('serve', 'Docs');
  child.stdin.write(openingText);
  await said(child, /"id":1/);
  child.stdin.write(message(2, 'prompts/get', { name: 'Endless' }));
  const exit = once(child, 'exit');
  const endMs = performance.now();
  child.stdin.end();
  expect(await exit).toEqual([0, null]);
  expect(performance.now() - endMs).toBeLessThan(4_000);
});

test('problems of the files go to stderr, and valid definitions are served', async () => {
  world = await createWorld({
    'servers/Docs.yaml': 'Name: Docs\nVersion: 1.0.0\nMCPPrompts:\n  - Nowhere\n  - {Name: Plain, Content: Text}\n',
  });
  const child = world.start('serve', 'Docs');
  const finishedOutcome = outcomeOf(child);
  child.stdin.write(openingText + message(2, 'prompts/list'));
  await said(child, /"Plain"/);
  child.stdin.end();
  expect((await finishedOutcome).stderr).toMatch(/servers\/Docs\.yaml:4:5: error PromptNameNotFound: .+"Nowhere"/);
});

test('a server of deprecated PromptData alone is refused with its tag', async () => {
  world = await createWorld({ 'servers/Old.yaml': 'Name: Old\nPromptData:\n  - {Name: a, Content: x}\n' });
  const { code, stderr } = await world.run('serve', 'Old');
  expect(code).toBe(1);
  expect(stderr).toContain('Old has nothing to serve: servers/Old.yaml:2:1: error DeprecatedPromptData: ');
  expect(stderr).toContain('(The "PromptData" property is deprecated. Use "MCPPrompts" instead.)');
});

const question = { name: 'Search', arguments: { query: 'What is a prime?' } };
const search = `Name: Search
Description: Searches
Arguments: [{Name: query, Required: true, RestOfLine: true}]
Content: {StringTemplate: "Look up: \`query\`"}
`;

test('--for claude-code: a question in quotes arrives whole through the official client', async () => {
  world = await createWorld({ 'servers/MCP.yaml': 'Name: MCP\nMCPPrompts: [Search]\n', 'prompts/Search.yaml': search });
  const { client, close } = await world.connect('serve', '--for', 'claude-code', '--', 'MCP');
  const { prompts } = await client.listPrompts();
  const declaredArguments = prompts[0]?.arguments ?? [];
  expect(declaredArguments.length).toBeGreaterThanOrEqual(64);
  // As Claude Code does with: /mcp__MCP__Search "How can I find the 123456789th prime number?"
  const words = '"How can I find the 123456789th prime number?"'.split(' ');
  const filledValues = Object.fromEntries(words.map((word, index) => [declaredArguments[index]?.name ?? '', word]));
  expect((await client.getPrompt({ name: 'Search', arguments: filledValues })).messages).toEqual([
    { role: 'user', content: { type: 'text', text: 'Look up: How can I find the 123456789th prime number?' } },
  ]);
  await close();
});

test('without --for, and for a client application without an adaptation, the list is as in the files', async () => {
  world = await createWorld({ 'servers/MCP.yaml': 'Name: MCP\nMCPPrompts: [Search]\n', 'prompts/Search.yaml': search });
  for (const options of [[], ['--for', 'cursor']]) {
    const { client, close } = await world.connect('serve', ...options, '--', 'MCP');
    const { prompts } = await client.listPrompts();
    expect(prompts[0]?.arguments?.map(({ name }) => name)).toEqual(['query']);
    expect((await client.getPrompt(question)).messages[0]?.content).toMatchObject({
      text: 'Look up: What is a prime?',
    });
    await close();
  }
});

test('--for an unknown client application ends with 2 and a similar name', async () => {
  world = await createWorld(workspace);
  const { code, stderr } = await world.run('serve', '--for', 'claud-code', 'Docs');
  expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean "claude-code"?')]);
});

test('an unknown server ends with 1 and a similar name', async () => {
  world = await createWorld(workspace);
  const { code, stdout, stderr } = await world.run('serve', 'Dcos');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('did you mean "Docs"?');
});

test('--http prints the address and the token file, and requires the token', async () => {
  world = await createWorld(workspace);
  const child = world.start('serve', 'Docs', '--http');
  const [, url = '', tokenFile = ''] = await said(child, /^Address: +(\S+)\nToken file: +(.+)\n/m);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp\/Docs$/);
  expect((await stat(tokenFile)).mode & 0o777).toBe(0o600);
  const ask = (headers: Record<string, string>) =>
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      body: openingText.split('\n')[0] ?? '',
    });
  const token = (await readFile(tokenFile, 'utf8')).trim();
  expect((await ask({})).status).toBe(401);
  expect((await ask({ Authorization: `Bearer ${token}` })).status).toBe(200);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

test('--http --for prints the adapted address, if there is an adaptation', async () => {
  world = await createWorld(workspace);
  for (const [client, query] of [
    ['claude-code', '?for=claude-code'],
    ['cursor', ''],
  ] as const) {
    const child = world.start('serve', 'Docs', '--http', '--for', client);
    const [, url = ''] = await said(child, /^Address: +(\S+)\n/m);
    expect(new URL(url).search).toBe(query);
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  }
});

test('--http uses the same port again for the same workspace', async () => {
  world = await createWorld(workspace);
  const ports: string[] = [];
  for (const _ of ['first', 'second']) {
    const child = world.start('serve', 'Docs', '--http');
    const [, port = ''] = await said(child, /^Address: +http:\/\/127\.0\.0\.1:(\d+)\//m);
    ports.push(port);
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  }
  expect(ports[0]).toBe(ports[1]);

  // While a process serves it at another port, that is the address to connect.
  const child = world.start('serve', 'Docs', '--http', '--port', '0');
  const [, address = ''] = await said(child, /^Address: +(\S+)\n/m);
  const dryRun = () => world.run('connect', 'Docs', '--to', 'cursor', '--http', '--dry-run');
  expect((await dryRun()).stdout).toContain(`"${address}"`);
  const exitEvent = once(child, 'exit');
  child.kill('SIGTERM');
  await exitEvent;
  expect((await dryRun()).stdout).toContain(`"http://127.0.0.1:${ports[0]}/mcp/Docs"`);
});

test.each(['--http', '-h', '--help', '--', '-x'])('a server may be called %s', async (name) => {
  world = await createWorld({ [`servers/${name}.yaml`]: 'Name: Odd\nMCPPrompts: [{Name: Plain, Content: text}]\n' });
  const args = serveCommand({ cliFile: '', workspaceDir: world.workspace, server: name }).args.slice(1);
  const child = world.start(...args);
  const finishedOutcome = outcomeOf(child);
  child.stdin.end(openingText + message(2, 'prompts/list'));
  const { code, stdout } = await finishedOutcome;
  expect(code).toBe(0);
  expect(stdout).toContain('"Plain"');
});

test('a client keeps its prompts when its server is renamed, and an entry with the former name still starts it', async () => {
  world = await createWorld({ 'servers/Docs.yaml': workspace['servers/Docs.yaml'] });
  const runningConnection = await world.connect('serve', '--workspace', world.workspace, 'Docs');
  const names = async ({ client }: typeof runningConnection) =>
    (await client.listPrompts()).prompts.map(({ name }) => name);
  const before = await names(runningConnection);
  expect(before).toContain('Plain');
  const { client } = runningConnection;
  const change = new Promise<void>((resolve) => {
    client.setNotificationHandler('notifications/prompts/list_changed', () => resolve());
  });
  await formerNamesIn(world.state, world.workspace).remember('Docs', 'Team');
  await rename(join(world.workspace, 'servers', 'Docs.yaml'), join(world.workspace, 'servers', 'Team.yaml'));
  await world.write('servers/Team.yaml', workspace['servers/Docs.yaml'].replace('Name: Plain', 'Name: Simple'));
  await change;
  expect(await names(runningConnection)).toContain('Simple');
  const newConnection = await world.connect('serve', '--workspace', world.workspace, 'Docs');
  expect(await names(newConnection)).toContain('Simple');
  await Promise.all([runningConnection.close(), newConnection.close()]);
});
