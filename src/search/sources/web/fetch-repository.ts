/** Fetches the documentation folder of a git repository into its copy, without its history. */
import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { type Dirent, existsSync } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inBackground } from '../../../base/in-background.ts';
import { isPrivateAddress } from '../../../base/network-address.ts';
import { makePrivateFolder } from '../../../files/make-folder.ts';
import { folderOfFileUrl } from '../../../model/asks.ts';
import type { WebPages } from '../../../model/definitions.ts';
import { startDeadline } from '../../../outside/deadline.ts';
import { OutsideError } from '../../../outside/limits.ts';
import { PrivateAddressError } from '../../../outside/lookup.ts';
import { proxyOf } from '../../../outside/proxy.ts';
import { isReadableFormat } from '../readers/formats.ts';
import { type Manifest, pagesFolder, readManifest, requestKey, writeManifest } from './copy.ts';
import type { FetchJob, FetchResult } from './fetch-pages.ts';
import { type GitRun, runGit } from './git-program.ts';

const timeoutMs = 600_000;
const watchIntervalMs = 500;

/** Never rejects because of git or the server: the result and the manifest say what went wrong. */
export async function fetchRepository(job: FetchJob, signal: AbortSignal): Promise<FetchResult> {
  const { pages, copy } = job;
  const before = readManifest(copy);
  const next = join(copy, `next-${randomBytes(6).toString('hex')}`);
  const now = Date.now();
  const key = requestKey(pages);
  const emptyManifest: Manifest = {
    version: 1,
    asked: key,
    triedAt: now,
    isComplete: false,
    pages: 0,
    bytes: 0,
    documents: [],
    problems: [],
  };
  await makePrivateFolder(next);
  const deadline = startDeadline(timeoutMs, signal);
  try {
    const tree = await fetchTree(job, next, before, deadline.signal);
    const manifest = { ...emptyManifest, ...tree.counts, fetchedAt: now, isComplete: true, commit: tree.commit };
    await writeManifest(copy, manifest, webFolderOf(pages, tree.commit));
    const { pages: count } = tree.counts;
    return { pages: count, changedCount: tree.isNew ? count : 0, removedCount: 0 };
  } catch (error) {
    const isStopped = signal.aborted;
    if (!isStopped && !(error instanceof OutsideError)) throw error;
    const failure = isStopped ? undefined : (error as OutsideError).message;
    const { failure: _, ...keptFields } = before ?? emptyManifest;
    const manifest = {
      ...keptFields,
      asked: key,
      triedAt: now,
      isComplete: false,
      ...(failure !== undefined && { failure }),
    };
    await writeManifest(copy, manifest, before?.commit === undefined ? undefined : webFolderOf(pages, before.commit));
    const counts = { pages: manifest.pages, changedCount: 0, removedCount: 0 };
    return isStopped ? { ...counts, isStopped } : { ...counts, ...(failure !== undefined && { failure }) };
  } finally {
    deadline.end();
    await rm(next, { recursive: true, force: true });
  }
}

interface FetchedTree {
  readonly commit: string;
  readonly counts: { readonly pages: number; readonly bytes: number };
  readonly isNew: boolean;
}

async function fetchTree(
  { pages, copy, allowsPrivate }: FetchJob,
  next: string,
  before: Manifest | undefined,
  signal: AbortSignal,
): Promise<FetchedTree> {
  const { ref, folder = '', maxMegabytes } = pages;
  const { address, ...connection } = await connectionOf(pages, allowsPrivate, next, signal);
  const git = (args: readonly string[], cwd = next, ending = signal) =>
    runGit(args, { ...connection, cwd, home: next, signal: ending });
  const commit = commitIn(await git(['ls-remote', '--quiet', '--', address, ...refsOf(ref)]), ref);
  if (commit === before?.commit && existsSync(pagesFolder(copy)) && before.asked === requestKey(pages))
    return { commit, counts: { pages: before.pages, bytes: before.bytes }, isNew: false };
  const repository = join(next, 'repository');
  const shallow = ['--quiet', '--depth=1', '--single-branch', '--no-tags', '--no-checkout', '--filter=blob:none'];
  // A path alone would copy the repository with its history.
  const localOptions = connection.protocol === 'file' ? ['--no-local'] : [];
  const branchOptions = ref === undefined ? [] : [`--branch=${ref}`];
  await stopBeyondSize(next, maxMegabytes * 2, signal, async (ending) => {
    const clone = [
      'clone',
      ...shallow,
      '--template=',
      '--no-recurse-submodules',
      ...localOptions,
      ...branchOptions,
      '--',
      address,
      repository,
    ];
    await git(clone, next, ending);
    if (folder !== '') await git(['sparse-checkout', 'set', '--no-cone', `/${folder}/`], repository, ending);
    await git(['checkout', '--quiet', '--no-recurse-submodules'], repository, ending);
  });
  const head = (await git(['rev-parse', 'HEAD'], repository)).trim();
  const tree = folder === '' ? repository : join(repository, folder);
  await rm(join(repository, '.git'), { recursive: true, force: true });
  const isFolder = await lstat(tree).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new OutsideError(`the repository has no folder ${folder}: correct Folder`);
  const counts = await countPages(tree, maxMegabytes);
  if (counts.pages > pages.maxPages)
    throw new OutsideError(`it has ${counts.pages.toLocaleString('en')} pages: name a Folder in it, or raise MaxPages`);
  await replaceFiles(pagesFolder(copy), tree, join(next, 'former'));
  return { commit: head, counts, isNew: true };
}

interface Connection extends Pick<GitRun, 'protocol' | 'settings' | 'proxy'> {
  readonly address: string;
}

/** @throws OutsideError for an address that is private, or cannot be bound to a public one */
async function connectionOf(
  pages: WebPages,
  allowsPrivate: boolean,
  home: string,
  signal: AbortSignal,
): Promise<Connection> {
  const folder = folderOfFileUrl(pages.url);
  if (folder !== undefined) return { address: folder, protocol: 'file', settings: [] };
  const url = new URL(pages.url);
  const protocol = url.protocol.slice(0, -1);
  if (allowsPrivate) return { address: pages.url, protocol, settings: [] };
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const lookupAddresses = await lookup(host, { all: true }).catch(() => undefined);
  const privateHost = lookupAddresses?.find(({ address }) => isPrivateAddress(address));
  if (privateHost) throw new PrivateAddressError(host, privateHost.address);
  if (protocol === 'ssh') return { address: pages.url, protocol, settings: [] };
  const proxy = await proxyOf(url);
  if (proxy) return { address: pages.url, protocol, settings: [], proxy: proxy.href };
  if (!lookupAddresses) throw new OutsideError('there is no such computer');
  const version = await runGit(['version'], { cwd: home, home, protocol, settings: [], signal });
  const [, major, minor] = (/(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  // The first version with `http.curloptResolve`: without it, git would look the name up again.
  if ((major ?? 0) * 1_000 + (minor ?? 0) < 2_037) throw new OutsideError('it needs git 2.37 or newer: update git');
  const port = url.port || (protocol === 'https' ? '443' : '80');
  const addresses = lookupAddresses.map(({ address }) => (address.includes(':') ? `[${address}]` : address)).join(',');
  return { address: pages.url, protocol, settings: [`http.curloptResolve=${host}:${port}:${addresses}`] };
}

/** The folder itself stays, because programs watch it. */
async function replaceFiles(folder: string, replacement: string, formerFolder: string): Promise<void> {
  await makePrivateFolder(folder);
  await mkdir(formerFolder, { mode: 0o700 });
  for (const name of await readdir(folder)) await rename(join(folder, name), join(formerFolder, name));
  for (const name of await readdir(replacement)) await rename(join(replacement, name), join(folder, name));
}

function refsOf(ref: string | undefined): readonly string[] {
  return ref === undefined ? ['HEAD'] : [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/tags/${ref}^{}`];
}

/** A branch takes precedence over a tag, as in `git clone --branch`. An annotated tag gives its commit. */
function commitIn(refList: string, ref: string | undefined): string {
  const commits = new Map(
    refList.split('\n').flatMap((line) => {
      const [, commit, name] = /^([0-9a-f]{40,64})\t(\S+)$/.exec(line) ?? [];
      return commit !== undefined && name !== undefined ? [[name, commit] as const] : [];
    }),
  );
  const [head, tag, peeled] = refsOf(ref).map((name) => commits.get(name));
  const commit = head ?? peeled ?? tag;
  if (commit === undefined)
    throw new OutsideError(
      ref === undefined ? 'the repository is empty' : `it has no branch or tag ${ref}: correct Ref`,
    );
  return commit;
}

/** Aborts work whose files grow beyond a size. */
async function stopBeyondSize(
  folder: string,
  maxMegabytes: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  let isChecking = false;
  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    const size = await sizeOf(folder, maxMegabytes * 1e6).catch(() => 0);
    isChecking = false;
    if (size > maxMegabytes * 1e6) ending.abort(tooLarge(maxMegabytes / 2));
  };
  const timer = setInterval(() => inBackground(check()), watchIntervalMs);
  try {
    await work(ending.signal);
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', end);
  }
}

function tooLarge(maxMegabytes: number): OutsideError {
  return new OutsideError(`it has more than ${maxMegabytes} MB: name a Folder in it, or raise MaxMegabytes`);
}

async function countPages(folder: string, maxMegabytes: number): Promise<{ pages: number; bytes: number }> {
  const bytes = await sizeOf(folder, maxMegabytes * 1e6);
  if (bytes > maxMegabytes * 1e6) throw tooLarge(maxMegabytes);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const isHidden = ({ parentPath, name }: Dirent) =>
    /(^|[/\\])\./.test(join(parentPath, name).slice(folder.length + 1));
  return {
    pages: entries.filter((dirent) => dirent.isFile() && isReadableFormat(dirent.name) && !isHidden(dirent)).length,
    bytes,
  };
}

/** The size of all files in bytes; stops counting above the limit. */
async function sizeOf(folder: string, limit: number): Promise<number> {
  let size = 0;
  const folders = [folder];
  for (let index = folders.pop(); index !== undefined && size <= limit; index = folders.pop()) {
    for (const entry of await readdir(index, { withFileTypes: true }).catch(() => [])) {
      const path = join(index, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else
        size += await lstat(path).then(
          (stats) => stats.size,
          () => 0,
        );
      if (size > limit) break;
    }
  }
  return size;
}

/** The web address of a commit's files on well-known hosts. */
export function webFolderOf(
  { url, folder = '' }: Pick<WebPages, 'url' | 'folder'>,
  commit: string,
): string | undefined {
  const { protocol, hostname, pathname } = new URL(url);
  if (protocol === 'file:') return undefined;
  const views: Readonly<Record<string, string>> = {
    'github.com': `/blob/${commit}/`,
    'gitlab.com': `/-/blob/${commit}/`,
    'codeberg.org': `/src/commit/${commit}/`,
  };
  const view = views[hostname];
  const path = pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  const within = folder.split('/').map(encodeURIComponent).join('/');
  return view === undefined ? undefined : `https://${hostname}${path}${view}${within}`;
}
