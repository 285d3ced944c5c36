/** A crash, or a concurrent write by another program, never damages the file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Connections, createConnections } from './connections.ts';
import { readForChange, replaceIfUnchanged } from './transaction.ts';

let dir: string;
let file: string;
let stateDir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'transaction-'));
  file = join(dir, 'project', '.mcp.json');
  stateDir = join(dir, 'state');
});
beforeEach(async () => {
  await rm(join(dir, 'project'), { recursive: true, force: true });
  await rm(stateDir, { recursive: true, force: true });
  await mkdir(join(dir, 'project'));
});

/** Native modules stay external. */
const nativeCode: Plugin = {
  name: 'native code',
  setup({ onResolve }) {
    const path = createRequire(import.meta.url).resolve('fs-native-extensions');
    onResolve({ filter: /^fs-native-extensions$/ }, () => ({ path, external: true }));
  },
};

/** Bundles a module into one file that Node can run. */
async function script(name: string, contents: string): Promise<string> {
  const outfile = join(dir, name);
  await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    plugins: [nativeCode],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    outfile,
  });
  return outfile;
}

async function waitForEnd(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
  const [code, signal] = await once(child, 'close');
  return signal ?? code;
}

async function connectAndUndo(connections: Connections): Promise<void> {
  const plan = await connections.plan({ server: 'Docs', projectDir: join(dir, 'project') });
  if (plan.kind === 'refused') throw new Error(plan.message);
  const { journalId = '' } = await connections.apply(plan.planId);
  await connections.undo(journalId);
}

describe('a process that is killed', () => {
  const before = '{\n  "mine": 1\n}\n';

  /** Connects in a process that kills itself before the disk change of that number. */
  const connecting = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    import extensions from 'fs-native-extensions';
    let left = Number(process.env.KILL_AT);
    const step = () => { if (left-- === 0) process.kill(process.pid, 'SIGKILL'); };
    const counted = (object, names) => {
      for (const name of names) {
        const real = object[name];
        object[name] = function (...args) { step(); return real.apply(this, args); };
      }
    };
    const { open } = fs.promises;
    fs.promises.open = async (...args) => {
      step();
      const handle = await open(...args);
      counted(handle, ['writeFile', 'sync', 'chmod', 'chown', 'close']);
      return handle;
    };
    counted(fs.promises, ['mkdir', 'rename', 'link', 'unlink', 'rm']);
    counted(fs, ['renameSync']);
    counted(extensions, ['swapSync']);
    syncBuiltinESMExports();
    const { createConnections } = await import('./connections.ts');
    const connections = createConnections({
      stateDir: process.env.STATE,
      // A program that ends at once: the proof fails, and does not matter here.
      serveCommand: () => ({ command: process.env.PROGRAM, args: ['--version'] }),
      errorOf: () => undefined,
      promptsOf: () => [],
    });
    const plan = await connections.plan({ server: 'Docs', projectDir: process.env.PROJECT });
    await connections.apply(plan.planId);
    process.exit(0);`;

  it('at any step leaves the old file or the new one, and a record that can undo the new one', async () => {
    const program = await script('connecting.mjs', connecting);
    const outcomes = new Set<string>();
    let isFinished = false;
    for (let step = 0; !isFinished; step++) {
      await writeFile(file, before);
      await rm(stateDir, { recursive: true, force: true });
      const child = spawn(process.execPath, [program], {
        env: {
          ...process.env,
          KILL_AT: String(step),
          STATE: stateDir,
          PROJECT: join(dir, 'project'),
          PROGRAM: process.execPath,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      isFinished = (await waitForEnd(child)) !== 'SIGKILL';
      const now = await readFile(file, 'utf8');
      const isNew = now !== before;
      outcomes.add(isNew ? 'new' : 'old');
      if (isNew) expect(Object.keys(JSON.parse(now))).toEqual(['mine', 'mcpServers']);

      const connections = createConnections({
        stateDir,
        serveCommand: () => ({ command: join(dir, 'nowhere'), args: [] }),
        errorOf: () => undefined,
        promptsOf: () => [],
      });
      const history = await connections.history();
      expect(history).toHaveLength(isNew ? 1 : 0);
      if (isNew) await connections.undo(history[0]?.journalId ?? '');
      else await connectAndUndo(connections);
      expect(await readFile(file, 'utf8')).toBe(before);
      // The next connection removed the temporary files that the killed process left.
      expect(await readdir(join(dir, 'project'))).toEqual(['.mcp.json']);
    }
    expect([...outcomes].sort()).toEqual(['new', 'old']);
  }, 180_000);
});

/** Connects the server of its environment when it reads a line. */
const connectingTogether = `
    import { once } from 'node:events';
    const { createConnections } = await import('./connections.ts');
    const connections = createConnections({
      stateDir: process.env.STATE,
      serveCommand: (server) => ({ command: '/nowhere/' + server, args: [] }),
      errorOf: () => undefined,
      promptsOf: () => [],
    });
    process.stdout.write('.');
    await once(process.stdin, 'data');
    const plan = await connections.plan({ server: process.env.SERVER, projectDir: process.env.PROJECT });
    const { journalId } = await connections.apply(plan.planId, true);
    process.stdout.write(journalId);
    process.exit(0);`;

it('several processes that connect at once all succeed, and each connection is undone alone', async () => {
  const program = await script('together.mjs', connectingTogether);
  const servers = ['A', 'B', 'C', 'D'];
  const env = { ...process.env, STATE: stateDir, PROJECT: join(dir, 'project') };
  const children = servers.map((SERVER) =>
    spawn(process.execPath, [program], { env: { ...env, SERVER }, stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  const outputs = children.map(async (child) => {
    let id = '';
    child.stdout.on('data', (chunk) => {
      id += chunk;
    });
    child.stdin.write('\n');
    expect(await waitForEnd(child)).toBe(0);
    return id;
  });
  const ids = await Promise.all(outputs);
  const listServers = async () => {
    const text = await readFile(file, 'utf8').catch(() => '{}');
    return Object.keys(JSON.parse(text).mcpServers ?? {}).sort();
  };
  expect(await listServers()).toEqual(servers);
  const connections = createConnections({
    stateDir,
    serveCommand: () => ({ command: '/nowhere', args: [] }),
    errorOf: () => undefined,
    promptsOf: () => [],
  });
  const [firstId = '', ...otherIds] = ids;
  await connections.undo(firstId);
  expect(await listServers()).toEqual(servers.slice(1));
  for (const id of otherIds) await connections.undo(id);
  expect(await listServers()).toEqual([]);
});

describe('a program that writes at the same time', () => {
  /**
   * Counts up in the file until its input ends, then prints its last number and how many of its texts were overwritten. A
   * writer that renames keeps its draft in another folder, where our replacement cannot see it.
   */
  const writer = `
    import { readFileSync, renameSync, writeFileSync } from 'node:fs';
    const [, , file, how, draft] = process.argv;
    let n = 0;
    let lost = 0;
    let timer;
    const isThere = () => JSON.parse(readFileSync(file, 'utf8')).n >= n;
    const write = () => {
      const text = JSON.stringify({ n: ++n, padding: 'x'.repeat(2000) });
      if (how === 'in place') writeFileSync(file, text);
      else { writeFileSync(draft, text); renameSync(draft, file); }
      if (n === 1) process.stdout.write('.');
      // At varying intervals, so that some of our writes fall between two of its own on a disk of any speed.
      timer = setTimeout(how === 'in place' ? write : look, 2 ** (n % 5));
    };
    const look = () => {
      for (let looks = 0; !isThere() && looks < 100_000; looks++);
      if (!isThere()) lost++;
      write();
    };
    write();
    process.stdin.on('end', () => { clearTimeout(timer); process.stdout.write(n + ' ' + lost); }).resume();`;

  /** The test is meaningful only if some of our writes succeed and others are refused, so it may need more rounds. */
  const minRounds = 12;
  const maxRounds = 100;

  it.each(['in place', 'by renaming'])(
    'never loses what it wrote (%s)',
    async (method) => {
      const program = await script('writer.mjs', writer);
      const draft = join(dir, 'draft');
      let writtenCount = 0;
      let refusedCount = 0;
      for (
        let round = 0;
        round < minRounds || ((writtenCount === 0 || refusedCount === 0) && round < maxRounds);
        round++
      ) {
        await writeFile(file, '{"n": 0}');
        const child = spawn(process.execPath, [program, file, method, draft], { stdio: ['pipe', 'pipe', 'inherit'] });
        await once(child.stdout, 'data');
        let output = '';
        child.stdout.on('data', (chunk) => {
          output += chunk;
        });
        let ours = 0;
        for (let attempt = 0; attempt < 25; attempt++) {
          const fileState = await readForChange(file);
          const text = fileState.bytes?.toString() ?? '';
          // A writer in place exposes half a text; the plan refuses such a file before this point.
          if (!text.endsWith('}')) continue;
          const changedBytes = Buffer.from(
            text.replace(/^\{/, `{"ours": ${++ours}, `).replace(/"ours": \d+, (?="ours")/, ''),
          );
          await replaceIfUnchanged(fileState, changedBytes).then(
            () => writtenCount++,
            (error: { code?: string }) => {
              expect(error.code).toBe('conflict');
              refusedCount++;
            },
          );
        }
        child.stdin.end();
        await waitForEnd(child);
        const lastContent = JSON.parse(await readFile(file, 'utf8'));
        expect(`${lastContent.n} 0`).toBe(output);
      }
      expect(writtenCount).toBeGreaterThan(0);
      expect(refusedCount).toBeGreaterThan(0);
    },
    60_000,
  );

  it('that wrote in place while the file was replaced gets its bytes back', async () => {
    await writeFile(file, 'old');
    const fileState = await readForChange(file);
    const { ino } = await stat(file);
    await writeFile(file, 'theirs');
    await expect(replaceIfUnchanged(fileState, Buffer.from('ours'))).rejects.toMatchObject({ code: 'conflict' });
    expect(await readFile(file, 'utf8')).toBe('theirs');
    expect((await stat(file)).ino).toBe(ino);
  });
});
