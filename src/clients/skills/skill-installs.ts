/**
 * Installs skills into the folders where client applications look for them. Each change is planned, written completely or not
 * at all, recorded, and undoable; folders of others are never touched.
 */
import { dirname } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { nearestName } from '../../base/text/near-names.ts';
import type { Input, InstalledSkill, Output, SkillPlan } from '../../contract/contract.ts';
import { asRefusal } from '../../files/file-errors.ts';
import { withFolderLock } from '../../files/folder-lock.ts';
import { sha256 } from '../../files/sha256.ts';
import { workspaceKey } from '../../state/paths.ts';
import { type SystemFolders, systemFolders } from '../config-files/system-folders.ts';
import { Plans } from '../records/plans.ts';
import { createInstallStore, formatBackup, type InstallRecord } from './install-record.ts';
import { listInstalled } from './installed-skills.ts';
import { createKeptFolders } from './kept-folders.ts';
import { formatMarker, markerName } from './marker.ts';
import {
  type GivenSkill,
  type OfferedSkill,
  type PlannedFolder,
  planInstall,
  planRemoval,
  type SkillPlace,
} from './plan-install.ts';
import { isNothing, viewOf } from './plan-view.ts';
import { skillReaders } from './skill-folders.ts';
import { assertProject, placeOf, projectFolder, readerView } from './skill-places.ts';
import { planUndo } from './undo-install.ts';
import { removeEmptyFolders, writeFolder } from './write-folder.ts';

export interface SkillInstallsOptions {
  /** The folder of the records and backups. */
  readonly stateDir: string;
  readonly workspaceDir: string;
  /** The skills of a server. @throws WorkbenchError `not-found` for an unknown server */
  readonly skillsOf: (server: string) => Promise<readonly OfferedSkill[]>;
  /** By default, the folders of the current account. */
  readonly folders?: SystemFolders;
}

export interface SkillInstalls {
  /** The applications that read skills, detected ones first. */
  readers(projectDir?: string): Promise<Output<'skills.readers'>>;
  /**
   * Computes what installing one skill would change; writes nothing. An unsafe change gives a `refused` plan.
   * @throws WorkbenchError `not-found` for an unknown server, skill or application
   */
  plan(request: Input<'skills.plan'>): Promise<SkillPlan>;
  /** The same for uninstalling; `server` is not used. */
  planRemoval(request: Omit<Input<'skills.plan'>, 'server'>): Promise<SkillPlan>;
  /**
   * Writes a plan, once.
   * @param discardsChanges whether files may be replaced that were changed after they were installed
   * @throws WorkbenchError `not-found` for an unknown plan, `conflict` if a file has changed since the plan, `refused` for
   *   changed files or a folder that cannot be written
   */
  apply(planId: string, discardsChanges?: boolean): Promise<Output<'skills.apply'>>;
  /** @throws WorkbenchError `not-found`, or `refused` if the folder has changed since */
  undo(journalId: string): Promise<{ folder: string; message: string }>;
  /** Every installed skill in the folders of this person, of a project, and of the records. */
  list(projectDir?: string): Promise<InstalledSkill[]>;
  /** One sentence for each damaged record. */
  damage(): Promise<string[]>;
  /** Whether the open workbench is to keep a skill's folder in step. @throws WorkbenchError `not-found` */
  keep(folder: string, isKept: boolean): Promise<void>;
  /** Brings kept folders up to date, except those that were changed outside. @returns one sentence for each failure */
  keepInStep(): Promise<readonly string[]>;
}

const maxPlans = 50;

export function createSkillInstalls(options: SkillInstallsOptions): SkillInstalls {
  const { stateDir, workspaceDir, skillsOf, folders = systemFolders() } = options;
  const workspace = workspaceKey(workspaceDir);
  const store = createInstallStore(stateDir);
  const keptFolders = createKeptFolders(stateDir);
  const plans = new Plans<PlannedFolder>(maxPlans);

  async function skillOf(server: string, name: string): Promise<GivenSkill> {
    const allSkills = await skillsOf(server);
    const match = allSkills.find((offeredSkill) => offeredSkill.name === name);
    if (match) return { ...match, server, files: await match.readFiles() };
    const suggestion = nearestName(
      name,
      allSkills.map((offeredSkill) => offeredSkill.name),
    );
    const advice =
      suggestion === undefined
        ? `prompt-workbench skill ${server} lists those it has.`
        : `did you mean "${suggestion}"?`;
    throw new WorkbenchError('not-found', `The server "${server}" has no skill "${name}"; ${advice}`);
  }

  async function planFolder(place: SkillPlace, skill: string, make: () => Promise<PlannedFolder>): Promise<SkillPlan> {
    try {
      await assertProject(place);
      const change = await make();
      return { kind: 'ready', planId: plans.add(change), ...viewOf(change) };
    } catch (cause) {
      const error = asRefusal(cause, `The folder ${place.parent} cannot be used`);
      if (!(error instanceof WorkbenchError) || error.code === 'not-found') throw error;
      return { kind: 'refused', skill, folder: place.parent, message: error.message };
    }
  }

  /** Writes a change, with its record. @returns the record; undefined if nothing changes */
  async function write(change: PlannedFolder, amends?: InstallRecord): Promise<InstallRecord | undefined> {
    if (isNothing(change)) return undefined;
    const files = filesOf(change);
    const before = new Map([...files].flatMap(([path, { before }]) => (before ? [[path, before] as const] : [])));
    const record = amends
      ? amendRecord(amends, files)
      : await store.begin(recordOf(change, files), before.size > 0 ? formatBackup(before) : undefined);
    try {
      await writeFolder(change);
    } catch (error) {
      if (!amends) await store.drop(record);
      throw asRefusal(error, `${change.folder} cannot be changed`);
    }
    const nextRecord: InstallRecord = { ...record, phase: 'written' };
    await store.save(nextRecord);
    if (change.kind === 'remove') {
      await keptFolders.set(change.folder, false);
      await removeEmptyFolders(await foldersMadeFor(change.folder));
    }
    return nextRecord;
  }

  /** Folders that installations created for this one. */
  async function foldersMadeFor(folder: string): Promise<readonly string[]> {
    const records = await store.list();
    return records.filter((record) => record.folder === folder).flatMap(({ madeFolders }) => madeFolders);
  }

  function recordOf(change: PlannedFolder, files: ReturnType<typeof filesOf>) {
    const { kind, place, server, skill, folder, missingFolders } = change;
    const { reader, scope, project } = place;
    return {
      kind,
      application: reader.id,
      scope,
      project,
      workspace: workspaceDir,
      server,
      skill,
      folder,
      madeFolders: [...missingFolders],
      files: hashesOf(files),
    };
  }

  async function list(projectDir?: string): Promise<InstalledSkill[]> {
    const project = projectDir === undefined ? undefined : projectFolder(projectDir, folders);
    const records = await store.list();
    return listInstalled({ records, project, folders, workspace, skillsOf, isKept: await keptFolders.read() });
  }

  return {
    list,
    damage: () => store.listDamage(),

    async readers(projectDir) {
      const project = projectDir === undefined ? undefined : projectFolder(projectDir, folders);
      const views = await Promise.all(skillReaders.map((reader) => readerView(reader, project, folders)));
      return [...views.filter(({ isDetected }) => isDetected), ...views.filter(({ isDetected }) => !isDetected)];
    },

    async plan(request) {
      const place = placeOf(request, folders);
      const skill = await skillOf(request.server, request.skill);
      return planFolder(place, request.skill, () => planInstall(place, skill, workspace));
    },

    async planRemoval(request) {
      const place = placeOf(request, folders);
      return planFolder(place, request.skill, () => planRemoval(place, request.skill));
    },

    async apply(planId, discardsChanges = false) {
      const change = plans.get(planId);
      if (!change)
        throw new WorkbenchError('not-found', 'This change was already written, or is out of date. Review it again.');
      if (change.driftedPaths.length > 0 && !discardsChanges) throw driftRefusal(change);
      plans.delete(planId);
      const record = await alone(change, () => write(change));
      return { folder: change.folder, ...(record && { journalId: record.id }) };
    },

    async undo(journalId) {
      const record = (await store.list()).find(({ id }) => id === journalId);
      if (!record)
        throw new WorkbenchError(
          'not-found',
          `There is no installation "${journalId}": check the list of installed skills ("prompt-workbench skill installed").`,
        );
      if (record.phase === 'undone') throw new WorkbenchError('refused', 'This change was already undone.');
      const { folder } = record;
      const change = await planUndo(record, await store.readBackup(record));
      if (change) {
        await alone(change, () => writeFolder(change)).catch((error: unknown) => {
          throw asRefusal(error, `${folder} cannot be changed`);
        });
      }
      await removeEmptyFolders(record.madeFolders);
      await store.markUndone(record);
      if (!change?.markerAfter) await keptFolders.set(folder, false);
      return {
        folder,
        message: change ? 'Every file is as it was before.' : 'Nothing to change: every file is as it was before.',
      };
    },

    async keep(folder, isKept) {
      const isInstalled = (await list()).some((item) => item.folder === folder);
      const isRecorded = (await store.list()).some((item) => item.folder === folder);
      if (!isInstalled && !isRecorded) throw new WorkbenchError('not-found', `No skill is installed in ${folder}.`);
      await keptFolders.set(folder, isKept);
    },

    async keepInStep() {
      const folders = await keptFolders.read();
      if (folders.size === 0) return [];
      const records = await store.list();
      const failures: string[] = [];
      for (const folder of folders) {
        const record = records.find((candidate) => candidate.folder === folder && candidate.phase !== 'undone');
        if (record?.kind !== 'install' || record.workspace !== workspaceDir) continue;
        try {
          await follow(record);
        } catch (error) {
          if (!(error instanceof WorkbenchError)) throw error;
          failures.push(`The skill "${record.skill}" was not brought up to date: ${error.message}`);
        }
      }
      return failures;
    },
  };

  /** One change of the same record: undo takes the skill back to what was there before it was installed. */
  async function follow(record: InstallRecord): Promise<void> {
    const { server, skill, application, scope, project } = record;
    const offeredSkill = (await skillsOf(server)).find(({ name }) => name === skill);
    if (!offeredSkill) return;
    const currentSkill = { ...offeredSkill, server, files: await offeredSkill.readFiles() };
    const place = placeOf({ application, scope, ...(project !== '' && { projectDir: project }) }, folders);
    const change = await planInstall(place, currentSkill, workspace);
    if (change.folder !== record.folder || !change.markerBefore) return;
    if (change.driftedPaths.length > 0) throw driftRefusal(change);
    await alone(change, () => write(change, record));
  }
}

/** Runs `work` while no other workbench changes skills of this folder. */
async function alone<T>(
  { folder, missingFolders }: Pick<PlannedFolder, 'folder' | 'missingFolders'>,
  work: () => Promise<T>,
) {
  return withFolderLock(dirname(missingFolders[0] ?? folder), work);
}

function driftRefusal({ driftedPaths, folder, kind }: PlannedFolder): WorkbenchError {
  const what = driftedPaths.join(', ');
  const were = driftedPaths.length === 1 ? 'was' : 'were';
  const advice = `copy what you need, then ${kind === 'remove' ? 'uninstall' : 'install'} it again with --discard-changes`;
  return new WorkbenchError(
    'refused',
    `${what} in ${folder} ${were} changed after the installation, so nothing was changed: ${advice}.`,
  );
}

/** The changed files with the marker. */
function filesOf({ changes, markerBefore, markerAfter }: PlannedFolder) {
  const after = markerAfter && Buffer.from(formatMarker(markerAfter));
  const allChanges = [...changes, { path: markerName, before: markerBefore?.bytes, after }];
  return new Map(allChanges.map(({ path, before, after }) => [path, { before, after }]));
}

function hashesOf(files: ReturnType<typeof filesOf>): InstallRecord['files'] {
  const hash = (bytes: Buffer | undefined) => (bytes ? sha256(bytes) : null);
  return Object.fromEntries(
    [...files].map(([path, { before, after }]) => [path, { before: hash(before), after: hash(after) }]),
  );
}

/** The record with the files of a further change. */
function amendRecord(record: InstallRecord, files: ReturnType<typeof filesOf>): InstallRecord {
  const hashes = Object.entries(hashesOf(files)).map(([path, { after }]) => {
    const before = record.files[path]?.before ?? null;
    return [path, { before, after }] as const;
  });
  return { ...record, files: { ...record.files, ...Object.fromEntries(hashes) }, phase: 'begun' };
}
