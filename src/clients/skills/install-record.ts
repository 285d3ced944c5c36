/** Records of what was installed into, and removed from, folders of skills: in `skills/` of the state folder. */
import { join } from 'node:path';
import * as z from 'zod';
import { checkedJson } from '../../files/checked-json.ts';
import { createRecordStore, type RecordStore } from '../records/record-store.ts';

/** SHA-256 of a file; null for no file. */
const hash = z.string().nullable();

const installRecord = z.object({
  id: z.string(),
  when: z.string(),
  /** As in a plan. */
  kind: z.enum(['install', 'remove']),
  /** The id in `skill-folders.ts`. */
  application: z.string(),
  scope: z.enum(['user', 'project']),
  /** The project's folder, absolute; empty in the scope `user`. */
  project: z.string(),
  /** The workspace's folder. */
  workspace: z.string(),
  server: z.string(),
  skill: z.string(),
  /** The skill's folder, absolute. */
  folder: z.string(),
  /** Folders that were created, outermost first, the skill's folder last. */
  madeFolders: z.array(z.string()),
  /** Every changed file by path inside the folder, the marker among them. */
  files: z.record(z.string(), z.object({ before: hash, after: hash })),
  backup: z.exactOptional(z.string()),
  backupHash: z.exactOptional(z.string()),
  phase: z.enum(['begun', 'written', 'undone']),
});

export type InstallRecord = z.output<typeof installRecord>;

const backupShape = z.record(z.string(), z.string());

/** The former bytes of the changed files, as one backup. */
export function formatBackup(files: ReadonlyMap<string, Buffer>): Buffer {
  return Buffer.from(
    JSON.stringify(Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString('base64')]))),
  );
}

/** @param backup absent if there were no files */
export function parseBackup(backup: Buffer | undefined): Map<string, Buffer> {
  const files = backup ? backupShape.parse(JSON.parse(backup.toString('utf8'))) : {};
  return new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'base64')]));
}

export function createInstallStore(stateDir: string): RecordStore<InstallRecord> {
  return createRecordStore<InstallRecord>(join(stateDir, 'skills'), {
    schema: checkedJson(installRecord, z.never()),
    subject: 'The installation',
    advice: 'Change the folder by hand.',
    damage: async (path, why) =>
      `The record ${path} is damaged (${why}), so what it installed cannot be undone: uninstall the skill instead, then delete the record.`,
  });
}
