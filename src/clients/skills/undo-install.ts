/** Undoes one installation or removal of a skill, byte for byte. */
import { basename, dirname } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { sha256 } from '../../files/sha256.ts';
import { type InstallRecord, parseBackup } from './install-record.ts';
import { markerName } from './marker.ts';
import { type InstalledFolder, parseMarker, readSkillFolder } from './skill-folder.ts';
import type { FolderChange } from './write-folder.ts';

/**
 * @param backup the former bytes of the changed files
 * @returns undefined if everything is as before already
 * @throws WorkbenchError `refused` if a file has changed since, or the folder is no longer ours
 */
export async function planUndo(record: InstallRecord, backup: Buffer | undefined): Promise<FolderChange | undefined> {
  const { folder, skill, files } = record;
  if (basename(folder) !== skill) throw refusal(`${folder} is not the folder of "${skill}", so nothing was changed.`);
  const paths = Object.keys(files).filter((path) => path !== markerName);
  const skillFolder = await readSkillFolder({ path: dirname(folder), missingFolders: [] }, skill, paths);
  const formerBackup = parseBackup(backup);
  const changes = paths.map((path) => ({ path, before: skillFolder?.files.get(path), after: formerBackup.get(path) }));
  const damagedPath = paths.find((path) => hashOrNull(formerBackup.get(path)) !== files[path]?.before);
  if (damagedPath !== undefined) throw refusal(`The backup of ${damagedPath} is damaged, so nothing was changed.`);
  const isBefore = changes.every(({ path, before }) => hashOrNull(before) === files[path]?.before);
  if (isBefore && hashOrNull(skillFolder?.markerBytes) === files[markerName]?.before) return undefined;
  const changedFile =
    changes.find(({ path, before }) => !isExpected(record, path, before))?.path ?? markerChange(record, skillFolder);
  if (changedFile !== undefined) {
    const advice = 'undo the later change first, or uninstall the skill';
    throw refusal(`${changedFile} in ${folder} was changed after that, so nothing was changed: ${advice}.`);
  }
  const markerBytes = formerBackup.get(markerName);
  const markerAfter = markerBytes && parseMarker(markerBytes);
  return {
    folder,
    missingFolders: skillFolder ? [] : [folder],
    changes: changes.filter(({ before, after }) => before !== after && !(before && after?.equals(before))),
    ...(skillFolder && { markerBefore: { marker: skillFolder.marker, bytes: skillFolder.markerBytes } }),
    ...(markerAfter && { markerAfter }),
  };
}

/** After a crash, each file is as before or as after. */
function isExpected({ files, phase }: InstallRecord, path: string, presentBytes: Buffer | undefined): boolean {
  const hash = hashOrNull(presentBytes);
  return hash === files[path]?.after || (phase === 'begun' && hash === files[path]?.before);
}

function markerChange(
  { files, phase }: InstallRecord,
  installedFolder: InstalledFolder | undefined,
): string | undefined {
  if (phase === 'begun') return undefined;
  return hashOrNull(installedFolder?.markerBytes) === files[markerName]?.after ? undefined : markerName;
}

function hashOrNull(bytes: Buffer | undefined): string | null {
  return bytes ? sha256(bytes) : null;
}

function refusal(message: string): WorkbenchError {
  return new WorkbenchError('refused', message);
}
