/** Permissions of one workspace: the asks, and what a person allows. */
import { chmod, mkdir, mkdtemp, readFile, realpath, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openLibrary } from '../library/open-library.ts';
import { childProgram } from '../library/testing/child-program.ts';
import { type Ask, describeAsk, isAllowedByTrust } from '../model/asks.ts';
import { askId } from './ask-id.ts';
import { openTrust } from './open-trust.ts';
import { trustView } from './trust-view.ts';

let home: string;
let workspace: string;
let state: string;
let loggedLines: string[];

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'trust-')));
  workspace = join(home, 'workspace');
  state = join(home, 'state');
  loggedLines = [];
  for (const folder of ['sources', 'prompts', 'servers', 'tools', 'docs'])
    await mkdir(join(workspace, folder), { recursive: true });
});

const open = () => openTrust({ workspaceDir: workspace, stateDir: state, log: (line) => loggedLines.push(line) });

async function recordFile(): Promise<string> {
  const { trustFolder } = await import('./record.ts');
  const { workspaceKey } = await import('../state/paths.ts');
  return join(trustFolder(state), `${workspaceKey(workspace)}.json`);
}

const address: Ask = { kind: 'address', address: 'https://docs.example.com', isPrivate: false };
const folder: Ask = { kind: 'folder', path: '/srv/manuals' };

describe('A workspace', () => {
  it('is restricted until a person trusts it', async () => {
    const trust = open();
    await expect(trust.require([{ kind: 'functions' }])).rejects.toThrow(
      /^This workspace is not allowed to run its functions: .* prompt-workbench allow functions --workspace \S+\.$/,
    );
    await trust.allow([], { workspace: true });
    await expect(trust.require([{ kind: 'functions' }])).resolves.toBeUndefined();
  });

  it('is allowed one thing without any other', async () => {
    const trust = open();
    await trust.allow([address]);
    await trust.require([address]);
    expect(await trust.missing([address, folder, { kind: 'functions' }])).toEqual([folder, { kind: 'functions' }]);
    await expect(trust.require([folder])).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining(`prompt-workbench allow ${askId(folder)} --workspace`),
      needs: [askId(folder)],
    });
  });

  it('follows at once what another program allows and revokes', async () => {
    const [myTrust, theirs] = [open(), open()];
    expect(await myTrust.missing([folder])).toEqual([folder]);
    await theirs.allow([folder]);
    expect(await myTrust.missing([folder])).toEqual([]);
    await theirs.revoke([askId(folder)]);
    expect(await myTrust.missing([folder])).toEqual([folder]);
  });

  it('names each missing permission once, however often it is required', async () => {
    const trust = open();
    const id = askId(folder);
    await expect(trust.require([folder, address, { ...folder }, folder])).rejects.toMatchObject({
      message: expect.stringMatching(
        new RegExp(
          `not allowed to read /srv/manuals, and to send requests to \\S+: .* allow ${id} \\w{32} --workspace`,
        ),
      ),
      needs: [askId(folder), askId(address)],
    });
    expect(await trust.missing([folder, folder])).toEqual([folder]);
  });

  it('loses everything when its trust is revoked', async () => {
    const trust = open();
    await trust.allow([folder, address], { workspace: true });
    await trust.revokeAll();
    expect(await trust.read()).toMatchObject({ isTrusted: false, allowed: [] });
  });

  it('keeps what two changes at the same moment allow', async () => {
    const trust = open();
    await Promise.all([trust.allow([folder]), trust.allow([address])]);
    expect(await trust.missing([folder, address])).toEqual([]);
  });

  it('keeps every change of several programs at once', async () => {
    const start = await childProgram(
      import.meta.dirname,
      `import { askId } from './ask-id.ts';
      import { openTrust } from './open-trust.ts';
      const [, , workspaceDir, stateDir, name] = process.argv;
      const trust = openTrust({ workspaceDir, stateDir, log: (line) => { throw new Error(line); } });
      for (let round = 0; round < 20; round++) {
        const folder = { kind: 'folder', path: '/srv/' + name + '/' + round };
        await trust.allow([folder]);
        if (round % 2 === 0) await trust.revoke([askId(folder)]);
      }`,
    );
    const names = ['a', 'b', 'c'];
    const programs = names.map((name) => start(workspace, state, name));
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    const expected = names.flatMap((name) =>
      Array.from({ length: 10 }, (_, index): Ask => ({ kind: 'folder', path: `/srv/${name}/${2 * index + 1}` })),
    );
    const { allowed } = await open().read();
    expect(new Set(allowed.map(describeAsk))).toEqual(new Set(expected.map(describeAsk)));
  });

  it('has its record in the state folder, readable by its owner alone', async () => {
    await open().allow([folder], { workspace: true });
    const { mode } = await stat(await recordFile());
    if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
  });

  it.each([
    ['cut off', (text: string) => text.slice(0, text.length / 2)],
    ['of another workspace', (text: string) => text.replace('/workspace"', '/elsewhere"')],
    ['of another shape', () => '{"version":1,"isTrusted":"yes"}'],
    ['empty', () => ''],
  ])('is restricted if its record is %s, and the log says so once', async (_, damage) => {
    await open().allow([folder], { workspace: true });
    const file = await recordFile();
    await writeFile(file, damage(await readFile(file, 'utf8')));
    const trust = open();
    expect(await trust.missing([{ kind: 'functions' }, folder])).toHaveLength(2);
    expect(await trust.missing([folder])).toHaveLength(1);
    const warning = /^warning: The trust record .* is damaged .* trust it again \(the old record is .*\.damaged\)\.$/;
    expect(loggedLines).toEqual([expect.stringMatching(warning)]);
    expect(await open().missing([folder])).toHaveLength(1);
    expect(loggedLines).toHaveLength(1);
    await trust.allow([], { workspace: true });
    expect(await trust.missing([{ kind: 'functions' }])).toEqual([]);
  });
});

it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a trust record that cannot be read stays where it is, and allows nothing until it can be read',
  async () => {
    await open().allow([folder]);
    const file = await recordFile();
    await chmod(file, 0);
    expect(await open().missing([folder])).toHaveLength(1);
    expect(loggedLines).toEqual([expect.stringContaining('cannot be read (EACCES)), so this workspace is restricted')]);
    await chmod(file, 0o600);
    expect(await open().missing([folder])).toEqual([]);
  },
);

describe('What files ask for', () => {
  async function listAsks(files: Record<string, string>): Promise<string[]> {
    for (const [file, text] of Object.entries(files)) await writeFile(join(workspace, file), text);
    const library = await openLibrary(workspace, { watch: false });
    const { asks } = await trustView(library.snapshot().files, open());
    await library.close();
    return asks.map(({ ask, from }) => `${describeAsk(ask)} <- ${from.map(({ file }) => file).join(' ')}`);
  }

  it('names folders outside, even behind a link, and none inside', async () => {
    await mkdir(join(home, 'private'));
    await symlink(join(home, 'private'), join(workspace, 'docs', 'link'));
    expect(
      await listAsks({
        'sources/a.yaml': 'Type: Documentation\nFolders: [docs, ~/notes, ../other, docs/link, "wolfram-language:"]\n',
      }),
    ).toEqual([
      `Read ${join(homedir(), 'notes')} <- sources/a.yaml`,
      `Read ${join(home, 'other')} <- sources/a.yaml`,
      `Read ${join(home, 'private')} <- sources/a.yaml`,
    ]);
  });

  it('leaves out a missing folder in a trusted workspace until it exists or is allowed', async () => {
    const files = { 'sources/a.yaml': 'Type: Documentation\nFolders: [docs, ../missing]\n' };
    const ask: Ask = { kind: 'folder', path: join(home, 'missing') };
    const line = `Read ${join(home, 'missing')} <- sources/a.yaml`;
    expect(await listAsks(files)).toEqual([line]);
    await open().allow([], { workspace: true });
    expect(await listAsks(files)).toEqual([]);
    await open().allow([ask]);
    expect(await listAsks(files)).toEqual([line]);
    await open().revoke([askId(ask)]);
    await mkdir(join(home, 'missing'));
    expect(await listAsks(files)).toEqual([line]);
  });

  it('names addresses by their origin, and says which are private', async () => {
    expect(
      await listAsks({
        'sources/a.yaml': `Type: MCP\nUrl: https://docs.example.com/mcp?x=1\nHeaders: { Authorization: "Bearer \${TOKEN}" }\nTool: t\n`,
        'sources/b.yaml': 'Type: MCP\nUrl: http://127.0.0.1:3000/mcp\nTool: t\n',
      }),
    ).toEqual([
      'Send requests to https://docs.example.com <- sources/a.yaml',
      'Pass the environment variable TOKEN to https://docs.example.com <- sources/a.yaml',
      'Send requests to http://127.0.0.1:3000, which is in your private network <- sources/b.yaml',
    ]);
  });

  it('names programs with their arguments and variables', async () => {
    expect(
      await listAsks({
        'sources/a.yaml': `Type: MCP\nCommand: npx\nArgs: [-y, "a b"]\nEnv: { KEY: "\${SECRET}" }\nTool: t\n`,
      }),
    ).toEqual([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of the file
      'Start the program KEY=${SECRET} npx -y "a b" <- sources/a.yaml',
      'Pass the environment variable SECRET to npx -y "a b" <- sources/a.yaml',
    ]);
  });

  it('names functions once, Wolfram Language code, and Wolfram|Alpha where it is searched', async () => {
    expect(
      await listAsks({
        'prompts/a.yaml': 'Name: a\nContent: { Function: "() => 1" }\n',
        'prompts/b.yaml': 'Name: b\nContent: { Function: { Wolfram: "1 + 1 &" } }\n',
        'servers/S.yaml':
          'Name: S\nMCPPrompts:\n  - WolframAlphaSearch\n  - Name: c\n    Arguments: [{ Name: x, Complete: { Function: "() => []" } }]\n    Content: hi\n',
      }),
    ).toEqual([
      'Run its functions <- prompts/a.yaml servers/S.yaml',
      'Run this Wolfram Language code outside the sandbox <- prompts/b.yaml',
      'Send requests to https://www.wolframalpha.com <- servers/S.yaml',
    ]);
  });

  it('names the evaluator for each server that offers it, apart from the functions', async () => {
    expect(
      await listAsks({
        'servers/S.yaml': 'Name: S\nTools: [WolframLanguageEvaluator]\n',
        'servers/T.yaml': 'Name: T\nTools: [WolframLanguageContext, WolframLanguageEvaluator]\n',
      }),
    ).toEqual([
      'Run any Wolfram Language code that a client sends, outside the sandbox <- servers/S.yaml servers/T.yaml',
    ]);
  });

  it.each<Ask>([
    { kind: 'evaluator' },
    { kind: 'wolfram', code: '1 + 1' },
    { kind: 'address', address: 'http://127.0.0.1:9', isPrivate: true },
    { kind: 'together', source: 'Notes', folders: ['/notes'], address: 'https://example.com' },
  ])('is not allowed along with trust when it is $kind', (ask) => {
    expect(isAllowedByTrust(ask)).toBe(false);
  });

  it('shows characters that would hide or reorder the rest', () => {
    expect(describeAsk({ kind: 'folder', path: '/a\u202eb\nc\u3164' })).toBe('Read /a\\u{202e}b\\u{a}c\\u{3164}');
  });
});

it('an ask has the same id in any order of its fields', () => {
  const ask: Ask = { kind: 'command', command: 'a', args: ['b'], env: { x: '1', y: '2' } };
  const otherAsk: Ask = { env: { y: '2', x: '1' }, args: ['b'], command: 'a', kind: 'command' };
  expect(askId(ask)).toBe(askId(otherAsk));
  expect(askId({ ...ask, args: ['b', ''] })).not.toBe(askId(ask));
});
