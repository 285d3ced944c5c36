/** Reads what the build prepares for searching. It is not part of the program, which starts faster without it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The bytes of a file of `dist/`: beside the bundled program, or, in tests, which run the sources, in `dist/`.
 * @throws a Node.js file error if the installation is incomplete
 */
export function readDataFile(name: 'languages.txt' | 'reference.index.br'): Buffer {
  const path = join(__dirname, name);
  return readFileSync(existsSync(path) ? path : join(__dirname, '../../../dist', name));
}
