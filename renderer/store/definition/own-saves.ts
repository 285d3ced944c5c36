/** The changes of the workspace that this window's own saves made. */
import type { EventData } from '../../../src/contract/host-client.ts';

interface SavedFile {
  readonly version: string;
  /** Absent if another program changed the file right after the save. */
  readonly revision?: number;
}

export interface OwnSaves {
  add(file: string, saved: SavedFile): void;
  /** Whether one of the saves made the whole change. Events come in order, so earlier saves are forgotten. */
  made(news: EventData<'workspace.changed'>): boolean;
}

export function createOwnSaves(): OwnSaves {
  const saves = new Map<number, { readonly file: string; readonly version: string }>();
  return {
    add(file, { version, revision }) {
      if (revision !== undefined) saves.set(revision, { file, version });
    },
    made({ revision, files }) {
      const save = saves.get(revision);
      // News without files begins a connection, perhaps to a workbench that counts from the beginning.
      for (const known of saves.keys()) if (!files || known <= revision) saves.delete(known);
      return save !== undefined && Object.keys(files ?? {}).length === 1 && files?.[save.file] === save.version;
    },
  };
}
