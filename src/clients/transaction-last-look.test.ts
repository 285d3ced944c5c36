/** A program that puts a new file in the place of the one that is being compared for the last time. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lookAt, replaceSeen } from './transaction.ts';

const other = vi.hoisted(() => ({ acts: undefined as ((path: string) => void) | undefined }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const readFileSync = (path: string) => {
    const bytes = fs.readFileSync(path);
    other.acts?.(path);
    return bytes;
  };
  return { ...fs, readFileSync };
});

it('keeps what it wrote', async () => {
  const { renameSync, writeFileSync } = await vi.importActual<typeof import('node:fs')>('node:fs');
  const dir = await mkdtemp(join(tmpdir(), 'last-look-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, 'settings.json');
  await writeFile(file, 'old');
  const seen = await lookAt(file);
  other.acts = (path) => {
    other.acts = undefined;
    writeFileSync(`${path}.theirs`, 'theirs');
    renameSync(`${path}.theirs`, path);
  };
  await expect(replaceSeen(seen, Buffer.from('ours'))).rejects.toMatchObject({ code: 'conflict' });
  expect(await readFile(file, 'utf8')).toBe('theirs');
});
