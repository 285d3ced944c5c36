/**
 * The program that entries in other programs' configuration start. npx and its relatives run the workbench from a cache
 * that they clean, an AppImage from a temporary mount, and a developer from a repository that moves, so entries start a
 * copy in the state folder instead: `runtime/current/cli.cjs` loads the version that the workbench copied last. A package
 * manager or an installed app replaces its files in place, so their entries need no copy.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import { failureSentence } from '../../../files/file-errors.ts';
import { makePrivateFolder, makePrivateFolderSync } from '../../../files/make-folder.ts';
import { writePrivateFile } from '../../../files/private-file.ts';
import { processExists } from '../../../files/process-exists.ts';
import { sha256 } from '../../../files/sha256.ts';
import { readIfThere } from '../../../files/write/atomic-write.ts';
import { renameFile } from '../../../files/write/rename-file.ts';

/** What `serve` needs, beside each other. */
const runtimeFiles = ['cli.cjs', 'program.chunks', 'indexer.cjs', 'languages.txt', 'reference.index.br', 'native'];

/** Folders of npx; pnpm dlx; AppImage; an app that macOS runs from a disk image or a quarantined download. */
const temporaryFolders = /[\\/](?:_npx|dlx|dlx-[^\\/]+|\.mount_[^\\/]+|AppTranslocation)[\\/]|^\/Volumes\//;

/** Whether another program removes this file at some time. A package in the folder for temporary files: yarn dlx, bunx. */
function isTemporary(file: string): boolean {
  const isPackage = file.includes(`${sep}node_modules${sep}`);
  return temporaryFolders.test(file) || (isPackage && file.startsWith(`${realpathSync(tmpdir())}${sep}`));
}

/** Whether the file may go or move although the workbench stays. */
function needsCopy(file: string): boolean {
  return isTemporary(file) || existsSync(join(dirname(dirname(file)), '.git'));
}

/** The file that an entry starts: `cliFile`, or its stable copy if `cliFile` may move. */
export function stableCliFile(cliFile: string, stateDir: string): string {
  return needsCopy(cliFile) ? currentFile(stateDir) : cliFile;
}

const currentFile = (stateDir: string) => join(stateDir, 'runtime', 'current', 'cli.cjs');

/**
 * Moves existing entries to this version of the program. Does nothing before the first copy.
 * @throws WorkbenchError `unavailable` if it cannot be copied
 */
export async function moveStableRuntime(cliFile: string, stateDir: string): Promise<void> {
  if (existsSync(currentFile(stateDir))) await updateStableRuntime(cliFile, stateDir);
}

/**
 * Copies a `cliFile` that may move, and what it needs, to the state folder, and lets entries start this version. A server
 * that runs keeps the version that it started with. Versions that no server runs go, except the one before this.
 * @throws WorkbenchError `unavailable` if it cannot be copied
 */
export async function updateStableRuntime(cliFile: string, stateDir: string): Promise<void> {
  if (!needsCopy(cliFile)) return;
  const folder = join(stateDir, 'runtime');
  try {
    // The loader contains the hash of the program.
    const id = sha256(await readFile(cliFile));
    const version = `${process.env.PROMPT_WORKBENCH_VERSION ?? 'unreleased'}-${id.slice(0, 12)}`;
    await makePrivateFolder(join(folder, 'current'));
    if (!existsSync(join(folder, version))) await copyRuntime(dirname(cliFile), join(folder, version));
    const loader = `require(${JSON.stringify(`../${version}/cli.cjs`)});\n`;
    const formerVersion = Buffer.from((await readIfThere(currentFile(stateDir))) ?? []).toString();
    if (formerVersion === loader) return;
    await writePrivateFile(currentFile(stateDir), loader);
    // A client application may be starting the former version at this moment.
    await removeUnused(folder, (name) => name === version || formerVersion.includes(`"../${name}/`));
  } catch (error) {
    const problem = `Can't copy the program that client applications start to ${folder}`;
    throw new WorkbenchError('unavailable', failureSentence(problem, error), { cause: error });
  }
}

/** Says that this process runs a copied version until it ends, so the version is not removed. @param cliFile its program */
export function holdRuntime(cliFile: string, stateDir: string): void {
  const version = dirname(cliFile);
  if (dirname(version) !== join(stateDir, 'runtime')) return;
  const file = join(version, 'running', String(process.pid));
  makePrivateFolderSync(dirname(file));
  writeFileSync(file, '');
  process.once('exit', () => rmSync(file, { force: true }));
}

/** Removes the versions that no process runs. @param folder of all versions */
async function removeUnused(folder: string, isNeeded: (version: string) => boolean): Promise<void> {
  for (const name of await readdir(folder)) {
    // Another process may be copying a draft.
    if (name === 'current' || name.endsWith('.tmp') || isNeeded(name)) continue;
    const runningProcesses = await readdir(join(folder, name, 'running')).catch(() => []);
    if (!runningProcesses.some((pid) => processExists(Number(pid))))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** The folder appears complete: another process may start a server from it at once. */
async function copyRuntime(from: string, to: string): Promise<void> {
  const draft = `${to}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await mkdir(draft, { mode: 0o700 });
    for (const file of runtimeFiles) await cp(join(from, file), join(draft, file), { recursive: true });
    await renameFile(draft, to).catch((error: unknown) => {
      // Another process copied the same version meanwhile.
      if (!existsSync(to)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
