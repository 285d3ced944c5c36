import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/command-line.ts';

const fixtures = fileURLToPath(new URL('../../../import/testing', import.meta.url));
const testingServer = fileURLToPath(new URL('../../../import/server/testing/server.mjs', import.meta.url));

let world: World;
beforeEach(async () => {
  world = await createWorld({ 'servers/Team.yaml': 'Name: Team\nMCPPrompts: # ours\n  - WolframSearch\n' });
});
afterEach(() => world.dispose());

const fileText = (file: string) => readFile(join(world.workspace, file), 'utf8');

describe('import', () => {
  test('prints what it creates and what is lost, writes it, and lists it in a server', async () => {
    const { code, stdout } = await world.run('import', join(fixtures, 'claude-code'), '--server', 'Team');
    expect(code).toBe(0);
    expect(stdout).toContain(
      'prompts/fix-issue.yaml  from claude-code/commands/fix-issue.md (Claude Code command or skill)\n',
    );
    expect(stdout).toContain('  lost     allowed-tools is left out: a prompt does not grant tools.\n');
    expect(await fileText('servers/Team.yaml')).toMatch(
      /^Name: Team\nMCPPrompts: # ours\n {2}- WolframSearch\n {2}- commit\n/,
    );
    const fetchedOutcome = await world.run('get', 'Team', 'fix-issue', 'issue-number=7', 'priority=high');
    expect(fetchedOutcome.stdout).toContain('Fix issue #7 with priority high.');
  });

  test('writes nothing in a dry run', async () => {
    const { code, stdout, stderr } = await world.run('import', join(fixtures, 'wolfram', 'server.wl'), '--dry-run');
    expect([code, stderr]).toEqual([0, 'Nothing was written.\n']);
    expect(stdout).toContain('servers/Team-2.yaml');
    await expect(fileText('servers/Team-2.yaml')).rejects.toThrow();
  });

  test.each(['Bad Name/..', 'WolframAlpha'])(
    'refuses the server %s in a dry run as it does when it writes',
    async (name) => {
      const place = [join(fixtures, 'plain-text', 'haiku.txt'), '--server', name];
      const dryOutcome = await world.run('import', ...place, '--dry-run');
      const realOutcome = await world.run('import', ...place);
      expect([dryOutcome.code, dryOutcome.stderr]).toEqual([1, realOutcome.stderr]);
      expect(realOutcome.code).toBe(1);
    },
  );

  test.each([
    [[''], 'The place is empty: name a file, a folder or an address.'],
    [['a.md', 'b.md', 'c.md'], 'Import one place at a time: leave out "b.md" and what follows.'],
  ])('refuses the places %j, and writes nothing', async (places, message) => {
    await world.write('a.md', 'A');
    const outcome = await world.run('import', ...places);
    expect(outcome).toEqual({ code: 2, stdout: '', stderr: `${message}\n` });
  });

  test.each([
    ['a\nb', '"a\\nb" cannot be a file name because it contains a line break or another control character'],
    ['../x', '"../x" cannot be a file name because it contains /'],
  ])('refuses %j as the name of a new server before it says what it would create', async (name, message) => {
    const outcome = await world.run('import', join(fixtures, 'plain-text', 'haiku.txt'), '--server', name);
    expect(outcome).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
    expect(await readdir(join(world.workspace, 'servers'))).toEqual(['Team.yaml']);
  });

  test('refuses a prompt that would be too large in a dry run as it does when it writes', async () => {
    await world.write('long.txt', 'nineteen characters\n'.repeat(240_000));
    const place = join(world.workspace, 'long.txt');
    const dry = await world.run('import', place, '--dry-run');
    const realOutcome = await world.run('import', place);
    expect(realOutcome.stderr).toBe('prompts/long.yaml would be larger than 5 MB. Split it.\n');
    expect([dry.code, dry.stderr]).toEqual([1, realOutcome.stderr]);
  });

  test('reads the prompts of a running server', async () => {
    const { code, stdout } = await world.run(
      'import',
      '--stdio',
      '--server',
      'Reviewer',
      process.execPath,
      '--',
      testingServer,
      'reviewer',
    );
    expect(code).toBe(0);
    expect(stdout).toContain('Written: prompts/review.yaml, prompts/static.yaml, servers/Reviewer.yaml\n');
    expect(await fileText('prompts/review.yaml')).toContain('Default: correctness');
  });

  test('keeps placeholders and PromptData unchanged on request', async () => {
    await world.run('import', join(fixtures, 'wolfram', 'legacy.wl'), '--as-written');
    expect(await fileText('servers/Old.yaml')).toContain('PromptData:');
    await world.run('import', join(fixtures, 'plain-text', 'haiku.txt'), '--as-written');
    expect(await fileText('prompts/haiku.yaml')).toContain('about <*"{topic}"*>.');
  });

  test('takes the token of an address from an environment variable, which has to be set', async () => {
    const { code, stderr } = await world.run('import', 'http://127.0.0.1:3000/mcp', '--token-env', 'NO_SUCH_TOKEN');
    expect([code, stderr]).toEqual([1, 'The environment variable NO_SUCH_TOKEN is not set: set it to the token.\n']);
  });

  test('fails with a sentence if nothing can be read', async () => {
    const missingOutcome = await world.run('import', '/no/such/file');
    expect([missingOutcome.code, missingOutcome.stderr]).toEqual([
      1,
      'There is no file or folder /no/such/file: check the path, or choose another one.\n',
    ]);
    const brokenOutcome = await world.run('import', join(fixtures, 'dotprompt', 'broken.prompt'));
    expect(brokenOutcome.code).toBe(1);
    const server = await world.run('import', join(fixtures, 'wolfram', 'all-broken.wl'));
    expect([server.code, server.stdout]).toEqual([1, '']);
    expect(server.stderr).toContain('This prompt has no name');
    await world.write('named.wl', 'CreateMCPServer["Mine",\n  $DefaultMCPServers["Wolfram"]]');
    const namedOutcome = await world.run('import', join(world.workspace, 'named.wl'));
    expect(namedOutcome.code).toBe(1);
    expect(namedOutcome.stderr).toMatch(
      /named\.wl:2:3: .*\$DefaultMCPServers\["Wolfram"\] is a server that this text does not/,
    );
    expect(brokenOutcome.stderr).toContain('{{#if name}} is never closed.\nNothing can be imported.\n');
  });
});

describe('export --as wolfram', () => {
  test('prints a server that can be imported again, and says on stderr what is lost', async () => {
    await world.run('import', join(fixtures, 'wolfram', 'server.wl'));
    const { code, stdout, stderr } = await world.run('export', 'Team-2', '--as', 'wolfram');
    expect([code, stderr]).toEqual([0, '']);
    await world.write('again.wl', stdout);
    const secondOutcome = await world.run('import', join(world.workspace, 'again.wl'), '--dry-run', '--json');
    expect(JSON.parse(secondOutcome.stdout)).toMatchObject({
      files: [{ file: 'servers/Team-3.yaml', notes: expect.anything() }],
      problems: [],
    });
  });

  test('prints the whole workspace as one file', async () => {
    await world.run('import', join(fixtures, 'wolfram', 'tool-file.wl'));
    const { code, stdout } = await world.run('export', '--all', '--as', 'wolfram');
    expect(code).toBe(0);
    expect(stdout).toContain('CreateMCPServer["Team", <|"MCPPrompts" -> {"WolframSearch"}|>];\n');
    expect(stdout).toContain('LLMTool[<|\n');
    const wrongOutcome = await world.run('export', '--as', 'wolfram');
    expect([wrongOutcome.code, wrongOutcome.stderr]).toEqual([
      2,
      'Export what? Name one server, or add --all for the whole workspace.\n',
    ]);
  });
});

describe('export --as paclet', () => {
  test('writes a folder that brings back every file, and refuses a folder with files', async () => {
    await world.write(
      'servers/Docs.yaml',
      'Name: Docs\nVersion: 2.1.0\nTools: [add up]\nMCPPrompts: [Say hello, WolframSearch]\n',
    );
    await world.write(
      'prompts/Say hello.yaml',
      'Name: hi\nArguments: [{Name: who}]\nContent: {StringTemplate: "Hi, `who`!"}\n',
    );
    await world.write(
      'tools/add up.yaml',
      'Name: add\nParameters: [{Name: a, Required: true}]\nContent: {Function: {Wolfram: "f[x_] := x;\\n\\n(f[#a] + 1) &"}}\n',
    );
    await world.write('prompts/js.yaml', 'Name: js\nContent: {Function: "(args, context) => context.search()"}\n');
    const output = join(world.project, 'paclet');
    const { code, stdout, stderr } = await world.run('export', '--all', '--as', 'paclet', '--output', output);
    expect([code, stdout]).toEqual([0, `Wrote 5 files to ${output}.\n`]);
    expect(stderr).toMatch(/^Note: js: The prompt is left out: .*\n$/);
    expect(await readFile(join(output, 'PacletInfo.wl'), 'utf8')).toContain('"MCPPrompts" -> {"Say hello"}');
    const secondOutcome = await world.run('export', '--all', '--as', 'paclet', '--output', output);
    expect(secondOutcome).toMatchObject({ code: 1, stderr: expect.stringContaining('choose a new or empty folder') });

    const secondWorld = await createWorld({ 'servers/Own.yaml': 'Name: Own\nMCPPrompts: []\n' });
    await secondWorld.run('import', output);
    for (const name of ['Say hello', 'add up']) {
      const folder = name === 'add up' ? 'tools' : 'prompts';
      const text = await readFile(join(secondWorld.workspace, folder, `${name}.yaml`), 'utf8');
      expect(text).toContain(name === 'add up' ? '(f[#a] + 1) &' : 'Hi, `who`!');
    }
    expect(await readFile(join(secondWorld.workspace, 'servers/Docs.yaml'), 'utf8')).toMatch(
      /Version: "2\.1\.0"[\s\S]*- add up[\s\S]*- Say hello\n\s+- WolframSearch/,
    );
    expect((await secondWorld.run('get', 'Docs', 'hi', 'who=Ada')).stdout).toContain('Hi, Ada!');
    secondWorld.dispose();
  });
});
