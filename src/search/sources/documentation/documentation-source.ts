/**
 * A documentation source: an index on disk, searched in this process and updated in a worker. Searches use an existing index
 * at once; only the first search waits for one.
 */

import { basename } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import { inBackground } from '../../../base/in-background.ts';
import type { SourcePage, SourceState } from '../../../contract/contract.ts';
import { readIndexFile } from '../../engine/index/index-file.ts';
import { openIndex } from '../../engine/open.ts';
import { noSynonyms, type Synonyms } from '../../engine/query/synonym-lookup.ts';
import type { SearchIndex } from '../../engine/types.ts';
import type { Retriever } from '../retriever.ts';
import { nextRevision } from '../revision.ts';
import type { Indexer } from './indexer.ts';
import type { IndexingProgress, IndexingResult, ReadingSize } from './indexing.ts';
import { lookUpPage } from './page-lookup.ts';
import { rootOf, urlBelow, urlOfInstalledPage } from './page-url.ts';
import { type ReadingChoice, readChoice, saveChoice } from './reading-choice.ts';
import { stampOf, statsOf } from './scan.ts';
import type { UnreadFile } from './scan-result.ts';
import { fileOf, type IndexSettings, missingRoot, type Root, settingsKey } from './settings.ts';
import { viewPage } from './view-page.ts';
import { createDocumentationWatcher } from './watch-documentation.ts';

export interface DocumentationOptions {
  readonly settings: IndexSettings;
  /** Folders that do not exist yet. `onchange` is called when they appear. */
  readonly missingRoots?: readonly Root[];
  /** The path of the index. */
  readonly indexFile: string;
  readonly indexer: Pick<Indexer, 'make'>;
  /** Called when the state changes. */
  readonly onchange: () => void;
  readonly log: (line: string) => void;
  /** Whether its folders are watched, so that it is indexed again when they change; true by default. */
  readonly watch?: boolean;
  /** How long a search waits for indexing. By default 20 s for the first index and 250 ms for an update. */
  readonly indexWaitMs?: number;
  /** Whether a person confirms the reading of many files (`confirmedAbove`) before the first index is made. */
  readonly confirmsReading?: boolean;
  /** The version of what the pages document. */
  readonly version?: string;
  /** Other meanings of words in a query. */
  readonly synonyms?: Synonyms;
  /** The address of the documentation on the web, for `urlBelow`. */
  readonly baseUrl?: string;
  /** The folders of a Wolfram installation among the roots: absolute paths. */
  readonly installedFolders?: readonly string[];
  /** The address of a page of a copy by its path below the root. */
  readonly urlInCopy?: (root: Root, path: string) => string | undefined;
}

/** Long enough for the documentation of most projects. */
const firstIndexWaitMs = 20_000;
/** A person confirms a first reading of more than this. */
const confirmAbove: ReadingSize = { files: 2_000, bytes: 50_000_000 };
/** Long enough for a search to find text that was saved a moment ago. */
const updateWaitMs = 250;

export async function openDocumentation(options: DocumentationOptions): Promise<Retriever> {
  const {
    settings,
    missingRoots = [],
    indexFile,
    indexer,
    onchange,
    log,
    indexWaitMs,
    confirmsReading = false,
  } = options;
  const { watch = true } = options;
  const { baseUrl, installedFolders = [], urlInCopy, synonyms = noSynonyms } = options;
  const key = settingsKey(settings);
  let openedStamp = stampOfIndex();
  let index = await readIndexFile(indexFile, key, synonyms);
  let revision = nextRevision();
  let result: IndexingResult | undefined;
  let failure: string | undefined;
  let progress: IndexingProgress | undefined;
  let currentRun: Promise<void> | undefined;
  let lastReading = Promise.resolve();
  /** Whether to index again after the current run. */
  let next: 'none' | 'changes' | 'everything' = 'none';
  let isClosed = false;
  let choice = readChoice(indexFile, key);
  /** The size that a person has to confirm. */
  let unconfirmedSize: ReadingSize | undefined;
  let stop = new SharedArrayBuffer(4);
  const watcher = createDocumentationWatcher(() => inBackground(update()));
  const missingPaths = missingRoots.map(({ path }) => path);

  /** From now on, the files are read without a limit, or stay unread after a stop. */
  function saveDecision(next: ReadingChoice): void {
    choice = next;
    unconfirmedSize = undefined;
    inBackground(saveChoice(indexFile, key, next));
  }

  /** How far reading got before a person stopped it. */
  const stoppedAt = () => (typeof choice === 'object' ? choice : undefined);

  /** Updates the index now, or after the current run, unless a person has to decide first. Never rejects. */
  function update(rebuild = false): Promise<void> {
    if (unconfirmedSize || stoppedAt()) return Promise.resolve();
    if (currentRun) {
      next = rebuild ? 'everything' : next === 'none' ? 'changes' : next;
      return currentRun;
    }
    currentRun = makeIndex(rebuild).finally(() => {
      currentRun = undefined;
      progress = undefined;
      onchange();
      const queuedChange = next;
      next = 'none';
      if (queuedChange !== 'none' && !isClosed) inBackground(update(queuedChange === 'everything'));
    });
    onchange();
    return currentRun;
  }

  async function makeIndex(rebuild: boolean): Promise<void> {
    try {
      const asks = confirmsReading && choice === undefined && { asksAbove: confirmAbove };
      stop = new SharedArrayBuffer(4);
      const [root] = missingRoots;
      if (settings.roots.length === 0 && root) throw new WorkbenchError('not-found', missingRoot(root.writtenPath));
      const outcome = await indexer.make(
        { settings, indexFile, rebuild, isOpen: index !== undefined, stop, ...asks },
        (report) => {
          progress = report;
          if (report.isSaved) inBackground(reopen());
          onchange();
        },
      );
      failure = undefined;
      if (outcome.unconfirmedSize) {
        unconfirmedSize = outcome.unconfirmedSize;
        return;
      }
      if (outcome.unsaved) {
        index = openIndex(outcome.unsaved.index, synonyms);
        revision = nextRevision();
        // Another program may have made the index, or an earlier opening of this source.
      } else if (outcome.isChanged || stampOfIndex() !== openedStamp) await reopen();
      // Not before the index: without a result, a search waits for this run.
      result = outcome;
      if (outcome.stopped) {
        saveDecision({ ...outcome.stopped });
        next = 'none';
      } else follow(outcome.folders);
    } catch (error) {
      failure = error instanceof WorkbenchError ? error.message : 'Its files could not be indexed: see the log.';
      if (!(error instanceof WorkbenchError)) log(`error: ${(error as Error).stack}`);
      // The folders may reappear.
      follow(settings.roots.map(({ path }) => path));
    }
  }

  function follow(folders: readonly string[]): void {
    if (watch && !isClosed) watcher.watch([...folders, ...missingPaths]);
  }

  /** Reads the saved index, after any earlier reading of it. Never rejects. */
  function reopen(): Promise<void> {
    lastReading = lastReading.then(async () => {
      // Read before the file, so that a change in between counts as a later one.
      openedStamp = stampOfIndex();
      index = (await readIndexFile(indexFile, key, synonyms)) ?? index;
      revision = nextRevision();
      onchange();
    });
    return lastReading;
  }

  /** Undefined if there is no index. */
  function stampOfIndex(): string | undefined {
    const stats = statsOf(indexFile);
    return stats && stampOf(stats);
  }

  /** Makes the index if necessary. @throws WorkbenchError */
  async function waitForIndex(signal: AbortSignal): Promise<SearchIndex> {
    const isFirst = !index && !failure;
    if (!result || failure)
      await waitAtMost(indexWaitMs ?? (isFirst ? firstIndexWaitMs : updateWaitMs), signal, update());
    if (failure) throw new WorkbenchError('failed', failure);
    if (index) return index;
    if (unconfirmedSize) {
      const files = unconfirmedSize.files.toLocaleString('en');
      throw new WorkbenchError('unavailable', `Its ${files} files have not been read: confirm that on its page.`);
    }
    if (stoppedAt())
      throw new WorkbenchError('unavailable', 'Reading its files was stopped: read the rest on its page.');
    const { doneCount = 0, totalCount = 0, isCounting } = progress ?? {};
    const count = totalCount > 0 && !isCounting ? ` (${doneCount} of ${totalCount} files)` : '';
    throw new WorkbenchError('unavailable', `Its files are still being read${count}: search again in a moment.`);
  }

  function url(location: string): string | undefined {
    const { root, path } = rootOf(settings, location) ?? {};
    if (!root || path === undefined) return undefined;
    if (root.isCopy) return urlInCopy?.(root, path);
    if (installedFolders.includes(root.path)) return urlOfInstalledPage(`${basename(root.path)}/${path}`);
    return baseUrl === undefined ? undefined : urlBelow(baseUrl, path);
  }

  return {
    url,
    async retrieve(query, { limit, signal }) {
      const current = await waitForIndex(signal);
      const { parsedQuery, ranked, fit } = current.search(query, { limit });
      const message = describeState();
      const extent = describeExtent();
      const remarks = { ...(extent !== '' && { extent }), ...(message !== undefined && { message }) };
      return { rankedPassages: ranked, parsedQuery, fit, revision, ...remarks };
    },
    state(): SourceState {
      if (currentRun && (progress || !index)) {
        const { doneCount, totalCount, isCounting } = progress ?? { doneCount: 0, totalCount: 0, isCounting: true };
        return {
          kind: 'indexing',
          done: doneCount,
          total: totalCount,
          searchable: index !== undefined,
          ...(isCounting && { isCounting }),
        };
      }
      if (unconfirmedSize) return { kind: 'unconfirmed', ...unconfirmedSize };
      const halt = stoppedAt();
      if (halt) return { kind: 'stopped', ...halt, searchable: index !== undefined, revision };
      if (failure) return { kind: 'failed', message: failure };
      if (!index) return { kind: 'idle' };
      // A missing root is a problem of the source's file and is reported there.
      const unreadFiles = (result?.unreadFiles ?? []).filter((unreadFile) => !isMissingRoot(unreadFile)).slice(0, 100);
      return {
        kind: 'ready',
        pages: index.textPageCount,
        passages: index.passageCount,
        revision,
        unread: unreadFiles.map((unreadFile) => ({ ...unreadFile })),
        remarks: (result?.remarks ?? []).slice(0, 100).map((remark) => ({ ...remark })),
      };
    },
    prepare() {
      if (!result && !currentRun) inBackground(update());
    },
    async page(location): Promise<SourcePage> {
      const current = await waitForIndex(AbortSignal.timeout(firstIndexWaitMs));
      const onWeb = url(location);
      const isCopy = rootOf(settings, location)?.root.isCopy;
      return viewPage(current, location, { address: isCopy ? onWeb : fileOf(settings, location), url: onWeb });
    },
    async lookUp(title) {
      return lookUpPage(await waitForIndex(AbortSignal.timeout(firstIndexWaitMs)), title, url);
    },
    async read() {
      saveDecision('confirmed');
      inBackground(update());
    },
    async stop() {
      Atomics.store(new Int32Array(stop), 0, 1);
    },
    async refresh() {
      await update();
    },
    async reindex() {
      saveDecision('confirmed');
      inBackground(update(true));
    },
    async close() {
      isClosed = true;
      watcher.close();
    },
  };

  /** Tells a model that finds no fitting page which version is documented, and whether files are missing. */
  function describeExtent(): string {
    const unreadCount = result?.unreadFiles.length ?? 0;
    const isPart = unreadCount > 0 || stoppedAt() !== undefined;
    return [
      ...(options.version === undefined ? [] : [`It documents version ${options.version}.`]),
      ...(isPart ? ['It is not complete: not all of its files were read.'] : []),
    ].join(' ');
  }

  function describeState(): string | undefined {
    if (result?.unsaved) return `${result.unsaved.message} Until then, every start reads the files again.`;
    const halt = stoppedAt();
    if (halt) return `Reading its files was stopped after ${halt.done} of ${halt.total}.`;
    if (currentRun && progress && !progress.isCounting && progress.totalCount > 0)
      return `Its files are being read: ${progress.doneCount} of ${progress.totalCount} so far.`;
    const unfound = missingRoots.map(({ writtenPath }) => ({ file: writtenPath, message: missingRoot(writtenPath) }));
    const [first, ...otherFiles] = [...unfound, ...(result?.unreadFiles ?? [])];
    if (!first) return undefined;
    if (isMissingRoot(first) && otherFiles.length === 0) return first.message;
    const fileNames = otherFiles.length === 0 ? first.file : `${otherFiles.length + 1} files, such as ${first.file},`;
    return `${fileNames} could not be read: ${first.message}`;
  }
}

function isMissingRoot({ file, message }: UnreadFile): boolean {
  return message === missingRoot(file);
}

/** Waits for work until a timeout or an abort. The work continues. */
async function waitAtMost(timeoutMs: number, signal: AbortSignal, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};
  const timeLimit = new Promise<void>((resolve) => {
    stop = resolve;
    timer = setTimeout(resolve, timeoutMs);
    signal.addEventListener('abort', stop, { once: true });
  });
  await Promise.race([work, timeLimit]);
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
}
