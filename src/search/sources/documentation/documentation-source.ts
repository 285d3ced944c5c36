/**
 * A documentation source: an index on disk, searched in this process and renewed in a worker. What is there is searched
 * at once; the first search ever waits for the index, later ones never do.
 */

import { WorkbenchError } from '../../../base/errors.ts';
import { inBackground } from '../../../base/in-background.ts';
import type { SourcePage, SourceState } from '../../../contract/contract.ts';
import { readIndexFile } from '../../engine/index-file.ts';
import { openIndex } from '../../engine/open.ts';
import type { SearchIndex } from '../../engine/types.ts';
import type { Retriever } from '../retriever.ts';
import type { Indexer } from './indexer.ts';
import type { IndexingProgress, IndexingResult } from './indexing.ts';
import { pageOf } from './page-view.ts';
import type { UnreadFile } from './scan.ts';
import { fileOf, type IndexSettings, missingRoot, settingsKey } from './settings.ts';
import { followFolders } from './watch-documentation.ts';

export interface DocumentationOptions {
  readonly settings: IndexSettings;
  /** Where the index is kept. */
  readonly indexFile: string;
  readonly indexer: Pick<Indexer, 'make'>;
  /** Told whenever its state has changed. */
  readonly onchange: () => void;
  readonly log: (line: string) => void;
  /**
   * How long a search waits for files to be read. In milliseconds; by default some seconds for the very first index and
   * next to nothing for one that is there already.
   */
  readonly indexWaitMs?: number;
}

/** Long enough for the documentation of most projects. Milliseconds. */
const atFirst = 20_000;
/** A search gives a look at changed files that long, for what was written a moment ago. Milliseconds. */
const briefly = 250;

export function openDocumentation(options: DocumentationOptions): Retriever {
  const { settings, indexFile, indexer, onchange, log, indexWaitMs } = options;
  const key = settingsKey(settings);
  let index = readIndexFile(indexFile, key);
  let revision = 0;
  let result: IndexingResult | undefined;
  let failure: string | undefined;
  let progress: IndexingProgress | undefined;
  let making: Promise<void> | undefined;
  /** Another look is wanted after this one. */
  let again: 'no' | 'changes' | 'everything' = 'no';
  let isClosed = false;
  const watcher = followFolders(() => inBackground(renew()));

  /** Looks at the files, now or once the look under way is over. Never rejects. */
  function renew(anew = false): Promise<void> {
    if (making) {
      again = anew ? 'everything' : again === 'no' ? 'changes' : again;
      return making;
    }
    making = make(anew).finally(() => {
      making = undefined;
      progress = undefined;
      onchange();
      const wanted = again;
      again = 'no';
      if (wanted !== 'no' && !isClosed) inBackground(renew(wanted === 'everything'));
    });
    onchange();
    return making;
  }

  async function make(anew: boolean): Promise<void> {
    try {
      result = await indexer.make({ settings, indexFile, anew }, (next) => {
        progress = next;
        if (next.saved) reopen();
        onchange();
      });
      failure = undefined;
      if (result.unkept) {
        index = openIndex(result.unkept.index);
        revision++;
      } else if (result.changed || !index) reopen();
      if (!isClosed) watcher.watch(result.folders);
    } catch (error) {
      failure = error instanceof WorkbenchError ? error.message : 'Its files could not be indexed: see the log.';
      if (!(error instanceof WorkbenchError)) log(`error: ${(error as Error).stack}`);
      // What was there may come again.
      if (!isClosed) watcher.watch(settings.roots.map(({ path }) => path));
    }
  }

  function reopen(): void {
    index = readIndexFile(indexFile, key) ?? index;
    revision++;
  }

  /** The index, made if need be. @throws WorkbenchError */
  async function ready(signal: AbortSignal): Promise<SearchIndex> {
    const isFirst = !index && !failure;
    if (!result || failure) await within(indexWaitMs ?? (isFirst ? atFirst : briefly), signal, renew());
    if (failure) throw new WorkbenchError('failed', failure);
    if (index) return index;
    const { done = 0, total = 0 } = progress ?? {};
    const count = total > 0 ? ` (${done} of ${total} files)` : '';
    throw new WorkbenchError('unavailable', `Its files are still being read${count}: search again in a moment.`);
  }

  return {
    async retrieve(query, { limit, signal }) {
      const current = await ready(signal);
      const { parsed, ranked } = current.search(query, { limit });
      const message = remark();
      return { ranked, parsed, ...(message !== undefined && { message }) };
    },
    state(): SourceState {
      if (making && (progress || !index)) {
        const { done = 0, total = 0 } = progress ?? {};
        return { kind: 'indexing', done, total, searchable: index !== undefined };
      }
      if (failure) return { kind: 'failed', message: failure };
      if (!index) return { kind: 'idle' };
      // A root that is not there is a problem of the source's file, and told as one.
      const unread = (result?.unread ?? []).filter((each) => !isMissingRoot(each)).slice(0, 100);
      return {
        kind: 'ready',
        pages: index.pageCount,
        passages: index.passageCount,
        revision,
        unread: unread.map((each) => ({ ...each })),
      };
    },
    prepare() {
      if (!result && !making) inBackground(renew());
    },
    async page(location): Promise<SourcePage> {
      const current = await ready(AbortSignal.timeout(atFirst));
      return pageOf(current, location, fileOf(settings, location));
    },
    async reindex() {
      inBackground(renew(true));
    },
    async close() {
      isClosed = true;
      watcher.close();
    },
  };

  function remark(): string | undefined {
    if (result?.unkept) return `${result.unkept.message} Until then every start reads the files again.`;
    if (making && progress) return `Its files are being read: ${progress.done} of ${progress.total} so far.`;
    const [first, ...others] = result?.unread ?? [];
    if (!first) return undefined;
    if (isMissingRoot(first) && others.length === 0) return first.message;
    const which = others.length === 0 ? first.file : `${others.length + 1} files, such as ${first.file},`;
    return `${which} could not be read: ${first.message}`;
  }
}

function isMissingRoot({ file, message }: UnreadFile): boolean {
  return message === missingRoot(file);
}

/** Waits for work, but not longer than `milliseconds` nor after `signal`; the work goes on. */
async function within(milliseconds: number, signal: AbortSignal, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};
  const late = new Promise<void>((resolve) => {
    stop = resolve;
    timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
}
