/** A bare repository, and people who have cloned it. The workspace is below the root of the repository. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { openLibrary } from '../../library/open-library.ts';
import type { Library } from '../../library/types.ts';

export interface Person {
  /** The root of the clone. */
  readonly root: string;
  /** The workspace's folder. */
  readonly dir: string;
  git(...args: readonly string[]): string;
  /** Paths are relative to the workspace. */
  write(file: string, text: string): void;
  read(file: string): string;
  has(file: string): boolean;
  remove(file: string): void;
  /** Commits everything and pushes it. */
  share(message: string): void;
  hook(name: string, script: string): void;
  library(): Promise<Library>;
}

export interface Team {
  /** The bare repository. */
  readonly remote: string;
  readonly ada: Person;
  readonly bob: Person;
  dispose(): Promise<void>;
}

/** @param files of the first commit, in the workspace */
export function createTeam(files: Readonly<Record<string, string>>, folder = 'prompt library'): Team {
  const base = mkdtempSync(join(tmpdir(), 'prompt-workbench-team-'));
  vi.stubEnv('GIT_CONFIG_GLOBAL', join(base, 'settings'));
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
  vi.stubEnv('HOME', base);
  writeFileSync(join(base, 'settings'), '[init]\n\tdefaultBranch = main\n');
  const libraries: Library[] = [];
  const remote = join(base, 'remote.git');
  execFileSync('git', ['init', '--quiet', '--bare', remote]);

  function person(name: string): Person {
    const root = join(base, name);
    const dir = join(root, folder);
    execFileSync('git', ['clone', '--quiet', remote, root], { stdio: 'ignore' });
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    git('config', 'user.name', name);
    git('config', 'user.email', `${name}@example.com`);
    mkdirSync(dir, { recursive: true });
    const ownPerson: Person = {
      root,
      dir,
      git,
      write(file, text) {
        mkdirSync(dirname(join(dir, file)), { recursive: true });
        writeFileSync(join(dir, file), text);
      },
      read: (file) => readFileSync(join(dir, file), 'utf8'),
      has: (file) => existsSync(join(dir, file)),
      remove: (file) => rmSync(join(dir, file)),
      share(message) {
        git('add', '--all');
        git('commit', '--quiet', '--message', message);
        git('push', '--quiet', '--set-upstream', 'origin', 'HEAD');
      },
      hook(hook, script) {
        const file = join(root, '.git', 'hooks', hook);
        writeFileSync(file, `#!/bin/sh\n${script}\n`);
        chmodSync(file, 0o755);
      },
      async library() {
        const library = await openLibrary(dir, { watch: false });
        libraries.push(library);
        return library;
      },
    };
    return ownPerson;
  }

  const ada = person('Ada');
  for (const [file, text] of Object.entries(files)) ada.write(file, text);
  ada.share('First');
  let bob: Person | undefined;
  return {
    remote,
    ada,
    get bob() {
      bob ??= person('Bob');
      return bob;
    },
    async dispose() {
      for (const library of libraries) await library.close();
      vi.unstubAllEnvs();
    },
  };
}
