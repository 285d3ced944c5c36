/** Ways to damage a file of the state or cache folder. */
import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, open, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { isRoot } from './full-state.mjs';

/** By name: each damages an existing file. `random` returns numbers from 0 to 1. */
export const stateDamages = {
  empty: (file) => writeFile(file, ''),
  'one byte': (file) => writeFile(file, 'x'),
  'first half': async (file) => truncate(file, (await stat(file)).size >> 1),
  'last line cut': async (file) => truncate(file, Math.max(0, (await stat(file)).size - 7)),
  'zeroed page': (file) =>
    edit(file, (bytes) => bytes.fill(0, bytes.length >> 1, Math.min(bytes.length, (bytes.length >> 1) + 4096))),
  'zero tail': (file) => edit(file, (bytes) => bytes.fill(0, bytes.length >> 1)),
  'random bytes': (file, random) =>
    edit(file, (bytes) => {
      for (let at = 0; at < bytes.length; at++) bytes[at] = random() * 256;
    }),
  'flipped bits': (file, random) => edit(file, (bytes) => flipBits(bytes, random, 4)),
  'empty array': (file) => writeFile(file, '[]'),
  'empty object': (file) => writeFile(file, '{}'),
  null: (file) => writeFile(file, 'null'),
  'deep JSON': (file) => writeFile(file, `${'['.repeat(200_000)}${']'.repeat(200_000)}`),
  'huge and sparse': async (file) => truncate(file, 8 * 1024 ** 3),
  folder: async (file) => {
    await rm(file);
    await mkdir(file);
  },
  pipe: async (file) => {
    await rm(file);
    spawnSync('mkfifo', ['-m', '666', file]);
  },
  unreadable: (file) => chmod(file, 0),
  "another account's": async (file) => {
    if (isRoot) await chown(file, 0, 0);
    await chmod(file, 0o600);
  },
  'link to nothing': async (file) => {
    await rm(file);
    await symlink('/nonexistent/file', file);
  },
};

/** Damages a file by flipped bits, zeros, noise, a cut end, a missing piece or a repeated piece. */
export async function damageRandomly(file, random) {
  await edit(file, (bytes) => damageBytes(bytes, random));
}

async function edit(file, change) {
  const bytes = await readFile(file);
  const nextBytes = change(bytes) ?? bytes;
  const handle = await open(file, 'w');
  await handle.writeFile(nextBytes);
  await handle.close();
}

function flipBits(bytes, random, count) {
  for (let flip = 0; flip < count && bytes.length > 0; flip++)
    bytes[Math.floor(random() * bytes.length)] ^= 1 << Math.floor(random() * 8);
}

function damageBytes(bytes, random) {
  const start = Math.floor(random() * bytes.length);
  const end = Math.min(bytes.length, start + 1 + Math.floor(random() * Math.min(bytes.length, 8192)));
  switch (Math.floor(random() * 6)) {
    case 0:
      flipBits(bytes, random, 1 + Math.floor(random() * 64));
      return bytes;
    case 1:
      return bytes.fill(0, start, end);
    case 2:
      for (let at = start; at < end; at++) bytes[at] = random() * 256;
      return bytes;
    case 3:
      return bytes.subarray(0, start);
    case 4:
      return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
    default:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
  }
}
