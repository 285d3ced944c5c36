/**
 * What a person has allowed the sources of a workspace to do: start a program, send a credential elsewhere. A workspace
 * may come from somebody else, so what its files ask for is not done before somebody here has read and allowed it; and
 * what was allowed is exactly that, in that workspace: another argument is another question.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceKey } from '../paths.ts';
import { writePrivateFile } from '../private-file.ts';

export interface Consent {
  /** @param what every part of it that matters, in order: a command with its arguments and its environment */
  isGiven(what: readonly string[]): Promise<boolean>;
  give(what: readonly string[]): Promise<void>;
  takeBack(what: readonly string[]): Promise<void>;
}

/** By hash, what was allowed: readable, so that a person can see what stands there. */
type Given = Record<string, readonly string[]>;

/** Kept outside the workspace; read anew at each question, since another program may have been told. */
export function consentIn(stateDir: string, workspaceDir: string): Consent {
  const folder = join(stateDir, 'consent');
  const file = join(folder, `${workspaceKey(workspaceDir)}.json`);
  let writing: Promise<void> = Promise.resolve();

  async function read(): Promise<Given> {
    try {
      const given: unknown = JSON.parse(await readFile(file, 'utf8'));
      return typeof given === 'object' && given !== null ? (given as Given) : {};
    } catch {
      // Not there, or not ours any more: then nothing is allowed.
      return {};
    }
  }

  function change(edit: (given: Given) => void): Promise<void> {
    writing = writing
      .catch(() => undefined)
      .then(async () => {
        const given = await read();
        edit(given);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writePrivateFile(file, `${JSON.stringify(given, null, 2)}\n`);
      });
    return writing;
  }

  return {
    isGiven: async (what) => Object.hasOwn(await read(), keyOf(what)),
    give: (what) =>
      change((given) => {
        given[keyOf(what)] = what;
      }),
    takeBack: (what) =>
      change((given) => {
        delete given[keyOf(what)];
      }),
  };
}

function keyOf(what: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(what)).digest('hex');
}
