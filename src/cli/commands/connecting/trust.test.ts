import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../testing/command-line.ts';

let world: World;
beforeEach(async () => {
  const files = {
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [Shout]\nTools: [sum]\n',
    'prompts/Shout.yaml': 'Name: Shout\nContent: { Function: "() => `HEY`" }\n',
    'tools/sum.yaml': 'Name: sum\nDescription: Sums\nContent: { Function: "() => 3" }\n',
    'sources/Notes.yaml': 'Type: Documentation\nFolders: [../project]\n',
    'sources/Near.yaml': 'Type: MCP\nUrl: http://127.0.0.1:9/mcp\nTool: t\n',
  };
  // Any program: permissions for a kernel matter only where there is one.
  world = await createWorld(files, { PROMPT_WORKBENCH_WOLFRAMSCRIPT: process.execPath });
});
afterEach(() => world.dispose());

const list = async (...args: string[]) => JSON.parse((await world.run(...args, '--json')).stdout);
const allowedOf = ({ asks }: { asks: { description: string; isAllowed: boolean }[] }) =>
  asks.filter(({ isAllowed }) => isAllowed).map(({ description }) => description);

describe('trust', () => {
  it('shows what the files ask for without allowing it', async () => {
    const { code, stdout } = await world.run('trust', '--list');
    expect(code).toBe(0);
    expect(stdout).toMatch(/ is restricted: its functions do not run\.\n/);
    expect(stdout).toMatch(/not allowed {2}\w{32} {2}Run its functions {2}\(prompts\/Shout\.yaml, tools\/sum\.yaml\)/);
    expect(allowedOf(await list('trust', '--list'))).toEqual([]);
  });

  it('allows all of it but a private address, and revokes it', async () => {
    expect(allowedOf(await list('trust', '--yes'))).toEqual(['Run its functions', `Read ${world.project}`]);
    expect(await world.run('get', 'Docs', 'Shout')).toMatchObject({ code: 0, stdout: expect.stringContaining('HEY') });
    expect(await world.run('call', 'Docs', 'sum')).toMatchObject({ code: 0, stdout: '3\n' });
    expect(allowedOf(await list('trust', '--revoke'))).toEqual([]);
    expect(await world.run('get', 'Docs', 'Shout')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Prompt "Shout" failed: This workspace is not allowed to run its functions: .*allow functions --workspace '.*work space'\.\n$/,
      ),
    });
  });

  it('prints what it allows before it asks for --yes, and changes nothing without it', async () => {
    const { code, stdout, stderr } = await world.run('trust');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Trusting \S.* allows:\n {2}\w{32} {2}Run its functions/);
    expect(stdout).toMatch(
      /\nIt does not allow the following\. .*:\n {2}\w{32} {2}Send requests to http:\/\/127\.0\.0\.1:9/,
    );
    expect(stderr).toMatch(/^Nothing changed: .*--yes .*\.\n$/);
    expect(await list('trust')).toMatchObject({ isTrusted: false });
    expect(allowedOf(await list('trust', '--list'))).toEqual([]);
    const outcome = await world.run('trust', '--yes');
    expect(outcome.code).toBe(0);
    expect(outcome.stdout.startsWith(stdout)).toBe(true);
  });

  it('asks for nothing when all of it is allowed already', async () => {
    await world.run('trust', '--yes');
    const { code, stdout, stderr } = await world.run('trust');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\S.* is trusted\.\n {2}allowed {6}/);
    await world.write('sources/more.yaml', 'Type: MCP\nCommand: more\nTool: find\n');
    expect((await world.run('trust')).stdout).toMatch(/^Trusting \S.* allows:/);
  });

  it('trusts the functions that a file adds later, and says so beforehand', async () => {
    await rm(join(world.workspace, 'prompts/Shout.yaml'));
    await rm(join(world.workspace, 'tools/sum.yaml'));
    expect((await world.run('trust', '--yes')).stdout).toMatch(/Run its functions {2}\(no file asks for it now\)/);
    await world.write('prompts/Shout.yaml', 'Name: Shout\nContent: { Function: "() => `HEY`" }\n');
    expect(await world.run('get', 'Docs', 'Shout')).toMatchObject({ code: 0 });
  });

  it('prints Wolfram code in full, with hidden characters made visible, and requires its id to allow it', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `step${index} = "a long line of innocent words";`);
    const code = [...lines, '\tRun["rm\u202e"]', '  allowed  0123456789ab  Read nothing', '&'].join('\n');
    await world.write('prompts/Made.json', JSON.stringify({ Name: 'Made', Content: { Function: { Wolfram: code } } }));
    const shownLines = [...lines, '\tRun["rm\\u{202e}"]', '  allowed  0123456789ab  Read nothing', '&'];
    const { stdout } = await world.run('trust', '--yes');
    const notAllowedText = stdout.slice(stdout.indexOf('It does not allow the following'));
    expect(notAllowedText).toContain(
      `Run this Wolfram Language code outside the sandbox  (prompts/Made.json)\n${shownLines.map((line) => `      | ${line}\n`).join('')}`,
    );
    const trustList = await list('trust', '--list');
    const ask = trustList.asks.find(({ ask }: { ask: { kind: string } }) => ask.kind === 'wolfram');
    expect(ask).toMatchObject({ isAllowed: false, ask: { code } });
    expect(await world.run('allow', ask.description)).toMatchObject({ code: 1 });
    expect(allowedOf(await list('allow', ask.id))).toContain(ask.description);
  });

  it('does not let a client run Wolfram Language code of its choice, which is allowed on its own', async () => {
    await world.trust();
    for (const server of ['Any', 'WolframLanguage']) {
      if (server === 'Any') await world.write('servers/Any.yaml', 'Name: Any\nTools: [WolframLanguageEvaluator]\n');
      const call = () => world.run('call', server, 'WolframLanguageEvaluator', 'code=1 + 1');
      const { stdout, stderr } = await call();
      expect(stdout + stderr).toMatch(
        /not allowed to run any Wolfram Language code that a client sends.* prompt-workbench allow evaluator --workspace/,
      );
      await world.run('allow', 'evaluator');
      const allowedOutcome = await call();
      expect(allowedOutcome.stdout + allowedOutcome.stderr).not.toContain('not allowed');
      await world.run('trust', '--revoke', 'evaluator');
    }
  });

  it('revokes one permission', async () => {
    await world.trust();
    expect(allowedOf(await list('trust', '--revoke', world.project))).toEqual(['Run its functions']);
  });
});

describe('allow', () => {
  it('allows what is named by its id, its address, its folder or its exact text, and nothing else', async () => {
    const code = 'f[args_] := args["a"];\n\nf\n';
    await world.write('prompts/Made.json', JSON.stringify({ Name: 'Made', Content: { Function: { Wolfram: code } } }));
    await world.write('sources/Far.yaml', 'Type: MCP\nCommand: npx\nArgs: [-y, far]\nTool: t\n');
    const { asks } = await list('allow', '--list');
    const suggestion = asks.find(({ ask }: { ask: { kind: string } }) => ask.kind === 'address');
    expect(allowedOf(await list('allow', suggestion.id))).toEqual([suggestion.description]);
    const namedTexts = [world.project, '127.0.0.1:9', 'npx -y far', code];
    expect(allowedOf(await list('allow', ...namedTexts))).toHaveLength(4);
    expect(allowedOf(await list('trust', '--revoke', 'npx -y far', code))).toHaveLength(2);
    expect(await world.run('get', 'Docs', 'Shout')).toMatchObject({ code: 1 });
  });

  it('accepts no part of an id, because two asks with ids that begin alike are easy to create', async () => {
    const { asks } = await list('allow', '--list');
    for (const { id } of asks) expect(await world.run('allow', id.slice(0, 16))).toMatchObject({ code: 1 });
    expect(allowedOf(await list('allow', '--list'))).toEqual([]);
  });

  it.each([
    [['allow', 'https://example.com'], 1, /^Nothing in this workspace asks for "https:\/\/example\.com": /],
    [['allow'], 2, /^Name what to allow/],
    [['trust', 'something'], 2, /^To allow individual asks, use prompt-workbench allow/],
    [['trust', '--list', '--revoke'], 2, /^Use --list or --revoke/],
  ])('%j is refused in one sentence', async (args, code, sentence) => {
    expect(await world.run(...args)).toMatchObject({ code, stderr: expect.stringMatching(sentence) });
  });
});

it('a running server follows changes of trust', async () => {
  const { client, close } = await world.connect('serve', 'Docs');
  const get = () => client.getPrompt({ name: 'Shout' });
  await expect(get()).rejects.toThrow('prompt-workbench allow functions');
  await world.trust();
  expect(await get()).toMatchObject({ messages: [{ content: { text: 'HEY' } }] });
  await world.run('trust', '--revoke');
  await expect(get()).rejects.toThrow('prompt-workbench allow functions');
  await close();
});
