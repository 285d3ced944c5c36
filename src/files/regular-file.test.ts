import { randomBytes } from 'node:crypto';
import { truncateSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readLargeFile, UnusableFileError } from './regular-file.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prompt-workbench-regular-'));
  file = join(folder, 'large');
});

describe('A large file', () => {
  it.each([0, 1, 4 * 1024 * 1024, 17_000_000])(
    'of %i bytes is read whole, and its parts come in order',
    async (size) => {
      const content = randomBytes(size);
      await writeFile(file, content);
      const parts: Buffer[] = [];
      const bytes = await readLargeFile(file, size, (part) => parts.push(part));
      expect(bytes.equals(content)).toBe(true);
      expect(Buffer.concat(parts).equals(content)).toBe(true);
    },
  );

  it('is refused if it has more bytes than allowed, or is a folder', async () => {
    await writeFile(file, 'four');
    await expect(readLargeFile(file, 3)).rejects.toThrow(UnusableFileError);
    await expect(readLargeFile(folder, 3)).rejects.toThrow(UnusableFileError);
  });

  it('is refused if it becomes shorter while it is read', async () => {
    await writeFile(file, Buffer.alloc(40_000_000));
    let isShort = false;
    const reading = readLargeFile(file, 40_000_000, () => {
      if (!isShort) truncateSync(file, 1);
      isShort = true;
    });
    await expect(reading).rejects.toThrow('it is too short');
  });
});
