/** The build, while a program that it built before is running. */
import { mkdtemp, open, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyNativeLibraries } from './build.mjs';

it('writes no native library into the file that a running program has mapped', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'native-'));
  try {
    const file = join(folder, 'linux-x64.node');
    copyNativeLibraries(folder);
    const { size } = await stat(file);
    // A running program holds the file like this one.
    const heldFile = await open(file);
    const { ino: heldInode } = await heldFile.stat();
    copyNativeLibraries(folder);
    await heldFile.close();
    expect((await stat(file)).ino).not.toBe(heldInode);
    expect(await readFile(file)).toHaveLength(size);
  } finally {
  }
});
