import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'transaction-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

it('a process that is killed while it writes leaves the old file or the new one, never a part of it', async () => {
  const file = join(dir, 'settings.json');
  const script = join(dir, 'writer.mjs');
  await build({
    stdin: {
      contents: `
        import { lookAt, replaceSeen } from './transaction.ts';
        for (let n = 0; ; n++) {
          await replaceSeen(await lookAt(process.argv[2]), Buffer.alloc(300_000, 97 + (n % 26)));
          process.stdout.write('.');
        }`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    outfile: script,
  });

  for (let kill = 0; kill < 8; kill++) {
    await writeFile(file, Buffer.alloc(300_000, 97));
    const child = spawn(process.execPath, [script, file]);
    await once(child.stdout, 'data');
    // At another moment of a write each time.
    const until = performance.now() + kill;
    while (performance.now() < until);
    child.kill('SIGKILL');
    await once(child, 'close');
    const bytes = await readFile(file);
    expect(bytes.length).toBe(300_000);
    expect(bytes.equals(Buffer.alloc(300_000, bytes[0]))).toBe(true);
  }
});
