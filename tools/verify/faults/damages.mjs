/** Ways to damage a file, or to put something else in its place. */
import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';

const replace = (make) => async (file) => {
  await rm(file, { recursive: true, force: true });
  await make(file);
};

const change = (bytesOf) => async (file, random) => {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  await writeFile(file, bytesOf(bytes, random));
};

/** By name: damages the file at a path, which may be missing. `random` returns numbers from 0 to 1. */
export const damages = {
  empty: change(() => ''),
  'cut in half': change((bytes) => bytes.subarray(0, bytes.length >> 1)),
  'zero bytes': change((bytes) => Buffer.alloc(Math.max(bytes.length, 16))),
  'random bytes': change((bytes, random) =>
    Buffer.from(Array.from({ length: Math.max(bytes.length, 16) }, () => Math.floor(random() * 256))),
  ),
  'one flipped bit': change((bytes, random) => {
    const flippedBytes = Buffer.from(bytes);
    if (flippedBytes.length > 0)
      flippedBytes[Math.floor(random() * flippedBytes.length)] ^= 1 << Math.floor(random() * 8);
    return flippedBytes;
  }),
  'other JSON': change(() => '[]'),
  '100 MB': replace(async (file) => {
    await writeFile(file, '');
    await truncate(file, 100_000_000);
  }),
  'a folder': replace((file) => mkdir(file)),
  'a folder that is not empty': replace((file) => mkdir(`${file}/deeper`, { recursive: true })),
  'a pipe': replace((file) => spawnSync('mkfifo', [file])),
  'a link to nothing': replace((file) => symlink('/nowhere/at/all', file)),
  'a link to itself': replace((file) => symlink(file, file)),
  'a link to an endless device': replace((file) => symlink('/dev/zero', file)),
  missing: replace(async () => undefined),
  'not readable': async (file) => {
    await writeFile(file, 'x', { flag: 'a' });
    await chmod(file, 0o000);
  },
  'not writable': async (file) => {
    await writeFile(file, '', { flag: 'a' });
    await chmod(file, 0o444);
  },
};

/** A damage that only root can do: the file belongs to another account. */
export const foreignOwner = {
  name: 'of another account',
  apply: async (file) => {
    await writeFile(file, '', { flag: 'a' });
    await chown(file, 0, 0);
    await chmod(file, 0o600);
  },
};
