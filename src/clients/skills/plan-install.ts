/** Plans what installing or removing one skill changes in its folder. Writes nothing. */
import { join } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { fileNameKey } from '../../base/file-name-key.ts';
import { sha256 } from '../../files/sha256.ts';
import { isInnerPath, type Marker, markerName } from './marker.ts';
import {
  findSkillsFolder,
  type InstalledFolder,
  isOurs,
  readSkillFolder,
  type SkillFiles,
  type SkillsFolder,
} from './skill-folder.ts';
import type { SkillReader, SkillScope } from './skill-folders.ts';
import type { FolderChange, InnerChange } from './write-folder.ts';

/** Where a skill is installed. */
export interface SkillPlace {
  readonly reader: SkillReader;
  readonly scope: SkillScope;
  /** Absolute; empty in the scope `user`. */
  readonly project: string;
  /** The folder that holds skills, absolute. */
  readonly parent: string;
}

/** A skill that a server offers now. */
export interface OfferedSkill {
  readonly name: string;
  /** Sentences on what the skill does not carry. */
  readonly losses: readonly string[];
  /** @throws WorkbenchError for a file that cannot be read */
  readonly readFiles: () => Promise<SkillFiles>;
}

/** The same with the bytes of its files. */
export interface GivenSkill extends Omit<OfferedSkill, 'readFiles'> {
  readonly server: string;
  readonly files: SkillFiles;
}

export interface PlannedFolder extends FolderChange {
  readonly kind: 'install' | 'remove';
  readonly place: SkillPlace;
  readonly server: string;
  readonly skill: string;
  /** Files that were changed after the workbench wrote them, and that the change replaces or deletes. */
  readonly driftedPaths: readonly string[];
  readonly notes: readonly string[];
}

/**
 * @param workspace its key (`workspaceKey`)
 * @throws WorkbenchError `refused` for a folder of others, a link, or what cannot be written
 */
export async function planInstall(place: SkillPlace, skill: GivenSkill, workspace: string): Promise<PlannedFolder> {
  const { name, files, server } = skill;
  assertPaths(skill);
  const skills = await locate(place);
  const folder = join(skills.path, name);
  const skillFolder = await readSkillFolder(skills, name, files.keys());
  const marker = skillFolder?.marker;
  if (marker && marker.server !== server) {
    const advice = `uninstall that one first (prompt-workbench skill uninstall ${name})`;
    throw new WorkbenchError(
      'refused',
      `${folder} belongs to the server "${marker.server}", so it was not changed: ${advice}.`,
    );
  }
  const fileChanges = [...files].map(([path, after]) => changeOf(folder, skillFolder, path, after));
  const leftOver = Object.keys({ ...marker?.former, ...marker?.files }).filter((path) => !files.has(path));
  const removals = leftOver.flatMap((path) => removalOf(skillFolder, path));
  const editedFiles = leftOver.filter(
    (path) => skillFolder?.files.has(path) && !removals.some((removal) => removal.path === path),
  );
  const changes = [...fileChanges, ...removals].filter(({ before, after }) => !(before && after?.equals(before)));
  const markerAfter: Marker = {
    about: `Prompt Workbench installed this skill from the server ${server}, and replaces or removes only these files.`,
    server,
    skill: name,
    workspace,
    files: Object.fromEntries([...files].map(([path, bytes]) => [path, sha256(bytes)])),
  };
  return {
    kind: 'install',
    place,
    server,
    skill: name,
    folder,
    missingFolders: [...skills.missingFolders, ...(skillFolder ? [] : [folder])],
    changes,
    ...(skillFolder && { markerBefore: { marker: skillFolder.marker, bytes: skillFolder.markerBytes } }),
    markerAfter,
    driftedPaths: changes.flatMap(({ path, before }) =>
      before && marker && Object.hasOwn(marker.files, path) && !isOurs(marker, path, before) ? [path] : [],
    ),
    notes: [
      ...skill.losses,
      ...(marker && marker.workspace !== workspace
        ? ['This skill was installed from another workspace, or on another computer.']
        : []),
      ...editedFiles.map((path) => `${path} no longer belongs to the skill and was changed, so it stays.`),
    ],
  };
}

/** @throws WorkbenchError `not-found` if it is not installed; as `planInstall` */
export async function planRemoval(place: SkillPlace, skill: string): Promise<PlannedFolder> {
  const skills = await locate(place);
  const folder = join(skills.path, skill);
  const skillFolder = await readSkillFolder(skills, skill);
  if (!skillFolder) throw new WorkbenchError('not-found', `The skill "${skill}" is not installed in ${skills.path}.`);
  const { marker, markerBytes } = skillFolder;
  const changes = [...skillFolder.files].map(([path, before]) => ({ path, before }));
  return {
    kind: 'remove',
    place,
    server: marker.server,
    skill,
    folder,
    missingFolders: [],
    changes,
    markerBefore: { marker, bytes: markerBytes },
    driftedPaths: changes.filter(({ path, before }) => !isOurs(marker, path, before)).map(({ path }) => path),
    notes: [],
  };
}

function locate({ parent, scope, project }: SkillPlace): Promise<SkillsFolder> {
  return findSkillsFolder(parent, scope === 'project' ? project : undefined);
}

/** @throws WorkbenchError `refused` for a file that is not ours */
function changeOf(
  folder: string,
  installedFolder: InstalledFolder | undefined,
  path: string,
  after: Buffer,
): InnerChange {
  const before = installedFolder?.files.get(path);
  const isKnown =
    installedFolder && Object.hasOwn({ ...installedFolder.marker.former, ...installedFolder.marker.files }, path);
  if (before && !isKnown && !before.equals(after)) {
    const file = join(folder, ...path.split('/'));
    throw new WorkbenchError(
      'refused',
      `${file} was not made by the workbench, so nothing was changed: rename it first.`,
    );
  }
  return { path, before, after };
}

/** A file that no longer belongs to the skill; one that was changed stays. */
function removalOf(installedFolder: InstalledFolder | undefined, path: string): readonly InnerChange[] {
  const before = installedFolder?.files.get(path);
  return installedFolder && before && isOurs(installedFolder.marker, path, before) ? [{ path, before }] : [];
}

/** @throws WorkbenchError `refused` for files that no disk, or not every disk, can hold beside each other */
function assertPaths({ name, files }: GivenSkill): void {
  const keys = new Map<string, string>();
  for (const path of files.keys()) {
    const otherPath = keys.get(fileNameKey(path));
    if (otherPath !== undefined) {
      const why = `has the files ${otherPath} and ${path}, which are one file on macOS and Windows`;
      throw new WorkbenchError('refused', `The skill "${name}" ${why}: rename one of them.`);
    }
    if (!isInnerPath(path) || path.toLowerCase() === markerName)
      throw new WorkbenchError(
        'refused',
        `The skill "${name}" has the file ${path}, which not every disk can hold: rename it.`,
      );
    keys.set(fileNameKey(path), path);
  }
}
