/** One change of another program's file, as the journal keeps it. */
import * as z from 'zod';

export const journalRecord = z.object({
  id: z.string(),
  /** Which client application: `claude-code`. */
  client: z.string(),
  scope: z.enum(['user', 'project', 'local']),
  /** The project's folder, absolute; empty in the scope `user`. */
  project: z.string(),
  transport: z.enum(['stdio', 'http']),
  /** The server as the workspace names it. */
  server: z.string(),
  file: z.string(),
  /** ISO 8601. */
  when: z.string(),
  format: z.enum(['json', 'jsonc', 'toml', 'yaml']),
  place: z.object({ path: z.array(z.string()), nameKey: z.exactOptional(z.string()) }),
  /** The entry's name at the place. */
  name: z.string(),
  /** The entry's value as written. */
  entry: z.json(),
  /** The application's own program wrote it; absent when the workbench did. */
  by: z.exactOptional(z.literal('claude')),
  /** What a file that was made began with besides the entry. */
  newFile: z.exactOptional(z.json()),
  /** Folders that were made for the file, the outermost first. */
  madeFolders: z.array(z.string()),
  /** SHA-256 of the whole file as written, hexadecimal. */
  written: z.string(),
  /** The copy of the file from before; absent when there was no file. */
  backup: z.exactOptional(z.string()),
  /** `begun` until the file is known to be written: after a crash it may hold the entry or not. */
  phase: z.enum(['begun', 'written', 'undone']),
});

export type JournalRecord = z.output<typeof journalRecord>;

/** Records of the first version, which knew one application, one scope and one place. */
const firstVersion = z.looseObject({ section: z.string(), undone: z.boolean(), file: z.string() });

/** A record as it lies in a file, of any version. */
export const storedRecord: z.ZodType<JournalRecord> = z.preprocess((data) => {
  const old = firstVersion.safeParse(data);
  if (!old.success) return data;
  const { section, undone, ...rest } = old.data;
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
}, journalRecord);
