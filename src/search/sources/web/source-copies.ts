/** Fetches the copies of sources on request and on schedule, one after another, and reports their state. */
import { join } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import { isPrivateUrl } from '../../../base/network-address.ts';
import type { WebCopy } from '../../../contract/contract.ts';
import { codeOf } from '../../../files/file-errors.ts';
import { makePrivateFolder } from '../../../files/make-folder.ts';
import { asksOfSource } from '../../../model/asks.ts';
import type { DocumentationSource, SourceDefinition, WebPages } from '../../../model/definitions.ts';
import { outsideFolder } from '../../../trust/outside-folder.ts';
import type { Trust } from '../../../trust/trust.ts';
import { lockIndex } from '../documentation/index-lock.ts';
import { copyFolder, type Manifest, manifestStamp, readManifest, removeUnnamedCopies, requestKey } from './copy.ts';
import type { FetchProgress, FetchResult } from './fetch-pages.ts';
import { nextFetchAt } from './refresh.ts';

export interface SourceCopiesOptions {
  readonly cacheDir: string;
  /** `dist/indexer.cjs`. */
  readonly workerFile: string;
  readonly trust: Trust;
  /** Called when the state of a copy changes. */
  readonly onchange: () => void;
  readonly log: (line: string) => void;
}

/** The outcome of one copy. `failure` is a sentence. */
export interface FetchedCopy extends FetchResult {
  readonly url: string;
  readonly version?: string;
}

export interface SourceCopies {
  /**
   * Starts to fetch all copies of a source. `outcome` never rejects.
   * @throws NotAllowedError; WorkbenchError if the source has no copies or is already being fetched
   */
  start(name: string, definition: SourceDefinition): Promise<{ readonly outcome: Promise<readonly FetchedCopy[]> }>;
  /** Fetches the copies that are due, if that is allowed. @returns whether there were any */
  fetchDue(name: string, definition: SourceDefinition): Promise<boolean>;
  /** Stops fetching; the copies keep what was fetched. */
  stop(name: string): void;
  stateOf(name: string, definition: DocumentationSource): WebCopy[];
  /** Removes the copies of the workspace that none of its sources names. @param definitions all of them */
  removeUnnamed(definitions: readonly SourceDefinition[]): Promise<void>;
  close(): Promise<void>;
}

interface FetchRun {
  readonly stopController: AbortController;
  /** The folder of the copy that is being fetched. */
  key: string;
  progress: FetchProgress;
  readonly outcome: Promise<readonly FetchedCopy[]>;
}

const lockIntervalMs = 20_000;

export function createSourceCopies({ cacheDir, workerFile, trust, onchange, log }: SourceCopiesOptions): SourceCopies {
  const runs = new Map<string, FetchRun>();
  /** Failures of this process that are in no manifest, by copy. */
  const failures = new Map<string, string>();
  const manifests = new Map<string, { readonly stamp: string; readonly manifest: Manifest | undefined }>();
  let isClosed = false;
  const folderOf = (pages: WebPages) => copyFolder(cacheDir, trust.root, pages);

  function start(name: string, allPages: readonly WebPages[], isDue: (pages: WebPages) => boolean): FetchRun {
    if (isClosed) throw new WorkbenchError('unavailable', 'The program is closing.');
    if (runs.has(name)) throw new WorkbenchError('conflict', `${name} is being fetched already: wait for it.`);
    const stopController = new AbortController();
    const run: FetchRun = {
      stopController,
      key: '',
      progress: nothingYet,
      outcome: Promise.resolve().then(fetchAll),
    };
    runs.set(name, run);
    return run;

    async function fetchAll(): Promise<readonly FetchedCopy[]> {
      const copies: FetchedCopy[] = [];
      for (const pages of allPages) {
        const { url, version } = pages;
        run.key = folderOf(pages);
        run.progress = nothingYet;
        onchange();
        const result = await fetchCopy(pages, run, isDue);
        if (!result) continue;
        const failure = result.failure === undefined ? {} : { failure: failureSentence(url, result.failure) };
        copies.push({ url, ...(version !== undefined && { version }), ...result, ...failure });
      }
      runs.delete(name);
      onchange();
      return copies;
    }
  }

  /** @returns undefined if another program has fetched the copy meanwhile */
  async function fetchCopy(pages: WebPages, run: FetchRun, isDue: (pages: WebPages) => boolean) {
    const copy = run.key;
    failures.delete(copy);
    if (run.stopController.signal.aborted) return { ...noChange, isStopped: true as const };
    try {
      return await withLock(copy, async () => (isDue(pages) ? fetchOne(pages, copy, run) : undefined));
    } catch (error) {
      const isExpected = error instanceof WorkbenchError;
      if (!isExpected) log(`error: Fetching ${pages.url} failed unexpectedly: ${(error as Error).stack}`);
      const failure = isExpected ? error.message : 'it failed unexpectedly: see the log';
      failures.set(copy, failure);
      return { ...noChange, failure };
    }
  }

  async function fetchOne(pages: WebPages, copy: string, run: FetchRun): Promise<FetchResult> {
    const job = { pages, copy, allowsPrivate: isPrivateUrl(pages.url) };
    const { signal } = run.stopController;
    try {
      if (pages.type === 'Git') {
        const { fetchRepository } = await import('./fetch-repository.ts');
        return await fetchRepository(job, signal);
      }
      const { fetchInWorker } = await import('./fetch-in-worker.ts');
      return await fetchInWorker(job, {
        workerFile,
        signal,
        report(progress) {
          run.progress = progress;
          onchange();
        },
      });
    } catch (error) {
      // The worker did not stop in time.
      if (signal.aborted) return { ...noChange, isStopped: true };
      throw error;
    }
  }

  /** Windows list the sources several times a second during a fetch. */
  function manifestOf(copy: string): Manifest | undefined {
    const stamp = manifestStamp(copy);
    const knownManifest = manifests.get(copy);
    if (knownManifest?.stamp === stamp) return knownManifest.manifest;
    const manifest = readManifest(copy);
    manifests.set(copy, { stamp, manifest });
    return manifest;
  }

  /** Several programs may fetch the same copy at the same moment. */
  async function withLock<T>(copy: string, work: () => Promise<T>): Promise<T> {
    await makePrivateFolder(copy).catch((error: unknown) => {
      throw new WorkbenchError(
        'failed',
        `its pages cannot be saved in ${cacheDir} (${codeOf(error) ?? String(error)})`,
      );
    });
    const lock = await lockIndex(join(copy, 'fetch'), () => {
      throw new WorkbenchError('conflict', 'another program is fetching it: wait for it');
    });
    const timer = setInterval(() => lock.refresh(), lockIntervalMs).unref();
    try {
      return await work();
    } finally {
      clearInterval(timer);
      await lock.release();
    }
  }

  return {
    async start(name, definition) {
      const allPages = webOf(definition);
      if (allPages.length === 0)
        throw new WorkbenchError('invalid-input', `${name} has no pages on the web: add an address under Web.`);
      await trust.require(fetchAsks(definition, trust.root));
      return { outcome: start(name, allPages, () => true).outcome };
    },
    async fetchDue(name, definition) {
      const isDue = (pages: WebPages) => {
        const at = nextFetchAt(pages, readManifest(folderOf(pages)));
        return at !== undefined && at <= Date.now();
      };
      const duePages = webOf(definition).filter((pages) => pages.refresh && isDue(pages));
      if (duePages.length === 0 || runs.has(name) || isClosed) return false;
      if ((await trust.missing(fetchAsks(definition, trust.root))).length > 0) return false;
      // Another program may have fetched them a moment ago.
      await start(name, duePages, isDue).outcome;
      return true;
    },
    stop: (name) => runs.get(name)?.stopController.abort(),
    stateOf(name, definition) {
      const run = runs.get(name);
      return webOf(definition).map((pages) => {
        const copy = folderOf(pages);
        const state = copyState(pages, manifestOf(copy), run?.key === copy ? run.progress : undefined);
        const failure = failures.get(copy);
        return failure === undefined ? state : { ...state, failure: failureSentence(pages.url, failure) };
      });
    },
    removeUnnamed: (definitions) => removeUnnamedCopies(cacheDir, trust.root, definitions.flatMap(webOf)),
    async close() {
      isClosed = true;
      for (const { stopController } of runs.values()) stopController.abort();
      await Promise.all([...runs.values()].map(({ outcome }) => outcome));
    },
  };
}

const nothingYet: FetchProgress = { doneCount: 0, totalCount: 0 };
const noChange = { pages: 0, changedCount: 0, removedCount: 0 } as const;

function webOf(definition: SourceDefinition): readonly WebPages[] {
  return definition.type === 'Documentation' ? (definition.web ?? []) : [];
}

/** Without the folders of the source, which a fetch does not read. */
function fetchAsks(definition: SourceDefinition, root: string) {
  if (definition.type !== 'Documentation') return [];
  return asksOfSource({ ...definition, folders: [] }, (folder) => outsideFolder(root, folder));
}

function copyState(pages: WebPages, manifest: Manifest | undefined, progress: FetchProgress | undefined): WebCopy {
  const { url, version, refresh } = pages;
  const nextAt = nextFetchAt(pages, manifest);
  const { fetchedAt, failure } = manifest ?? {};
  return {
    url,
    ...(version !== undefined && { version }),
    ...(refresh && { refresh }),
    pages: manifest?.pages ?? 0,
    bytes: manifest?.bytes ?? 0,
    ...(fetchedAt !== undefined && { fetchedAt }),
    ...(failure !== undefined && { failure: failureSentence(url, failure) }),
    ...(nextAt !== undefined && { nextAt }),
    isChanged: manifest !== undefined && manifest.asked !== requestKey(pages),
    problems: manifest?.problems ?? [],
    ...(progress && { fetching: { done: progress.doneCount, total: progress.totalCount } }),
  };
}

/** @param clause `it answered with HTTP 500` */
function failureSentence(url: string, clause: string): string {
  return `${url} could not be fetched: ${clause}.`;
}
