import { mkdir, mkdtemp, rename, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inBackground } from '../../../base/in-background.ts';
import type { Retriever } from '../retriever.ts';
import { openDocumentation } from './documentation-source.ts';
import { createIndexer, type Indexer } from './indexer.ts';
import { makeIndex } from './indexing.ts';
import { indexSettings } from './settings.ts';

const workerFile = join(process.cwd(), 'dist', 'indexer.cjs');
const options = () => ({ limit: 20, signal: new AbortController().signal });

let dir: string;
let indexer: Indexer;
const openRetrievers: Retriever[] = [];
const loggedLines: string[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'documentation-'));
  loggedLines.length = 0;
  indexer = createIndexer({ workerFile, log: (line) => loggedLines.push(line) });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const source of openRetrievers.splice(0)) await source.close();
  await indexer.close();
});

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(join(dir, file)), { recursive: true });
  await writeFile(join(dir, file), content);
}

async function source({
  folders = ['docs'],
  ...other
}: {
  folders?: string[];
  indexWaitMs?: number;
  indexer?: Pick<Indexer, 'make'>;
  confirmsReading?: boolean;
} = {}): Promise<Retriever> {
  const retriever = await openDocumentation({
    settings: indexSettings({ type: 'Documentation', folders, exclude: [], judgedQueries: [] }, folders, dir),
    indexFile: join(dir, 'cache', 'docs.index'),
    indexer,
    onchange: () => {},
    log: (line) => loggedLines.push(line),
    ...other,
  });
  openRetrievers.push(retriever);
  return retriever;
}

const find = async (testedRetriever: Retriever, query: string) =>
  (await testedRetriever.retrieve(query, options())).rankedPassages.map(({ passage }) => passage.location);

describe('A documentation source', () => {
  it.each(['the index', 'the folder'])('is searched if %s cannot be saved, and says so', async (brokenPart) => {
    await write('docs/a.md', '# Apples\n\nAn apple a day.');
    if (brokenPart === 'the index') await mkdir(join(dir, 'cache', 'docs.index'), { recursive: true });
    else await writeFile(join(dir, 'cache'), 'a file in the place of the folder');
    const retriever = await source();
    expect(await find(retriever, 'apple')).toEqual(['docs/a.md']);
    expect(await retriever.state()).toMatchObject({ kind: 'ready', pages: 1, unread: [] });
    expect((await retriever.retrieve('apple', options())).message).toMatch(
      /^The index cannot be saved in .*cache \(E[A-Z]+\)/,
    );
    await write('docs/b.md', '# Bananas');
    await vi.waitFor(async () => expect(await find(retriever, 'bananas')).toEqual(['docs/b.md']));
  });

  it('is read at its first search, by a worker, and then reports its content', async () => {
    await write('docs/a.md', '# Apples\n\nAn apple a day.');
    await write('docs/b.html', '<h1>Bananas</h1><p>Yellow.');
    await write('docs/c.pdf', 'no pdf');
    const retriever = await source();
    expect(await retriever.state()).toEqual({ kind: 'idle' });
    expect(await find(retriever, 'yellow')).toEqual(['docs/b.html']);
    expect(await retriever.state()).toMatchObject({ kind: 'ready', pages: 2, unread: [{ file: 'docs/c.pdf' }] });
    const readRemark = async () => (await retriever.retrieve('apple', options())).message;
    expect(await readRemark()).toMatch(/^docs\/c\.pdf could not be read: It is not a readable PDF/);
    await write('docs/d.pdf', 'none either');
    await retriever.reindex?.();
    await vi.waitFor(async () =>
      expect(await readRemark()).toMatch(/^2 files, such as docs\/c\.pdf, could not be read: It is/),
    );
  });

  it('answers a search at the moment when its first index is ready', async () => {
    await write('docs/a.md', '# Apples');
    let search: Promise<string[]> | undefined;
    const retriever: Retriever = await source({
      indexer: {
        make: async (...job) => {
          const result = await indexer.make(...job);
          setImmediate(() => {
            search = find(retriever, 'apples');
          });
          return result;
        },
      },
    });
    await find(retriever, 'apples');
    await vi.waitFor(() => expect(search).toBeDefined());
    expect(await search).toEqual(['docs/a.md']);
  });

  it('notices new files, even in a folder that did not exist', async () => {
    await write('docs/a.md', '# Apples');
    const retriever = await source();
    await find(retriever, 'apples');
    await write('docs/new/b.md', '# Bananas');
    await vi.waitFor(async () => expect(await find(retriever, 'bananas')).toEqual(['docs/new/b.md']));
  });

  it.each([
    ['that is its only one', ['docs/a.md']],
    ['beside one that is there', ['docs/there.md', 'docs/a.md']],
  ])('notices a named file that did not exist, %s', async (_, folders) => {
    await write('docs/there.md', '# Pears');
    const retriever = await source({ folders });
    await retriever.retrieve('apples', options()).catch(() => undefined);
    await write('docs/a.md', '# Apples');
    await vi.waitFor(async () =>
      expect(await retriever.state()).toMatchObject({ kind: 'ready', pages: folders.length }),
    );
  });

  it('without one of its folders names that folder with its results', async () => {
    await write('docs/a.md', '# Apples');
    const retriever = await source({ folders: ['docs', 'manual'] });
    const { message } = await retriever.retrieve('apples', options());
    expect(message).toBe('No such folder or file: manual: correct Folders in the source, or create it.');
    expect(await retriever.state()).toMatchObject({ kind: 'ready', unread: [] });
  });

  it('whose folder disappears says so, and recovers with the folder', async () => {
    await write('docs/a.md', '# Apples');
    const retriever = await source();
    await find(retriever, 'apples');
    await rename(join(dir, 'docs'), join(dir, 'away'));
    await vi.waitFor(() => expect(find(retriever, 'apples')).rejects.toThrow('No such folder or file: docs'));
    expect(await retriever.state()).toMatchObject({ kind: 'failed', message: expect.stringContaining('docs') });
    await rename(join(dir, 'away'), join(dir, 'docs'));
    await vi.waitFor(async () => expect(await find(retriever, 'apples')).toEqual(['docs/a.md']));
  });

  it('is searched at once with its former index', async () => {
    await write('docs/a.md', '# Apples');
    await find(await source(), 'apples');
    const endlessIndexer: Indexer = { make: () => new Promise(() => {}), close: async () => {} };
    const next = await source({ indexer: endlessIndexer });
    expect(await find(next, 'apples')).toEqual(['docs/a.md']);
    expect((await next.page?.('docs/a.md'))?.address).toBe(join(dir, 'docs/a.md'));
  });

  it('finds new files that another program, or an earlier opening of it, has indexed meanwhile', async () => {
    await write('docs/a.md', '# Apples');
    const firstRetriever = await source();
    await find(firstRetriever, 'apples');
    const secondRetriever = await source();
    await write('docs/b.md', '# Bananas');
    await vi.waitFor(async () => expect(await find(firstRetriever, 'bananas')).toEqual(['docs/b.md']));
    expect(await find(secondRetriever, 'bananas')).toEqual(['docs/b.md']);
    expect(await secondRetriever.state()).toMatchObject({ kind: 'ready', pages: 2 });
  });

  it('has another revision after each opening and each change', async () => {
    const revisionOf = async (testedRetriever: Retriever) => {
      const state = await testedRetriever.state();
      return state.kind === 'ready' ? state.revision : undefined;
    };
    await write('docs/a.md', '# Apples');
    const firstRetriever = await source();
    await find(firstRetriever, 'apples');
    const before = await revisionOf(firstRetriever);
    const secondRetriever = await source();
    const atOpening = await revisionOf(secondRetriever);
    await write('docs/b.md', '# Bananas');
    await vi.waitFor(async () => expect(await find(secondRetriever, 'bananas')).toEqual(['docs/b.md']));
    expect(new Set([before, atOpening, await revisionOf(secondRetriever), undefined]).size).toBe(4);
  });

  it('says how many of its files are read once they are counted', async () => {
    await write('docs/a.md', '# Apples');
    await find(await source(), 'apples');
    let report: Parameters<Indexer['make']>[1] = () => {};
    const counting: Indexer = {
      make: (_job, onProgress) => {
        report = onProgress;
        return new Promise(() => {});
      },
      close: async () => {},
    };
    const next = await source({ indexer: counting });
    const readRemark = async () => (await next.retrieve('apples', options())).message;
    await readRemark();
    report({ doneCount: 0, totalCount: 0, file: '', isCounting: true });
    expect(await readRemark()).toBeUndefined();
    report({ doneCount: 3, totalCount: 9, file: '/docs/a.md' });
    expect(await readRemark()).toBe('Its files are being read: 3 of 9 so far.');
  });

  it('rebuilds a damaged index', async () => {
    await write('docs/a.md', '# Apples');
    await find(await source(), 'apples');
    await truncate(join(dir, 'cache', 'docs.index'), 200);
    expect(await find(await source(), 'apples')).toEqual(['docs/a.md']);
  });

  it('that takes long reports its progress, and does not delay the search', async () => {
    const slowIndexer: Indexer = {
      make: (_job, report) => {
        report({ doneCount: 12, totalCount: 400, file: '/docs/a.md' });
        return new Promise(() => {});
      },
      close: async () => {},
    };
    const retriever = await source({ indexer: slowIndexer, indexWaitMs: 50 });
    await expect(find(retriever, 'x')).rejects.toThrow('still being read (12 of 400 files): search again in a moment.');
    expect(await retriever.state()).toEqual({ kind: 'indexing', done: 12, total: 400, searchable: false });
  });
});

describe('The indexing worker', () => {
  /** A worker that hangs or crashes on a file, as a library may. */
  const badWorker = async (fault: string) => {
    await write(
      'bad.mjs',
      `import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ id, job }) => {
  if (job.skippedPaths.includes('/docs/bad.pdf')) {
    parentPort.postMessage({ kind: 'made', id, result: { pages: 1, isChanged: true, unreadFiles: [], remarks: [], folders: [] } });
    return;
  }
  parentPort.postMessage({ kind: 'progress', id, progress: { doneCount: 0, totalCount: 2, file: '/docs/bad.pdf' } });
  setTimeout(() => { ${fault} }, 10);
});`,
    );
    return join(dir, 'bad.mjs');
  };

  it.each([
    ['dies of', 'process.exit(1)'],
    ['does not come back from', 'for (;;);'],
  ])('that %s a file indexes the others without it', async (_, fault) => {
    const badIndexer = createIndexer({
      workerFile: await badWorker(fault),
      log: (line) => loggedLines.push(line),
      fileTimeoutMs: 2_000,
    });
    const settings = indexSettings({ type: 'Documentation', folders: [], exclude: [], judgedQueries: [] }, [], dir);
    const job = { settings, indexFile: join(dir, 'x'), rebuild: false };
    expect(await badIndexer.make(job, () => {})).toMatchObject({ pages: 1 });
    expect(loggedLines.join()).toMatch(/Indexing was interrupted .* at \/docs\/bad\.pdf/);
    await badIndexer.close();
  });

  it('ends by itself when the indexer closes', async () => {
    await write('docs/a.md', '# Apples');
    await find(await source(), 'apples');
    // Without timers, nothing terminates it.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await indexer.close();
  });

  it('does not keep the program from answering', async () => {
    for (let file = 0; file < 40; file++)
      await write(`docs/${file}.md`, '# Page\n\nWords of all kinds. '.repeat(4_000));
    const retriever = await source();
    let beats = 0;
    const timer = setInterval(() => beats++, 5);
    const startMs = performance.now();
    await find(retriever, 'words');
    clearInterval(timer);
    expect(beats).toBeGreaterThan((performance.now() - startMs) / 100);
  });
});

describe('A large documentation source', () => {
  /** An indexer that makes the index in this thread, and asks above two files. */
  const inThread = (report?: (file: string) => void): Pick<Indexer, 'make'> => ({
    make: ({ asksAbove, ...job }, onProgress) =>
      makeIndex({ ...job, skippedPaths: [], ...(asksAbove && { asksAbove: { files: 2, bytes: 1e6 } }) }, (progress) => {
        onProgress(progress);
        report?.(progress.file);
      }),
  });

  beforeEach(async () => {
    for (const name of ['a', 'b', 'c']) await write(`docs/${name}.md`, `# ${name}\n\nAn apple a day.`);
  });

  it('is read only after a person sees the number of its files and confirms', async () => {
    const retriever = await source({ indexer: inThread(), confirmsReading: true });
    await expect(find(retriever, 'apple')).rejects.toThrow('Its 3 files have not been read: confirm that on its page.');
    expect(await retriever.state()).toEqual({ kind: 'unconfirmed', files: 3, bytes: 60 });
    retriever.prepare?.();
    expect(await retriever.state()).toMatchObject({ kind: 'unconfirmed' });
    await retriever.read?.();
    await vi.waitFor(async () => expect(await retriever.state()).toMatchObject({ kind: 'ready', pages: 3 }));
    expect(await find(retriever, 'apple')).toContain('docs/a.md');
  });

  it('is read without a question outside a window', async () => {
    expect(await find(await source({ indexer: inThread() }), 'apple')).toContain('docs/a.md');
  });

  it('can be stopped while it is read, stays stopped after a restart, and is read to its end on request', async () => {
    const indexer = inThread((file) => file.endsWith('b.md') && inBackground(retriever.stop?.()));
    const retriever: Retriever = await source({ indexer });
    expect(await find(retriever, 'apple')).toContain('docs/a.md');
    const stopped = { kind: 'stopped', done: 2, total: 3, searchable: true };
    expect(await retriever.state()).toMatchObject(stopped);
    await vi.waitFor(async () => expect(await (await source({ indexer })).state()).toMatchObject(stopped));
    const secondRetriever = await source({ indexer: inThread() });
    secondRetriever.prepare?.();
    const { message } = await secondRetriever.retrieve('apple', options());
    expect(message).toBe('Reading its files was stopped after 2 of 3.');
    await secondRetriever.read?.();
    await vi.waitFor(async () => expect(await secondRetriever.state()).toMatchObject({ kind: 'ready', pages: 3 }));
  });
});
