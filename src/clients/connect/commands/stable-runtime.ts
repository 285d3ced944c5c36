/**
 * The program that entries in other programs' configuration start. npx and its relatives run the workbench from a cache
 * that they clean, and an AppImage from a temporary mount, so entries start a copy in the state folder instead:
 * `runtime/current/cli.cjs` loads the version that the workbench copied last.
 */
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, realpathSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import { readIfThere } from '../../../files/atomic-write.ts';
import { failureSentence } from '../../../files/file-errors.ts';
import { writePrivateFile } from '../../../files/private-file.ts';

/** What `serve` needs, beside each other. */
const runtimeFiles = ['cli.cjs', 'program.cjs', 'indexer.mjs', 'reference.index', 'native'];

/** Folders of npx; pnpm dlx; AppImage; an app that macOS runs from a disk image or a quarantined download. */
const temporaryFolders = /[\\/](?:_npx|dlx|dlx-[^\\/]+|\.mount_[^\\/]+|AppTranslocation)[\\/]|^\/Volumes\//;

/** Whether another program removes this file at some time. A package in the folder for temporary files: yarn dlx, bunx. */
function isTemporary(file: string): boolean {
  const isPackage = file.includes(`${sep}node_modules${sep}`);
  return temporaryFolders.test(file) || (isPackage && file.startsWith(`${realpathSync(tmpdir())}${sep}`));
}

/** The file that an entry starts: `cliFile`, or its stable copy if `cliFile` is temporary. */
export function stableCliFile(cliFile: string, stateDir: string): string {
  return isTemporary(cliFile) ? join(stateDir, 'runtime', 'current', 'cli.cjs') : cliFile;
}

/**
 * Copies a temporary `cliFile` and what it needs to the state folder, and lets entries start this version. A server that
 * runs keeps the version that it started with.
 * @throws WorkbenchError `unavailable` if it cannot be copied
 */
export async function updateStableRuntime(cliFile: string, stateDir: string): Promise<void> {
  if (!isTemporary(cliFile)) return;
  const folder = join(stateDir, 'runtime');
  try {
    // The loader contains the hash of the program.
    const id = createHash('sha256')
      .update(await readFile(cliFile))
      .digest('hex');
    const version = `${process.env.PROMPT_WORKBENCH_VERSION ?? 'unreleased'}-${id.slice(0, 12)}`;
    await mkdir(join(folder, 'current'), { recursive: true, mode: 0o700 });
    if (!existsSync(join(folder, version))) await copyRuntime(dirname(cliFile), join(folder, version));
    const loader = `require(${JSON.stringify(`../${version}/cli.cjs`)});\n`;
    const current = stableCliFile(cliFile, stateDir);
    const present = await readIfThere(current);
    if (!present || Buffer.from(present).toString() !== loader) await writePrivateFile(current, loader);
  } catch (error) {
    const problem = `Can't copy the program that client applications start to ${folder}`;
    throw new WorkbenchError('unavailable', failureSentence(problem, error), { cause: error });
  }
}

/** The folder appears complete: another process may start a server from it at once. */
async function copyRuntime(from: string, to: string): Promise<void> {
  const draft = `${to}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await mkdir(draft, { mode: 0o700 });
    for (const file of runtimeFiles) cpSync(join(from, file), join(draft, file), { recursive: true });
    await rename(draft, to).catch((error: unknown) => {
      // Another process copied the same version meanwhile.
      if (!existsSync(to)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
