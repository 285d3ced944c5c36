/** The record of one connection: a change of another program's file. */
import * as z from 'zod';
import { checkedJson } from '../../../files/checked-json.ts';

const connectionRecord = z.object({
  id: z.string(),
  /** Which client application: `claude-code`. */
  client: z.string(),
  scope: z.enum(['user', 'project', 'local']),
  /** The project's folder, absolute; empty in the scope `user`. */
  project: z.string(),
  transport: z.enum(['stdio', 'http']),
  /** The server's name in the workspace. */
  server: z.string(),
  /** The team server whose server it is; absent for a server of a workspace. */
  team: z.exactOptional(z.object({ id: z.string(), name: z.string() })),
  /** The workspace's folder, absolute, for an HTTP entry, which does not name it. */
  workspace: z.exactOptional(z.string()),
  file: z.string(),
  /** ISO 8601. */
  when: z.string(),
  format: z.enum(['json', 'commented-json', 'jsonc', 'toml', 'yaml']),
  place: z.object({ path: z.array(z.string()), nameKey: z.exactOptional(z.string()) }),
  /** The entry's name in the file. */
  name: z.string(),
  /** The entry's value as written. */
  entry: z.json(),
  /** Path of the application's own program, if it wrote the entry; absent if the workbench did. */
  by: z.exactOptional(z.literal('claude')),
  /** The other content of a file that this connection created. */
  newFile: z.exactOptional(z.json()),
  /** The connection whose entry this one replaced: the server had another name. */
  replaces: z.exactOptional(z.object({ id: z.string(), name: z.string() })),
  /** Folders that this connection created for the file, outermost first. */
  madeFolders: z.array(z.string()),
  /** SHA-256 of the whole file as written, hexadecimal. */
  written: z.string(),
  /** Path of the copy of the previous file; absent if there was no file. */
  backup: z.exactOptional(z.string()),
  /** SHA-256 of that copy, hexadecimal; absent in records of earlier versions. */
  backupHash: z.exactOptional(z.string()),
  /** `begun` until the write is confirmed: after a crash the file may have the entry or not. */
  phase: z.enum(['begun', 'written', 'undone']),
});

export type ConnectionRecord = z.output<typeof connectionRecord>;

/** Records of the first version, which supported one application, one scope and one place. */
const firstVersion = z.looseObject({ section: z.string(), undone: z.boolean(), file: z.string() });

/** Records of earlier versions, which have no checksum. */
const uncheckedRecord = z.preprocess((data) => {
  const oldResult = firstVersion.safeParse(data);
  if (!oldResult.success) return data;
  const { section, undone, madeSection: _, ...rest } = oldResult.data;
  return {
    ...rest,
    scope: 'project',
    project: rest.file.replace(/[\\/][^\\/]*$/, ''),
    transport: 'stdio',
    format: 'json',
    place: { path: [section] },
    madeFolders: [],
    phase: undone ? 'undone' : 'written',
  };
}, z.strictObject(connectionRecord.shape));

/** Reads a stored record of any version. */
export const storedRecord: z.ZodType<ConnectionRecord> = checkedJson(connectionRecord, uncheckedRecord);
