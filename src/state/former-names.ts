/**
 * The former names of a workspace's servers. Entries in the configurations of client applications name a server, and
 * keep working after it is renamed.
 */
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { makePrivateFolder } from '../files/make-folder.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { readRegularFileSync } from '../files/regular-file.ts';
import { workspaceKey } from './paths.ts';

/** Each list has the names of one server, in no order: undo makes a former name the present one again. */
const schema = z.array(z.array(z.string()));

const maxBytes = 1_000_000;

/** Whether a server has this name now. */
export type ServerExists = (name: string) => boolean;

export interface FormerNames {
  /** Stores that one server had the first name, and has the second one from now on. */
  remember(from: string, to: string): Promise<void>;
  /** Stores that a new server has this name, so that it stops being another server's former name. */
  forget(name: string): Promise<void>;
  /** The present name of the server that had this name; undefined for an unknown name. */
  currentName(formerName: string, exists: ServerExists): string | undefined;
  /** The former names of a server, without those that another server has now. */
  formerNames(current: string, exists: ServerExists): readonly string[];
}

/**
 * Reads the names once: another program's renames need another call.
 * @param workspace its folder, as the command line and the window name it
 */
export function formerNamesIn(stateDir: string, workspace: string): FormerNames {
  const file = join(stateDir, 'server-names', `${workspaceKey(workspace)}.json`);

  let knownLists: readonly (readonly string[])[] | undefined;

  /** A file that is missing or damaged counts as empty. */
  function read(): readonly (readonly string[])[] {
    try {
      knownLists ??= schema.parse(JSON.parse(String(readRegularFileSync(file, maxBytes))));
    } catch {
      knownLists = [];
    }
    return knownLists;
  }

  async function write(nameLists: readonly (readonly string[])[]): Promise<void> {
    knownLists = nameLists.filter((names) => names.length > 1);
    await makePrivateFolder(dirname(file));
    await writePrivateFile(file, `${JSON.stringify(knownLists)}\n`);
  }

  return {
    async remember(from, to) {
      const ownNames = read().find((names) => names.includes(from)) ?? [from];
      const otherLists = read().filter((names) => names !== ownNames);
      await write([...without(otherLists, to), [...new Set([...ownNames, to])]]);
    },
    async forget(name) {
      if (read().some((names) => names.includes(name))) await write(without(read(), name));
    },
    currentName(formerName, exists) {
      const names = read().find((candidate) => candidate.includes(formerName)) ?? [];
      return names.find((name) => name !== formerName && exists(name));
    },
    formerNames(current, exists) {
      const names = read().find((candidate) => candidate.includes(current)) ?? [];
      return names.filter((name) => name !== current && !exists(name));
    },
  };
}

function without(nameLists: readonly (readonly string[])[], name: string): readonly (readonly string[])[] {
  return nameLists.map((names) => names.filter((value) => value !== name));
}
