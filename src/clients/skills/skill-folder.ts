/**
 * The folder of one installed skill: what is in it, and whether it is ours. No link is followed inside it, and none may lead
 * out of a project on the way to it.
 */
import { constants } from 'node:fs';
import { access, lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { fileNameKey } from '../../base/file-name-key.ts';
import { codeOf, failureSentence } from '../../files/file-errors.ts';
import { sha256 } from '../../files/sha256.ts';
import { isInside } from '../../files/workspace-paths.ts';
import { type Marker, markerJson, markerName } from './marker.ts';

/** The files of one skill, by path inside its folder. */
export type SkillFiles = ReadonlyMap<string, Buffer>;

/** The folder that holds skills, at one moment. */
export interface SkillsFolder {
  /** With links resolved, as far as it exists. */
  readonly path: string;
  /** Folders to create first, outermost first. */
  readonly missingFolders: readonly string[];
}

export interface InstalledFolder {
  readonly marker: Marker;
  readonly markerBytes: Buffer;
  /** The files of the marker, and the others that were asked for, if they exist. */
  readonly files: SkillFiles;
}

/** A file of a skill is text, or a picture; a larger one is something else. */
const maxFileBytes = 16 * 1024 * 1024;

/**
 * @param parent absolute
 * @param project the project's folder, which no link may lead out of; absent in the scope `user`
 * @throws WorkbenchError `refused` if nothing can be written there
 */
export async function findSkillsFolder(parent: string, project?: string): Promise<SkillsFolder> {
  const missingFolders: string[] = [];
  let ancestor = parent;
  for (; !(await isThere(ancestor)); ancestor = dirname(ancestor)) missingFolders.unshift(ancestor);
  const realPath = await realpath(ancestor).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw refusal(failureSentence(`${ancestor} cannot be read`, error));
    throw refusal(`${ancestor} is a link to a folder that does not exist: remove the link, or create the folder.`);
  });
  if (project !== undefined && !isInside(await realpath(project), realPath))
    throw refusal(`${ancestor} is a link that leads out of the project, so nothing was written: remove the link.`);
  if (!(await lstat(realPath)).isDirectory())
    throw refusal(`${ancestor} is a file, so no skill can be put there: rename or move that file.`);
  await access(realPath, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw refusal(failureSentence(`${ancestor} cannot be changed`, error));
  });
  const inside = (folder: string) => join(realPath, relative(ancestor, folder));
  return { path: inside(parent), missingFolders: missingFolders.map(inside) };
}

/**
 * Reads the folder of a skill.
 * @param wantedPaths paths that are to be written, which nothing foreign may occupy
 * @returns undefined if there is no such folder, or it is empty
 * @throws WorkbenchError `refused` if it is not ours, or something in it is not what it should be
 */
export async function readSkillFolder(
  { path: parent }: SkillsFolder,
  name: string,
  wantedPaths: Iterable<string> = [],
): Promise<InstalledFolder | undefined> {
  await assertNoCaseClash(parent, name);
  const folder = join(parent, name);
  const kind = await kindOf(folder);
  if (kind === 'absent') return undefined;
  if (kind === 'link') throw refusal(`${folder} is a link, so nothing was changed: remove the link first.`);
  if (kind !== 'folder') throw refusal(`${folder} is a file, so nothing was changed: rename or move it.`);
  const markerPath = join(folder, markerName);
  if ((await kindOf(markerPath)) !== 'file') {
    if ((await readdir(folder)).every(isLeftOver)) return undefined;
    const advice = 'rename or remove the folder, or give the skill another Name.';
    throw refusal(`${folder} was not made by the workbench, so it was not changed: ${advice}`);
  }
  const markerBytes = await readFile(markerPath);
  const marker = parseMarker(markerBytes);
  if (!marker || marker.skill !== name) {
    const why = marker ? `belongs to the skill "${marker.skill}"` : 'was edited, or is damaged';
    throw refusal(`The file ${markerPath} ${why}, so nothing was changed: delete the folder by hand.`);
  }
  const files = new Map<string, Buffer>();
  for (const path of new Set([...Object.keys({ ...marker.former, ...marker.files }), ...wantedPaths])) {
    const bytes = await readInner(folder, path);
    if (bytes) files.set(path, bytes);
  }
  return { marker, markerBytes, files };
}

/** Whether a file is as the workbench wrote it. */
export function isOurs({ files, former }: Marker, path: string, bytes: Buffer): boolean {
  const hash = sha256(bytes);
  return files[path] === hash || former?.[path] === hash;
}

/** Undefined if it is damaged or edited. */
export function parseMarker(bytes: Buffer): Marker | undefined {
  try {
    return markerJson.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** The bytes of a file inside the folder; undefined if there is none. @throws WorkbenchError for links and other things */
async function readInner(folder: string, path: string): Promise<Buffer | undefined> {
  let inner = folder;
  const steps = path.split('/');
  for (const step of steps.slice(0, -1)) {
    inner = join(inner, step);
    const kind = await kindOf(inner);
    if (kind === 'absent') return undefined;
    if (kind !== 'folder') throw refusal(`${inner} is not a folder, so nothing was changed: remove it first.`);
  }
  const file = join(folder, ...steps);
  const kind = await kindOf(file);
  if (kind === 'absent') return undefined;
  if (kind !== 'file') throw refusal(`${file} is a ${kind}, so nothing was changed: remove it first.`);
  const { size } = await lstat(file);
  if (size > maxFileBytes) throw refusal(`${file} is larger than 16 MB, so nothing was changed: remove it first.`);
  return readFile(file);
}

/** A name that differs only by case or Unicode form is the same folder on macOS and Windows. */
async function assertNoCaseClash(parent: string, name: string): Promise<void> {
  const names = await readdir(parent).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return [];
    throw refusal(failureSentence(`${parent} cannot be read`, error));
  });
  const otherName = names.find((candidate) => candidate !== name && fileNameKey(candidate) === fileNameKey(name));
  if (otherName === undefined) return;
  const why = `is the same folder as ${name} on macOS and Windows`;
  throw refusal(`${join(parent, otherName)} ${why}, so nothing was changed: rename one of them.`);
}

async function kindOf(path: string): Promise<'absent' | 'link' | 'folder' | 'file' | 'device'> {
  try {
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) return 'link';
    return stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'device';
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return 'absent';
    throw refusal(failureSentence(`${path} cannot be read`, error));
  }
}

/** Whether something has this name, also a broken link. */
async function isThere(path: string): Promise<boolean> {
  return dirname(path) === path || (await kindOf(path)) !== 'absent';
}

/** A temporary file of a process that was killed before it wrote the marker. */
function isLeftOver(name: string): boolean {
  return name.startsWith(`.${markerName}.`) && name.endsWith('.tmp');
}

function refusal(message: string): WorkbenchError {
  return new WorkbenchError('refused', message);
}
