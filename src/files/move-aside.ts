import { randomBytes } from 'node:crypto';
import { lstat, rename } from 'node:fs/promises';

/**
 * Renames what cannot be used, so that its place is free and a person can look into it. A link is not followed, and
 * nothing is replaced.
 * @returns the new path: `<path>.damaged`, with a random ending where that is taken
 * @throws what the operating system says when it cannot be renamed
 */
export async function moveAside(path: string): Promise<string> {
  const usual = `${path}.damaged`;
  // Renaming a folder fails where a file is, and renaming a file replaces one.
  const moved = (await isThere(usual)) ? `${usual}-${randomBytes(4).toString('hex')}` : usual;
  await rename(path, moved);
  return moved;
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
