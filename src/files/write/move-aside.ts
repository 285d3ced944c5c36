import { randomBytes } from 'node:crypto';
import { isTaken } from '../exists.ts';
import { renameFile } from './rename-file.ts';

/**
 * Renames a damaged file, so that its path is free and the user can inspect it. Follows no link and replaces nothing.
 * @returns the new path: `<path>.damaged`, with a random ending if that exists
 * @throws the operating system's error
 */
export async function moveAside(path: string): Promise<string> {
  const usualPath = `${path}.damaged`;
  // Renaming a folder to an existing file fails, and renaming a file replaces it.
  const target = (await isTaken(usualPath)) ? `${usualPath}-${randomBytes(4).toString('hex')}` : usualPath;
  await renameFile(path, target);
  return target;
}
