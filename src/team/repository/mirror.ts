/** A bare clone of the repository that a team server serves. Every process makes it again: nothing in it matters. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { TaskQueue } from '../../base/task-queue.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import { shortSha256 } from '../../files/sha256.ts';
import { type CommitFile, listCommit, type WrittenFiles, writeFiles } from '../../git/commit-files.ts';
import { checkRef, type RepositoryPlace, resolveCommit } from '../../git/repository.ts';
import { findReason, readGit, runGit } from '../../git/run-git.ts';

/** How long a remote that accepts a connection may then be silent. */
const fetchTimeoutMs = 60_000;

/** No maintenance in the background, and no program that an address names (`ext::`). */
const settings = ['gc.auto=0', 'maintenance.auto=false', 'protocol.ext.allow=never'].flatMap((value) => ['-c', value]);

/** Branches and tags, also those that were replaced by force. */
const refspecs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];

export interface MirrorOptions {
  /** An address that git fetches from, or the path of a repository. */
  readonly repository: string;
  /** A branch or tag. */
  readonly ref: string;
  /** The workspace's folder in the repository: `''`, or with a slash at its end. */
  readonly prefix: string;
  /** A folder that does not exist yet. */
  readonly dir: string;
}

/** A commit for people. */
export interface CommitDescription {
  /** Its full id. */
  readonly id: string;
  /** When it was committed, ISO 8601. */
  readonly time: string;
  readonly subject: string;
}

const maxDescriptions = 100;

export class Mirror {
  readonly #repository: string;
  readonly #ref: string;
  readonly #place: RepositoryPlace;
  readonly #stopController = new AbortController();
  readonly #descriptions = new Map<string, CommitDescription>();
  /** What the last fetch has brought. */
  #lastTip: string | undefined;
  /** Two fetches at a time fail, because each locks the branches. */
  readonly #fetches = new TaskQueue();

  private constructor({ repository, ref, prefix, dir }: MirrorOptions) {
    this.#repository = sourceOf(repository);
    this.#ref = ref;
    this.#place = { dir, prefix };
  }

  /** Makes the clone, without fetching. @throws WorkbenchError `invalid-input` for a ref, `unavailable` without git */
  static async create(options: MirrorOptions): Promise<Mirror> {
    checkRef(options.ref);
    await mkdir(options.dir, { recursive: true });
    const { code, stderr } = await runGit(options.dir, ['init', '--quiet', '--bare']);
    if (code !== 0) throw new WorkbenchError('failed', `git cannot make a repository: ${findReason(stderr, code)}.`);
    return new Mirror(options);
  }

  /** Fetches, and returns the commit of the ref. @throws WorkbenchError `unavailable` with git's own reason, `not-found` */
  fetch(): Promise<string> {
    return this.#fetches.run(() => this.#fetch());
  }

  async #fetch(): Promise<string> {
    const args = [...settings, 'fetch', '--quiet', '--force', '--prune', '--no-tags', '--', this.#repository];
    const { code, stderr } = await runGit(this.#place.dir, [...args, ...refspecs], {
      timeoutMs: fetchTimeoutMs,
      signal: this.#stopController.signal,
    });
    if (code !== 0)
      throw new WorkbenchError(
        'unavailable',
        `The repository cannot be fetched: ${withoutSecrets(findReason(stderr, code))}.`,
      );
    const tip = await resolveCommit(this.#place.dir, this.#ref).catch((error: unknown) => {
      if (!(error instanceof WorkbenchError) || error.code !== 'not-found') throw error;
      throw new WorkbenchError(
        'not-found',
        `The repository has no "${this.#ref}" yet: push it, or name another --ref.`,
      );
    });
    this.#lastTip = tip;
    return tip;
  }

  /** @param commit a full id, or the start of one */
  async resolve(commit: string): Promise<string> {
    return resolveCommit(this.#place.dir, commit);
  }

  /** Fetches only if the clone lacks the commit. @throws WorkbenchError as `fetch`; `not-found` if the remote lacks it too */
  async ensure(commit: string): Promise<void> {
    if (await this.#has(commit)) return;
    // A fetch that ran meanwhile may have brought it.
    await this.#fetches.run(async () => (await this.#has(commit)) || this.#fetch());
    if (!(await this.#has(commit)))
      throw new WorkbenchError('not-found', `The repository has no commit ${commit}: push it, or publish another one.`);
  }

  /** The regular files of the workspace. */
  async list(commit: string): Promise<readonly CommitFile[]> {
    return listCommit(this.#place, commit, []);
  }

  /** Writes listed files. @param folder an existing empty folder @param formerFiles see `writeFiles` */
  async write(files: readonly CommitFile[], folder: string, formerFiles?: WrittenFiles): Promise<void> {
    await writeFiles(this.#place, files, folder, formerFiles);
  }

  /** The subject and the time of a commit; undefined if the clone lacks it. */
  async describe(commit: string): Promise<CommitDescription | undefined> {
    const knownDescription = this.#descriptions.get(commit);
    if (knownDescription) return knownDescription;
    const text = await readGit(this.#place.dir, ['log', '-1', '--format=%cI%n%s', commit, '--']).catch(() => undefined);
    const [time = '', subject = ''] = text?.toString('utf8').split('\n') ?? [];
    if (text === undefined) return undefined;
    const description = { id: commit, time: new Date(time).toISOString(), subject: cleanText(subject).slice(0, 200) };
    this.#descriptions.set(commit, description);
    const [oldestKey] = this.#descriptions.keys();
    if (this.#descriptions.size > maxDescriptions && oldestKey !== undefined) this.#descriptions.delete(oldestKey);
    return description;
  }

  /** Ends a running fetch. */
  close(): void {
    this.#stopController.abort();
  }

  async #has(commit: string): Promise<boolean> {
    if (commit === this.#lastTip) return true;
    return readGit(this.#place.dir, ['cat-file', '-e', `${commit}^{commit}`]).then(
      () => true,
      () => false,
    );
  }
}

/** The folder of a workspace in its repository, for git: `''`, or with a slash at its end. */
export function prefixOf(folder: string): string {
  const path = folder.replace(/^[./]+|\/+$/g, '');
  return path === '' ? '' : `${path}/`;
}

/** Makes a relative path absolute, because git runs in the clone. */
function sourceOf(repository: string): string {
  if (repository === '' || repository.startsWith('-'))
    throw new WorkbenchError('invalid-input', `${JSON.stringify(repository)} is not the address of a repository.`);
  return !isAbsolute(repository) && existsSync(repository) ? resolve(repository) : repository;
}

/** Removes the name and password of an account from addresses in a text. */
export function withoutSecrets(text: string): string {
  return text.replace(/(\w+:\/\/)[^/@\s]+@/g, '$1');
}

/** The key of the library for everything that replicas share: the same for the same repository, ref and folder. */
export function libraryKey({ repository, ref, prefix }: Omit<MirrorOptions, 'dir'>): string {
  const text = JSON.stringify([withoutSecrets(repository).replace(/(\.git)?\/?$/, ''), ref, prefix]);
  return shortSha256(text);
}
