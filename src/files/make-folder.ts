/**
 * Creates folders with those around them. Node's `recursive` option never returns where the system says that the folder
 * above is missing although it exists, as below `/proc`.
 */
// `promises` is a getter: the start of the program does not load it.
import { mkdirSync, promises, statSync } from 'node:fs';
import { dirname } from 'node:path';

const privateMode = 0o700;

/** Does nothing if the folder exists. @throws the operating system's error; `ENOTSUP` where no folder can be created */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const make = () => promises.mkdir(path, { mode });
  try {
    await make().catch(async (error: unknown) => {
      if (!isMissing(error) || dirname(path) === path) throw error;
      await makeFolder(dirname(path), mode);
      await make();
    });
  } catch (error) {
    // Windows and read-only disks have other codes than EEXIST for a folder that exists.
    const isThere = await promises.stat(path).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (!isThere) throw reasonOf(error);
  }
}

/** Creates folders that only their owner can use. @throws as `makeFolder` */
export const makePrivateFolder = (path: string): Promise<void> => makeFolder(path, privateMode);

/** `makePrivateFolder` where nothing can wait. @throws as `makeFolder` */
export function makePrivateFolderSync(path: string): void {
  const make = () => mkdirSync(path, privateMode);
  try {
    try {
      make();
    } catch (error) {
      if (!isMissing(error) || dirname(path) === path) throw error;
      makePrivateFolderSync(dirname(path));
      make();
    }
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw reasonOf(error);
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Nothing is missing once the folder above exists: then the place allows no folders. */
function reasonOf(error: unknown): unknown {
  if (!isMissing(error)) return error;
  const { path } = error as NodeJS.ErrnoException;
  return Object.assign(new Error(`ENOTSUP: no folder can be created at ${path}`), { code: 'ENOTSUP', path });
}
