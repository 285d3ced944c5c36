/** A workspace and a state folder in which every kind of state and cache file exists. */
import { chown, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { makeWorld, waitFor } from './world.mjs';

/** The account of the commands if the campaign runs as root, which may read and write everything. */
export const unprivilegedId = 65_534;
export const isRoot = process.getuid?.() === 0;

const prompt = (name, content) => `Name: ${name}\nDescription: A prompt\nContent: ${content}\n`;

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'faults', version: '1' } },
};

/** Starts `serve Docs` on stdio and initializes it. @returns the child and the first line of its output */
export async function startServe(world, options, timeoutMs = 30_000) {
  const child = world.start(['serve', 'Docs'], options);
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify(initialize)}\n`);
  const line = await waitFor(() => /^.*(?=\n)/.exec(child.output.stdout)?.[0], {
    what: 'the first answer of serve',
    timeoutMs,
    until: child.ended,
    output: child.output,
  });
  return { child, line };
}

/**
 * Makes the world, and runs the commands that write its state. `reset` restores that state.
 * @param {string} name part of the folder's name
 */
export async function makeFullWorld(name) {
  const world = await makeWorld(name);
  const account = isRoot ? { uid: unprivilegedId, gid: unprivilegedId } : {};
  const pristine = join(world.home, 'pristine');
  const project = join(world.home, 'project');

  await world.write('prompts/greet.yaml', prompt('greet', 'Hello!'));
  await world.write(
    'prompts/find.yaml',
    'Name: find\nArguments: [{Name: query}]\nContent: {Search: {Sources: [docs], Query: {StringTemplate: "`query`"}}}\n',
  );
  await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [greet, find]\n');
  await world.write('sources/docs.yaml', 'Type: Documentation\nFolders: [docs]\n');
  await world.write('sources/alpha.yaml', 'Type: WolframAlpha\nBaseUrl: http://127.0.0.1:9/api\n');
  await world.write('docs/primes.md', '# Primes\n\nA prime number has two divisors.\n');
  await mkdir(project);
  await giveToAccount();

  /** Gives all files of the world to the account that the commands run as. */
  async function giveToAccount(folder = world.home) {
    if (!isRoot) return;
    await chown(folder, unprivilegedId, unprivilegedId);
    for (const entry of await readdir(folder, { recursive: true }))
      await chown(join(folder, entry), unprivilegedId, unprivilegedId).catch(() => undefined);
  }

  async function prepare() {
    for (const args of [
      ['list', 'Docs'],
      ['search', 'docs', 'prime'],
      ['connect', 'Docs', '--to', 'claude-code', '--project', project],
    ])
      await world.run(args, { ...account, timeoutMs: 60_000 });
    const { child } = await startServe(world, account);
    // serve writes the catalogue cache and the compiled code by the end of its start.
    child.stdin.end();
    await child.ended;
    const host = await world.open([], account);
    const definition = await host.call('definition.open', { file: 'prompts/greet.yaml', at: [] });
    await host
      .call('file.write', {
        file: 'prompts/greet.yaml',
        baseVersion: definition.version,
        text: prompt('greet', 'Good morning!'),
      })
      .catch((error) => error);
    await waitFor(async () => (await stateFiles()).some((file) => file.startsWith('history')), {
      what: 'the history',
      timeoutMs: 5_000,
    }).catch(() => undefined);
    await host.stop();
    await writePrivately('secrets/wolfram-alpha-app-id', 'ABCDEF-0123456789\n');
    const key = (await readdir(join(world.state, 'history')))[0];
    await writePrivately(
      `trust/${key}.json`,
      JSON.stringify({ version: 1, folder: world.workspace, isTrusted: true, allowed: [] }),
    );
    // A killed workbench leaves its address behind.
    const meetingPlace = `wire/${key.slice(-16)}`;
    await writePrivately(
      `${meetingPlace}/0123456789abcdef.address`,
      join(world.state, meetingPlace, '0123456789abcdef.sock'),
    );
    await giveToAccount();
    await cp(world.state, pristine, { recursive: true, preserveTimestamps: true });
  }

  async function writePrivately(file, content) {
    const path = join(world.state, file);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, content, { mode: 0o600 });
  }

  async function stateFiles(folder = world.state) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .sort();
  }

  await prepare();
  return {
    ...world,
    account,
    project,
    giveToAccount,
    /** The state and cache files that the commands have written, relative to the state folder. */
    files: await stateFiles(pristine),
    async reset() {
      await rm(world.state, { recursive: true, force: true });
      await cp(pristine, world.state, { recursive: true, preserveTimestamps: true });
      await giveToAccount(world.state);
    },
  };
}
