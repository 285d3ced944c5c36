/** Which installed skills the open workbench keeps in step: a list of their folders in the state folder. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { readJsonFile } from '../../files/json-file.ts';
import { makePrivateFolder } from '../../files/make-folder.ts';
import { renameFile } from '../../files/write/rename-file.ts';

const shape = z.object({ folders: z.array(z.string()) });

/** In the state folder. */
export const keptSkillsFile = 'kept-skills.json';

export interface KeptFolders {
  /** Absolute paths of the folders of skills; none if the list is damaged. */
  read(): Promise<ReadonlySet<string>>;
  set(folder: string, isKept: boolean): Promise<void>;
}

export function createKeptFolders(stateDir: string): KeptFolders {
  const path = join(stateDir, keptSkillsFile);

  async function read(): Promise<Set<string>> {
    const fileReading = await readJsonFile(path, shape);
    return new Set(fileReading.kind === 'valid' ? fileReading.value.folders : []);
  }

  return {
    read,
    async set(folder, isKept) {
      const folders = await read();
      if (folders.has(folder) === isKept) return;
      if (isKept) folders.add(folder);
      else folders.delete(folder);
      await makePrivateFolder(stateDir);
      const temporary = `${path}.${process.pid}.tmp`;
      await writeFile(temporary, JSON.stringify({ folders: [...folders] }, null, 2), { mode: 0o600 });
      await renameFile(temporary, path);
    },
  };
}
