/** Packages start on another computer, and have nothing of this one. */
import { mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { unzipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { createWorld, type World } from '../cli/testing/command-line.ts';
import { openLibrary } from '../library/open-library.ts';
import { planListing, pluginsFolder } from './marketplace.ts';
import { type PackageKind, planPackage } from './plan-package.ts';
import { publishPlugin } from './publish-plugin.ts';
import { type InstalledPackage, installPackage } from './testing/installed-package.ts';
import { planTarget, writePackage } from './write-package.ts';

const plantedSecret = 'planted-secret-0123456789';

const workspace = {
  'servers/Docs.yaml': `Name: Docs
Title: Team documents
Version: "1.2"
PromptsAsTools: true
MCPPrompts:
  - explain
  - picture
  - look-up
  - shout
  - {Name: plain, Content: An inline text}
`,
  'prompts/explain.yaml': `Name: explain
Description: Explains a topic
Arguments: [{Name: topic, Required: true, RestOfLine: true}]
Content: {StringTemplate: "Explain \`topic\` in one sentence."}
Samples: [{Name: Tunnels, Arguments: {topic: quantum tunnelling}}]
Skill: true
`,
  'prompts/picture.yaml': `Name: picture
Content:
  Messages:
    - Role: user
      Content: [{Type: image, File: dot.png, MimeType: image/png}]
`,
  'prompts/look-up.yaml': `Name: look-up
Arguments: [{Name: query, Required: true}]
Content: {Search: {Sources: [Manual], Query: {StringTemplate: "\`query\`"}}}
`,
  'prompts/shout.yaml': `Name: shout
Arguments: [{Name: text, Required: true}]
Content: {Function: "(args) => args.text.toUpperCase()"}
`,
  'prompts/unused.yaml': 'Name: unused\nContent: Not in the package\n',
  'sources/Manual.yaml': 'Type: Documentation\nFolders: [manual]\n',
  'sources/Unused.yaml': 'Type: Documentation\nFolders: [other]\n',
  'manual/quartz.md': '# Quartz\n\nA quartz is a stone of the workshop.\n',
  'manual/.env': `TOKEN=${plantedSecret}\n`,
  'other/page.md': '# Not in the package\n',
  'media/dot.png': 'PNG',
  'media/other.png': 'PNG',
};

let world: World;
let installedPackages: InstalledPackage[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const installedPackage of installedPackages) await installedPackage.close();
  installedPackages = [];
  await world.dispose();
});

async function install(folder: string): Promise<InstalledPackage> {
  const copy = await installPackage(folder);
  installedPackages.push(copy);
  return copy;
}

const cliFile = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

/** Packs a server as the command does, in this process. */
async function pack(kind: PackageKind, { server = 'Docs', to = 'out', isDryRun = false } = {}) {
  const library = await openLibrary(world.workspace, { watch: false });
  try {
    const plan = await planPackage(library, server, kind, { cliFile, stateDir: world.state });
    const target = await (isDryRun ? planTarget : writePackage)(plan, join(world.project, to));
    return { plan, target };
  } finally {
    await library.close();
  }
}

const outPath = (...path: string[]) => join(world.project, 'out', ...path);

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name).slice(folder.length + 1)] : []))
    .sort();
}

/** A client of the server on this computer. */
async function connectHere() {
  const { client } = await world.connect('serve', 'Docs');
  return async (name: string, values: Record<string, string> = {}) =>
    (await client.getPrompt({ name, arguments: values })).messages;
}

test('a plugin answers from a copy that was moved, in another home, with nothing but Node on the PATH', async () => {
  world = await createWorld(workspace);
  await world.trust();
  const getHere = await connectHere();
  const { plan, target } = await pack('plugin');
  expect(plan).toMatchObject({ identity: { name: 'docs', version: '1.2.0' }, skills: ['explain'] });
  expect(target.state).toBe('new');
  const paths = plan.files.map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith('workspace/'))).toEqual([
    'workspace/manual/quartz.md',
    'workspace/media/dot.png',
    'workspace/prompts/explain.yaml',
    'workspace/prompts/look-up.yaml',
    'workspace/prompts/picture.yaml',
    'workspace/prompts/shout.yaml',
    'workspace/servers/Docs.yaml',
    'workspace/sources/Manual.yaml',
  ]);
  const copy = await install(outPath('docs'));
  const { mcpServers } = await copy.manifest('mcp.json');
  expect(mcpServers.Docs?.command).toBe('node');
  const client = await copy.connect(mcpServers.Docs as never);
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['explain', 'picture', 'look-up', 'shout', 'plain']);
  const get = async (name: string, values: Record<string, string> = {}) =>
    (await client.getPrompt({ name, arguments: values })).messages;
  expect(await get('explain', { topic: 'tides' })).toEqual(await getHere('explain', { topic: 'tides' }));
  expect(await get('picture')).toEqual(await getHere('picture'));
  expect(await get('look-up', { query: 'quartz' })).toEqual(await getHere('look-up', { query: 'quartz' }));
  const called = await client.callTool({ name: 'explain', arguments: { topic: 'tides' } });
  expect(called.content).toEqual([{ type: 'text', text: 'Explain tides in one sentence.' }]);
});

test('the person who installs a plugin allows its functions by the command that the refusal names', async () => {
  world = await createWorld(workspace);
  await pack('plugin');
  const copy = await install(outPath('docs'));
  const client = await copy.connect((await copy.manifest('mcp.json')).mcpServers.Docs as never);
  const get = async (name: string, values: Record<string, string>) =>
    (await client.getPrompt({ name, arguments: values })).messages;
  const refusal = await get('shout', { text: 'hi' }).catch((error: Error) => error.message);
  expect(refusal).toContain('This package is not allowed to run its functions: allow it in the settings');
  const [, program = ''] = /run node (?:'(.+?)'|(\S+)) allow functions/.exec(String(refusal)) ?? [];
  expect(program).toBe(join(copy.folder, 'server', 'cli.cjs'));
  expect(await copy.run([program, 'trust'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('Run its functions'),
  });
  expect((await copy.run([program, 'allow', 'functions'])).output).toContain('is trusted');
  expect(await get('shout', { text: 'hi' })).toEqual([{ role: 'user', content: { type: 'text', text: 'HI' } }]);
});

test('Claude Code’s manifest adapts the server to it, and a switch in its settings allows functions', async () => {
  world = await createWorld(workspace);
  await pack('plugin');
  const copy = await install(outPath('docs'));
  const { userConfig } = await copy.manifest('.claude-plugin/plugin.json');
  expect(userConfig).toMatchObject({
    allow_functions: { type: 'boolean', title: 'Run its functions', default: false },
  });
  const { mcpServers } = await copy.manifest('.mcp.json');
  const docs = mcpServers.Docs as never as { command: string; args: string[] };
  const client = await copy.connect({ ...docs, settings: { allow_functions: 'true' } });
  const { prompts } = await client.listPrompts();
  // One argument for each word that a person may type.
  const words = (prompts[0]?.arguments ?? []).slice(0, 3).map(({ name }, index) => [name, ['a', 'b', 'c'][index]]);
  const { messages } = await client.getPrompt({ name: 'explain', arguments: Object.fromEntries(words) });
  expect(messages[0]?.content).toMatchObject({ text: 'Explain a b c in one sentence.' });
  expect((await client.getPrompt({ name: 'shout', arguments: { text: 'hi' } })).messages[0]?.content).toMatchObject({
    text: 'HI',
  });
  // Without a value, the setting allows nothing.
  const otherClient = await copy.connect(docs);
  await expect(otherClient.getPrompt({ name: 'shout', arguments: { text: 'hi' } })).rejects.toThrow('not allowed');
});

test('a bundle answers by its command and by its entry point', async () => {
  world = await createWorld(workspace);
  const getHere = await connectHere();
  expect((await pack('bundle')).target).toMatchObject({ archive: outPath('docs.mcpb') });
  const unpackedFolder = outPath('unpacked');
  for (const [path, bytes] of Object.entries(unzipSync(await readFile(outPath('docs.mcpb'))))) {
    await mkdir(join(unpackedFolder, path, '..'), { recursive: true });
    await writeFile(join(unpackedFolder, path), bytes);
  }
  const copy = await install(unpackedFolder);
  const { server } = await copy.manifest('manifest.json');
  for (const start of [server.mcp_config, { command: 'node', args: [join(copy.folder, server.entry_point)] }]) {
    const client = await copy.connect(start);
    const { messages } = await client.getPrompt({ name: 'explain', arguments: { topic: 'tides' } });
    expect(messages).toEqual(await getHere('explain', { topic: 'tides' }));
  }
});

test('a prompt that is packed and imported again is the same prompt', async () => {
  world = await createWorld(workspace);
  await pack('plugin');
  const copy = await install(outPath('docs'));
  const program = join(copy.folder, 'server', 'cli.cjs');
  const secondPath = join(world.project, 'again');
  await mkdir(secondPath);
  const words = ['--workspace', secondPath, '--server', 'Docs', process.execPath, '--', program, 'serve', '--', 'Docs'];
  const importedOutcome = await world.run('import', '--stdio', ...words);
  expect(importedOutcome.code, importedOutcome.stderr).toBe(0);
  const prompt = (folder: string) => readFile(join(folder, 'prompts', 'explain.yaml'), 'utf8').then(parse);
  const { Name, Description, Arguments, Content } = await prompt(world.workspace);
  expect(await prompt(secondPath)).toMatchObject({
    Name,
    Description,
    Arguments: [{ Name: 'topic', Required: true }],
    Content,
  });
  expect(Arguments).toHaveLength(1);
});

test('the manifests fit the schemas of Agent Plugins 1.0.0, and name no path of this computer', async () => {
  world = await createWorld(workspace);
  await pack('plugin');
  const schemas = new URL('./testing/agent-plugins/', import.meta.url);
  for (const name of ['plugin', 'mcp']) {
    const schema = JSON.parse(await readFile(new URL(`${name}.schema.json`, schemas), 'utf8'));
    const validate = new Ajv2020({ strict: false }).compile(schema);
    const text = await readFile(outPath('docs', `${name}.json`), 'utf8');
    expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).toBe(true);
    expect(text).not.toContain(world.project);
  }
  const { mcpServers } = JSON.parse(await readFile(outPath('docs', 'mcp.json'), 'utf8'));
  expect(Object.keys(mcpServers.Docs).sort()).toEqual(['args', 'command', 'type']);
});

test('a package has only the parts of the program that its server needs', async () => {
  world = await createWorld({ ...workspace, 'servers/Text.yaml': 'Name: Text\nMCPPrompts: [explain]\n' });
  const { plan, target } = await pack('plugin', { server: 'Text' });
  const fullPackage = await pack('plugin', { isDryRun: true });
  expect(target.sizeBytes).toBeLessThan(fullPackage.target.sizeBytes / 2);
  expect(plan.files.map(({ path }) => path)).not.toContain('server/indexer.cjs');
  const copy = await install(outPath('text'));
  const { mcpServers } = await copy.manifest('mcp.json');
  const client = await copy.connect(mcpServers.Text as never);
  expect((await client.getPrompt({ name: 'explain', arguments: { topic: 'x' } })).messages).toHaveLength(1);
});

const upstream = `Type: MCP
Url: https://mcp.example.com/mcp
Headers: {Authorization: "Bearer \${DOCS_TOKEN}"}
Tool: find
`;

test('no secret is packed: the person who installs it enters them', async () => {
  world = await createWorld({
    ...workspace,
    'sources/Manual.yaml': upstream,
    'sources/Alpha.yaml': 'Type: WolframAlpha\n',
    'prompts/look-up.yaml': workspace['prompts/look-up.yaml'].replace('[Manual]', '[Manual, Alpha]'),
  });
  await mkdir(join(world.state, 'secrets'), { recursive: true, mode: 0o700 });
  await writeFile(join(world.state, 'secrets', 'runner-mine'), `${plantedSecret}-runner\n`, { mode: 0o600 });
  vi.stubEnv('DOCS_TOKEN', plantedSecret);
  const { settings } = (await pack('plugin')).plan;
  await pack('bundle');
  expect(settings.secrets.map(({ name }) => name).sort()).toEqual(['DOCS_TOKEN', 'WOLFRAM_ALPHA_APP_ID']);
  expect(settings.asks.map(({ title }) => title)).toContain('Send requests to https://mcp.example.com');
  const folder = outPath();
  const files = await filesBelow(folder);
  expect(files).toContain(join('docs', '.claude-plugin', 'plugin.json'));
  for (const path of files) {
    const bytes = await readFile(join(folder, path));
    expect(bytes.includes(plantedSecret), path).toBe(false);
    if (!/\.(?:zip|mcpb)$/.test(path)) continue;
    for (const [innerPath, data] of Object.entries(unzipSync(bytes)))
      expect(Buffer.from(data).includes(plantedSecret), `${path}: ${innerPath}`).toBe(false);
  }
  const { user_config: fields } = JSON.parse(
    Buffer.from(unzipSync(await readFile(outPath('docs.mcpb')))['manifest.json'] ?? []).toString(),
  );
  expect(fields.docs_token).toMatchObject({ type: 'string', sensitive: true, required: false });
});

test.each([
  [
    'in a header',
    { 'sources/Manual.yaml': upstream.replace(/\$\{\w+\}/, 'abcdef') },
    'sources/Manual has a value for Authorization',
  ],
  [
    'of a known form',
    { 'prompts/shout.yaml': `Name: shout\nContent: "Use sk-${'a1'.repeat(20)}"\n` },
    'what looks like a key or token (sk-a1a',
  ],
  [
    'that this program stores',
    { 'manual/quartz.md': `# Quartz\n\nIt is ${plantedSecret}.\n` },
    'has the value of the secret runner-mine',
  ],
])('a secret %s keeps everything from being packed', async (_, files, message) => {
  world = await createWorld({ ...workspace, ...files });
  await mkdir(join(world.state, 'secrets'), { recursive: true, mode: 0o700 });
  await writeFile(join(world.state, 'secrets', 'runner-mine'), `${plantedSecret}\n`, { mode: 0o600 });
  await expect(pack('plugin')).rejects.toThrow(message);
  expect(await readdir(world.project)).toEqual([]);
});

test('only a package that nothing else has changed is replaced', async () => {
  world = await createWorld(workspace);
  expect((await pack('plugin', { isDryRun: true })).target.state).toBe('new');
  expect(await readdir(world.project)).toEqual([]);
  await pack('plugin');
  expect((await pack('plugin')).target).toMatchObject({ state: 'same', notes: [] });
  await world.write(
    'prompts/explain.yaml',
    workspace['prompts/explain.yaml'].replace('Explain `topic`', 'Tell `topic`'),
  );
  const { target } = await pack('plugin');
  expect(target).toMatchObject({ state: 'changed', notes: [expect.stringContaining('raise Version')] });
  expect(await readFile(outPath('docs', 'workspace', 'prompts', 'explain.yaml'), 'utf8')).toContain('Tell `topic`');

  await writeFile(outPath('docs', 'mine.txt'), 'Mine');
  await expect(pack('plugin')).rejects.toThrow('mine.txt is not part of the package');
  expect(await readFile(outPath('docs', 'mine.txt'), 'utf8')).toBe('Mine');
  await rm(outPath('docs', 'mine.txt'));
  await writeFile(outPath('docs', 'README.md'), 'Mine');
  await expect(pack('plugin')).rejects.toThrow('README.md was changed after it was packed');

  await mkdir(join(world.project, 'else', 'docs'), { recursive: true });
  await writeFile(join(world.project, 'else', 'docs', 'plugin.json'), '{}');
  await expect(pack('plugin', { to: 'else' })).rejects.toThrow('was not written by Prompt Workbench');
  expect(await filesBelow(join(world.project, 'else'))).toEqual([join('docs', 'plugin.json')]);
});

test('a folder that cannot be written is named, and nothing is left in it', async () => {
  world = await createWorld(workspace);
  await writeFile(join(world.project, 'file'), '');
  await expect(pack('plugin', { to: 'file' })).rejects.toThrow(/cannot be (?:used|written)/);
  await symlink(join(world.project, 'nowhere'), join(world.project, 'docs'), 'junction');
  await expect(pack('plugin', { to: '' })).rejects.toThrow('was not written by Prompt Workbench');
});

test('a marketplace lists the plugin beside those of others', async () => {
  world = await createWorld(workspace);
  await mkdir(join(world.workspace, '.git'));
  const { identity } = (await pack('plugin', { isDryRun: true })).plan;
  const root = await realpath(world.workspace);
  expect(pluginsFolder(join(world.workspace, 'prompts'))).toBe(join(root, 'plugins'));
  const list = async (folder = join(root, 'plugins')) => {
    const listing = await planListing(world.workspace, identity, folder);
    await listing.write();
    return readFile(listing.file, 'utf8');
  };
  expect(JSON.parse(await list())).toEqual({
    name: 'work-space',
    owner: { name: 'Team documents' },
    plugins: [expect.objectContaining({ name: 'docs', source: './plugins/docs', version: '1.2.0' })],
  });

  const file = join(root, '.claude-plugin', 'marketplace.json');
  const theirs =
    '{\n  "name": "team", "owner": {"name": "Team"},\n  "plugins": [ {"name": "theirs",   "source": "./theirs"} ]\n}\n';
  await writeFile(file, theirs);
  const listingText = await list();
  expect(listingText.startsWith(theirs.slice(0, theirs.indexOf('} ]') + 1))).toBe(true);
  expect(JSON.parse(listingText).plugins.map(({ name }: { name: string }) => name)).toEqual(['theirs', 'docs']);
  const olderText = listingText.replace('1.2.0', '1.1.0');
  await writeFile(file, olderText);
  expect(await list()).toBe(listingText);

  await writeFile(file, theirs.replaceAll('theirs', 'docs').replace('./docs', './elsewhere'));
  await expect(list()).rejects.toThrow('lists another plugin docs');
  await expect(list(world.project)).rejects.toThrow('plugins in the same repository');
  await writeFile(file, '{');
  await expect(list()).rejects.toThrow('is not a marketplace that can be read');
});

test('a plugin goes into the git repository only, and comes out of it unless something has changed since', async () => {
  world = await createWorld({ ...workspace, 'servers/Other.yaml': 'Name: Other\nMCPPrompts: [explain]\n' });
  const library = await openLibrary(world.workspace, { watch: false });
  const publish = async (server: string) => {
    const plan = await planPackage(library, server, 'plugin', { cliFile, stateDir: world.state });
    return publishPlugin(plan, world.workspace);
  };
  const listPluginFiles = async () => (await filesBelow(world.workspace)).filter((path) => /plugin/.test(path));
  try {
    await expect(publish('Docs')).rejects.toThrow('is not in a git repository: save the plugin instead.');
    expect(await listPluginFiles()).toEqual([]);

    await mkdir(join(world.workspace, '.git'));
    const docs = await publish('Docs');
    expect(await listPluginFiles()).toEqual(
      expect.arrayContaining(['.claude-plugin/marketplace.json', 'plugins/docs.zip']),
    );
    const withDocs = await listPluginFiles();
    const list = await readFile(docs.marketplace, 'utf8');
    const otherPlugin = await publish('Other');
    await expect(docs.undo()).rejects.toThrow('has changed since it was written, so it stays');

    await otherPlugin.undo();
    expect(await listPluginFiles()).toEqual(withDocs);
    expect(await readFile(docs.marketplace, 'utf8')).toBe(list);

    await writeFile(join(docs.folder, 'mine.txt'), 'Mine');
    await expect(docs.undo()).rejects.toThrow('use git to restore it');
    await rm(join(docs.folder, 'mine.txt'));
    await docs.undo();
    expect(await readdir(world.workspace)).not.toEqual(expect.arrayContaining(['plugins']));
    expect(await listPluginFiles()).toEqual([]);
  } finally {
    await library.close();
  }
});
