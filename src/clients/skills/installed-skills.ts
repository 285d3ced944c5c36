/** Lists the installed skills: by their markers, in every folder where applications look and where records say. */
import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import type { InstalledSkill } from '../../contract/contract.ts';
import type { SystemFolders } from '../config-files/system-folders.ts';
import type { InstallRecord } from './install-record.ts';
import { markerName } from './marker.ts';
import type { OfferedSkill } from './plan-install.ts';
import { findSkillsFolder, type InstalledFolder, isOurs, readSkillFolder } from './skill-folder.ts';
import { type SkillReader, type SkillScope, skillReaders, skillsFolder } from './skill-folders.ts';
import { skillFile } from './write-folder.ts';

export interface ListOptions {
  /** Newest first. */
  readonly records: readonly InstallRecord[];
  /** A project whose folders to search too. */
  readonly project: string | undefined;
  readonly folders: SystemFolders;
  /** The key of the workspace. */
  readonly workspace: string;
  readonly skillsOf: (server: string) => Promise<readonly OfferedSkill[]>;
  readonly isKept: ReadonlySet<string>;
}

interface Place {
  readonly readers: readonly SkillReader[];
  readonly scope: SkillScope;
  readonly project: string;
  /** With links resolved. */
  readonly parent: string;
}

/** Sorted by skill, then by folder. */
export async function listInstalled(options: ListOptions): Promise<InstalledSkill[]> {
  const places = await placesOf(options);
  const installedSkills: InstalledSkill[] = [];
  for (const place of places)
    for (const name of await namesIn(place.parent)) installedSkills.push(await viewOf(place, name, options));
  return installedSkills.sort((a, b) => (`${a.skill}\0${a.folder}` < `${b.skill}\0${b.folder}` ? -1 : 1));
}

/** Each folder once, with all its readers. */
async function placesOf({ records, project, folders }: ListOptions): Promise<readonly Place[]> {
  const projects = new Set(records.flatMap((record) => (record.scope === 'project' ? [record.project] : [])));
  if (project !== undefined && project !== '') projects.add(project);
  const skillPlaces = skillReaders.flatMap((reader) => [
    { reader, scope: 'user' as const, project: '' },
    ...[...projects].map((value) => ({ reader, scope: 'project' as const, project: value })),
  ]);
  const places = new Map<string, Place>();
  for (const { reader, scope, project: ownProject } of skillPlaces) {
    const path = skillsFolder(reader, scope, ownProject, folders);
    const parent = await findSkillsFolder(path, scope === 'project' ? ownProject : undefined).catch(() => undefined);
    // What cannot be written can be read nevertheless.
    const realPath = parent?.path ?? path;
    if (parent && parent.missingFolders.length > 0) continue;
    const knownPlace = places.get(realPath);
    places.set(
      realPath,
      knownPlace
        ? { ...knownPlace, readers: [...knownPlace.readers, reader] }
        : { readers: [reader], scope, project: ownProject, parent: realPath },
    );
  }
  return [...places.values()];
}

/** The folders with a marker. */
async function namesIn(parent: string): Promise<readonly string[]> {
  const names = await readdir(parent).catch(() => []);
  const withMarker = await Promise.all(
    names.map(async (name) => {
      const stats = await lstat(join(parent, name, markerName)).catch(() => undefined);
      return stats?.isFile() ? [name] : [];
    }),
  );
  return withMarker.flat();
}

async function viewOf(place: Place, name: string, options: ListOptions): Promise<InstalledSkill> {
  const { readers, scope, project, parent } = place;
  const folder = join(parent, name);
  const record = options.records.find((candidate) => candidate.folder === folder && candidate.phase !== 'undone');
  const reader = readers.find(({ id }) => id === record?.application) ?? readers[0];
  const commonFields = {
    skill: name,
    folder,
    scope,
    ...(scope === 'project' && { projectDir: project }),
    application: reader?.id ?? '',
    readBy: readers.map((skillReader) => skillReader.name),
    isKept: options.isKept.has(folder),
    ...(record && { journalId: record.id }),
  };
  try {
    const skillFolder = await readSkillFolder({ path: dirname(folder), missingFolders: [] }, basename(folder));
    if (!skillFolder) throw new WorkbenchError('not-found', `${folder} is empty.`);
    return { ...commonFields, server: skillFolder.marker.server, ...(await stateOf(skillFolder, name, options)) };
  } catch (error) {
    if (!(error instanceof WorkbenchError)) throw error;
    return { ...commonFields, server: record?.server ?? '', state: 'broken', message: error.message };
  }
}

async function stateOf(
  { marker, files }: InstalledFolder,
  name: string,
  { workspace, skillsOf }: ListOptions,
): Promise<Pick<InstalledSkill, 'state' | 'message'>> {
  if (marker.former) return { state: 'incomplete', message: 'It was not written completely: install it again.' };
  const missingPaths = Object.keys(marker.files).filter((path) => !files.has(path));
  const changedFiles = [...files].filter(([path, bytes]) => !isOurs(marker, path, bytes)).map(([path]) => path);
  if (missingPaths.includes(skillFile) && changedFiles.length === 0)
    return { state: 'incomplete', message: `It has no ${skillFile}, so agents do not find it: install it again.` };
  if (missingPaths.length + changedFiles.length > 0) {
    const parts = [
      ...(changedFiles.length > 0 ? [`${changedFiles.join(', ')} was changed`] : []),
      ...(missingPaths.length > 0 ? [`${missingPaths.join(', ')} was deleted`] : []),
    ];
    return {
      state: 'changed',
      message: `${parts.join(', and ')} after the installation: check it, or install it again.`,
    };
  }
  if (marker.workspace !== workspace)
    return { state: 'unknown', message: 'It was installed from another workspace, or on another computer.' };
  const offeredSkill = await skillsOf(marker.server).then(
    (offeredSkills) => offeredSkills.find((skill) => skill.name === name),
    (error: unknown) => {
      if (error instanceof WorkbenchError) return undefined;
      throw error;
    },
  );
  if (!offeredSkill)
    return { state: 'orphan', message: `The server ${marker.server} no longer has this skill: uninstall it.` };
  const workspaceFiles = await offeredSkill.readFiles();
  const isSame =
    workspaceFiles.size === files.size && [...workspaceFiles].every(([path, bytes]) => files.get(path)?.equals(bytes));
  return isSame
    ? { state: 'current', message: 'It matches the workspace.' }
    : { state: 'outdated', message: 'The workspace has a newer text: install it again.' };
}
