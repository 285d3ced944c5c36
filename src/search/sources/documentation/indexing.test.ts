import { readFileSync, renameSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rename,
  symlink,
  truncate,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DocumentationSource } from '../../../model/definitions.ts';
import { readIndexFile } from '../../engine/index/index-file.ts';
import { openIndex } from '../../engine/open.ts';
import { smallTar } from '../testing/small-tar.ts';
import { type IndexingJob, makeIndex } from './indexing.ts';
import { fileOf, indexSettings, settingsKey } from './settings.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'indexing-'));
});

async function write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), content);
  }
}

const settingsOf = (change: Partial<DocumentationSource> = {}) => {
  const definition: DocumentationSource = {
    type: 'Documentation',
    folders: ['docs'],
    exclude: [],
    judgedQueries: [],
    ...change,
  };
  return indexSettings(definition, definition.folders, dir);
};

/** Builds the index and returns the files that it read. */
async function make(change: Partial<DocumentationSource> = {}, job: Partial<IndexingJob> = {}) {
  const readFiles: string[] = [];
  const settings = settingsOf(change);
  const indexFile = join(dir, 'cache', 'docs.index');
  const result = await makeIndex({ settings, indexFile, rebuild: false, skippedPaths: [], ...job }, ({ file }) =>
    readFiles.push(file),
  );
  const index = await readIndexFile(indexFile, settingsKey(settings));
  return {
    ...result,
    read: readFiles.flatMap((file) => (file === '' ? [] : [file.slice(dir.length + 1)])),
    locations: index?.pages().map(({ location }) => location) ?? [],
    first: (query: string) => index?.search(query).ranked[0]?.passage.location,
  };
}

describe('The files of a documentation source', () => {
  it('are those of every readable format, in all folders but hidden ones and those of dependencies', async () => {
    await write({
      'docs/a.md': '# A',
      'docs/deep/er/b.HTML': '<h1>B</h1>',
      'docs/c.rst': 'C\n=',
      'docs/d.txt': 'D',
      'docs/e.mdx': '# E',
      'docs/f.nb': 'Notebook[{Cell["F","Title"]}]',
      'docs/picture.png': 'png',
      'docs/.hidden/g.md': '# G',
      'docs/.h.md': '# H',
      'docs/node_modules/i.md': '# I',
      'elsewhere/j.md': '# J',
    });
    expect((await make()).locations).toEqual([
      'docs/a.md',
      'docs/c.rst',
      'docs/d.txt',
      'docs/deep/er/b.HTML',
      'docs/e.mdx',
      'docs/f.nb',
    ]);
  });

  it('are chosen by patterns, which may include an unknown extension', async () => {
    await write({ 'docs/a.md': '# A', 'docs/drafts/b.md': '# B', 'docs/c.adoc': 'C', 'docs/d.txt': 'D' });
    const { locations } = await make({ include: ['**/*.md', '**/*.adoc'], exclude: ['drafts/**'] });
    expect(locations).toEqual(['docs/a.md', 'docs/c.adoc']);
  });

  it('that repeat another one in a second format become one page, until the other goes or they differ', async () => {
    const text = (words: string) => `Engine\n======\n\n${words}`;
    await write({
      'docs/html/guide.html': '<h1>Engine</h1><p>Turn the crank to start the engine.</p>',
      'docs/html/_sources/guide.rst.txt': text('Turn the *crank* to start the engine.'),
      'docs/text/guide.txt': text('Turn the crank to start the engine.'),
      'docs/notes.html': '<h1>Notes</h1><p>One subject.</p>',
      'docs/notes.txt': 'Something else altogether, about brakes and pedals.',
    });
    const { first } = await make();
    expect(first('crank')).toBe('docs/html/guide.html');
    expect(first('pedals')).toBe('docs/notes.txt');
    expect((await make()).read).toEqual([]);
    await unlink(join(dir, 'docs/html/guide.html'));
    expect((await make()).first('crank')).toBe('docs/html/_sources/guide.rst.txt');
  });

  it('may be archives, whose pages are kept until the archive changes, and a book', async () => {
    const zip = (pages: Readonly<Record<string, string>>) =>
      zipSync(Object.fromEntries(Object.entries(pages).map(([name, text]) => [name, strToU8(text)])));
    const brokenBytes = zip({
      'a.md': '# A\n\nOf cranks.',
      'notes.1': 'No manual page.',
      'b.html': '<h1>B</h1><p>Of pedals.</p>',
    });
    await write({
      'manual.zip': brokenBytes,
      'more.tar.gz': gzipSync(smallTar([{ name: 'c.md', text: 'Of levers.' }])),
      'docs/book.epub': zip({ mimetype: 'application/epub+zip', 'OEBPS/ch1.xhtml': '<h1>One</h1><p>Of brakes.</p>' }),
      'docs/unread.zip': zip({ 'd.md': 'Of doors.' }),
      'bad.zip': 'PK',
    });
    const folders = ['manual.zip', 'more.tar.gz', 'docs', 'bad.zip'];
    const unreadFiles = [
      { file: 'bad.zip', message: 'It is not a readable archive: pack it again.' },
      { file: 'manual.zip/notes.1', message: 'It is not a manual page: exclude it with Exclude.' },
    ];
    const result = await make({ folders });
    expect(result).toMatchObject({ unreadFiles, pages: 4 });
    expect(result.locations).toEqual([
      'docs/book.epub/OEBPS/ch1.xhtml',
      'manual.zip/a.md',
      'manual.zip/b.html',
      'more.tar.gz/c.md',
    ]);
    expect(await make({ folders })).toMatchObject({ unreadFiles, read: [], isChanged: false });
    await write({ 'manual.zip': zip({ 'b.html': '<h1>B</h1><p>Of horns.</p>' }) });
    const { locations, first } = await make({ folders });
    expect([locations.includes('manual.zip/a.md'), first('horns')]).toEqual([false, 'manual.zip/b.html']);
  });

  it('are programs too, for their doc comments, if the source asks; one without doc comments has no text', async () => {
    await write({
      'docs/a.md': '# A',
      'docs/a.ts': '/** Turns the crank. */\nexport function turn(): void {}\nconst lever = 1;\n',
      'docs/b.py': 'x = 1\n',
      'docs/node_modules/c.ts': '/** C. */\nexport const c = 1;\n',
      'source.zip': zipSync({ 'lib/d.go': strToU8('// Package d has valves.\npackage d\n'), 'e.md': strToU8('# E') }),
    });
    const folders = ['docs', 'source.zip'];
    const advice = '.py (1), .ts (1). Name them in Include to read them as text, or set DocComments';
    const resultWithoutFolder = await make({ folders });
    expect(resultWithoutFolder).toMatchObject({
      locations: ['docs/a.md', 'source.zip/e.md'],
      remarks: [{ file: 'docs' }],
    });
    expect(resultWithoutFolder.remarks[0]?.message).toContain(advice);
    const result = await make({ folders, docComments: true });
    expect(result).toMatchObject({ unreadFiles: [], remarks: [] });
    expect(['crank', 'lever', 'valves'].map(result.first)).toEqual(['docs/a.ts', undefined, 'source.zip/lib/d.go']);
    expect(await make({ folders, docComments: true })).toMatchObject({ read: [], isChanged: false });
    const narrowedResult = await make({ folders: ['docs'], docComments: true, include: ['**/*.ts'] });
    expect(narrowedResult.locations).toEqual(['docs/a.ts']);
  });

  it('that were only partly read, and formats that are not read, are remarked on, even at the next start', async () => {
    const menu = `<nav><p>${'The text of the page. '.repeat(60)}</p></nav><p>A little.</p>`;
    await write({ 'docs/a.html': menu, 'docs/b.odt': 'x', 'docs/c.odt': 'x', 'docs/d.png': 'x', 'docs/e.hlp': 'x' });
    const remarks = [
      {
        file: 'docs',
        message: 'Files of these formats are not read: .odt (2), .hlp (1). Name them in Include to read them as text.',
      },
      {
        file: 'docs/a.html',
        message: 'Only 0% of its text was read, because the rest looks like navigation: add it in another format.',
      },
    ];
    expect(await make()).toMatchObject({ unreadFiles: [], remarks, locations: ['docs/a.html'] });
    expect(await make()).toMatchObject({ read: [], remarks });
  });

  it('in two folders of the same name stay separate; a single file is a source too', async () => {
    await write({ 'one/docs/a.md': '# A', 'two/docs/a.md': '# A', 'notes.md': '# N' });
    const folders = [join(dir, 'one/docs'), join(dir, 'two/docs'), 'notes.md'];
    expect((await make({ folders })).locations).toEqual(['docs (2)/a.md', 'docs/a.md', 'notes.md']);
    expect(fileOf(settingsOf({ folders }), 'docs (2)/a.md')).toBe(join(dir, 'two/docs/a.md'));
  });

  it('show only the last name of a path outside the workspace', async () => {
    await write({ 'docs/a.md': '# A' });
    expect((await make({ folders: [join(dir, 'docs')] })).locations).toEqual(['docs/a.md']);
  });

  it('are never those behind a link that leads out of the root, or out of the workspace', async () => {
    const outsideFolder = await realpath(await mkdtemp(join(tmpdir(), 'outside-')));
    await writeFile(join(outsideFolder, 'secret.md'), '# Secret');
    await mkdir(join(outsideFolder, 'docs'));
    await symlink(join(dir, 'README.md'), join(outsideFolder, 'docs', 'back.md'));
    await symlink(join(outsideFolder, 'secret.md'), join(outsideFolder, 'docs', 'beside.md'));
    await write({ 'README.md': '# Read me', 'docs/a.md': '# A' });
    await symlink(join(outsideFolder, 'secret.md'), join(dir, 'docs', 'out.md'));
    await symlink('out.md', join(dir, 'docs', 'chain.md'));
    await symlink('../README.md', join(dir, 'docs', 'readme.md'));
    await symlink('nowhere.md', join(dir, 'docs', 'gone.md'));

    const { locations, unreadFiles } = await make({ folders: ['docs', join(outsideFolder, 'docs')] });
    expect(locations).toEqual(['docs/a.md', 'docs/readme.md']);
    expect(unreadFiles).toEqual([
      {
        file: 'docs',
        message: '2 links to places outside the folder are not read as documentation: docs/chain.md, docs/out.md.',
      },
      {
        file: join(outsideFolder, 'docs'),
        message:
          '2 links to places outside the folder are not read as documentation: docs (2)/back.md, docs (2)/beside.md.',
      },
    ]);
  });

  it('are those of a root that is a link, to which its own files belong', async () => {
    await write({ 'real/a.md': '# A' });
    await symlink('real', join(dir, 'docs'));
    await symlink('real/a.md', join(dir, 'single.md'));
    expect((await make({ folders: ['docs', 'single.md'] })).locations).toEqual(['docs/a.md', 'single.md']);
  });

  it('are never private ones, even if the source names them', async () => {
    await write({
      'docs/a.md': '# A',
      'docs/server.key': 'x',
      'docs/.env.local': 'A=b',
      'docs/tls/b.pem': 'x',
      'docs/tls/c.pem': 'x',
      'docs/library/keychains/d.md': '# D',
      'home/.ssh/notes.md': '# Hosts',
      'home/.netrc': 'machine example.com login me password hunter22',
      'home/notes.txt': 'machine example.com login me password hunter22',
    });
    await symlink('../home/.netrc', join(dir, 'docs', 'hosts.txt'));
    const folders = ['docs', 'home/.ssh', 'home/.netrc', 'home/notes.txt'];
    const { locations, unreadFiles } = await make({ folders, include: ['**/*'] });
    expect(locations).toEqual(['docs/a.md']);
    expect(unreadFiles).toEqual([
      {
        file: 'docs',
        message:
          '5 files and folders whose names suggest private data are not read as documentation, such as docs/hosts.txt, docs/library/keychains/, docs/server.key.',
      },
      {
        file: 'home/.ssh',
        message: 'home/.ssh holds SSH keys: private data is never read as documentation, so remove it from Folders.',
      },
      {
        file: 'home/.netrc',
        message:
          'home/.netrc holds credentials of a tool: private data is never read as documentation, so remove it from Folders.',
      },
      { file: 'home/notes.txt', message: 'It holds credentials: private data is never read as documentation.' },
    ]);
  });

  it('are never those of the state folder, wherever it is', async () => {
    await write({ 'docs/a.md': '# A', 'docs/state/journal.md': '# Journal' });
    await symlink(join(dir, 'docs', 'state'), join(dir, 'state'));
    await symlink(join('state', 'journal.md'), join(dir, 'docs', 'link.md'));
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const state of [join(dir, 'docs', 'state'), join(dir, 'state')]) {
      vi.stubEnv('PROMPT_WORKBENCH_STATE', state);
      expect((await make()).locations).toEqual(['docs/a.md']);
      for (const folder of ['docs/state', 'docs/state/journal.md', 'state'])
        await expect(make({ folders: [folder] })).rejects.toThrow(`${folder} holds the state of Prompt Workbench`);
    }
  });

  it('are not searched behind links to folders', async () => {
    await write({ 'docs/a.md': '# A', 'other/b.md': '# B' });
    await symlink(join(dir, 'other'), join(dir, 'docs', 'link'));
    await symlink(join(dir, 'docs'), join(dir, 'docs', 'loop'));
    expect((await make()).locations).toEqual(['docs/a.md']);
  });
});

describe('An index', () => {
  it('reads only changed files again, and forgets deleted ones', async () => {
    await write({ 'docs/a.md': '# Apples', 'docs/b.md': '# Bananas', 'docs/c.md': '# Cherries' });
    expect((await make()).read).toEqual(['docs/a.md', 'docs/b.md', 'docs/c.md']);
    expect(await make()).toMatchObject({ read: [], isChanged: false });
    await write({ 'docs/b.md': '# Blackberries', 'docs/d.md': '# Dates' });
    await unlink(join(dir, 'docs/c.md'));
    const next = await make();
    expect(next).toMatchObject({ isChanged: true, locations: ['docs/a.md', 'docs/b.md', 'docs/d.md'] });
    expect(next.read).toEqual(['docs/b.md', 'docs/d.md']);
    expect(next.first('blackberry')).toBe('docs/b.md');
    expect(next.first('banana')).toBeUndefined();
  });

  it('notices a file of the same length with another time, and another name for the same file', async () => {
    await write({ 'docs/a.md': '# Apples' });
    await make();
    await write({ 'docs/a.md': '# Onions' });
    await utimes(join(dir, 'docs/a.md'), 1, 1);
    expect((await make()).first('onions')).toBe('docs/a.md');
    await rename(join(dir, 'docs/a.md'), join(dir, 'docs/z.md'));
    expect((await make()).locations).toEqual(['docs/z.md']);
  });

  it('is rebuilt for other settings and on request', async () => {
    await write({ 'docs/a.md': '# A', 'docs/b.txt': 'B' });
    await make();
    expect((await make({ include: ['**/*.md'] })).read).toEqual(['docs/a.md']);
    expect((await make({ include: ['**/*.md'] }, { rebuild: true })).read).toEqual(['docs/a.md']);
  });

  it.each([0, 1, 100, 1_000])('that was damaged, here cut to %i bytes, is rebuilt', async (length) => {
    await write({ 'docs/a.md': '# Apples\n\nAn apple a day.' });
    await make();
    await truncate(join(dir, 'cache', 'docs.index'), length);
    expect(await make()).toMatchObject({ isChanged: true, read: ['docs/a.md'], locations: ['docs/a.md'] });
  });

  it('leaves nothing half-written beside it', async () => {
    await write({ 'docs/a.md': '# A' });
    await make();
    expect((await readdir(join(dir, 'cache'))).sort()).toEqual(['docs.index', 'docs.index.unread']);
  });
});

describe('Reading that takes long', () => {
  /** Every file takes longer than the interval between two saves. */
  const slowClock = () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000_000));
    onTestFinished(() => void vi.restoreAllMocks());
  };

  it('is saved from time to time, so that it can be searched and survives the program', async () => {
    await write({ 'docs/a.md': '# Apples', 'docs/b.md': '# Bananas', 'docs/c.md': '# Cherries' });
    slowClock();
    const settings = settingsOf();
    const indexFile = join(dir, 'cache', 'docs.index');
    const searchableCounts: number[] = [];
    const result = await makeIndex(
      { settings, indexFile, rebuild: false, skippedPaths: [] },
      ({ isSaved, doneCount }) => {
        if (isSaved) searchableCounts.push(doneCount);
      },
    );
    expect(searchableCounts).toEqual([1, 2]);
    expect(result).toMatchObject({ pages: 3 });
    expect((await make()).locations).toEqual(['docs/a.md', 'docs/b.md', 'docs/c.md']);
  });

  it('leaves pages unchanged until it reaches them', async () => {
    await write({ 'docs/a.md': '# Apples', 'docs/b.md': '# Bananas', 'docs/c.md': '# Cherries' });
    await make();
    await write({ 'docs/a.md': '# Apricots', 'docs/b.md': '# Blackberries' });
    slowClock();
    const settings = settingsOf();
    const indexFile = join(dir, 'cache', 'docs.index');
    const titlesMeanwhile: (readonly string[])[] = [];
    await makeIndex({ settings, indexFile, rebuild: false, skippedPaths: [] }, ({ isSaved }) => {
      if (!isSaved) return;
      const index = openIndex(readFileSync(indexFile));
      titlesMeanwhile.push(index.pages().map(({ title }) => title));
    });
    expect(titlesMeanwhile).toEqual([['Apricots', 'Bananas', 'Cherries']]);
  });
});

describe('Several programs that want the same index', () => {
  it('build it one after the other: only the first reads the files', async () => {
    for (let file = 0; file < 20; file++) await write({ [`docs/${file}.md`]: `# Page ${file}` });
    const result = await Promise.all([make(), make(), make()]);
    expect(result.map(({ read }) => read.filter((file) => file !== '').length).sort()).toEqual([0, 0, 20]);
    expect(result.map(({ locations }) => locations.length)).toEqual([20, 20, 20]);
  });

  it.each([
    ['a program', '999999999 1'],
    ['a worker of this one', `${process.pid} 999`],
    ['a program that was killed while it made its lock', ''],
  ])('do not wait for %s that is gone, and delete its leftovers', async (_, holder) => {
    await write({ 'docs/a.md': '# A', 'cache/docs.index.lock': holder, 'cache/docs.index.1.x.tmp': 'half' });
    const before = new Date(Date.now() - 10_000);
    await utimes(join(dir, 'cache/docs.index.lock'), before, before);
    expect((await make()).locations).toEqual(['docs/a.md']);
    expect((await readdir(join(dir, 'cache'))).sort()).toEqual(['docs.index', 'docs.index.unread']);
  });
});

describe('What cannot be read', () => {
  it('is reported file by file, affects nothing else, and is not tried again until it changes', async () => {
    await write({ 'docs/a.md': '# A', 'docs/b.pdf': 'no pdf', 'docs/c.txt': new Uint8Array([0, 1]) });
    await write({ 'docs/huge.md': '' });
    await truncate(join(dir, 'docs/huge.md'), 17 * 1024 * 1024);
    const firstResult = await make();
    expect(firstResult.locations).toEqual(['docs/a.md']);
    expect(firstResult.unreadFiles.map(({ file }) => file)).toEqual(['docs/b.pdf', 'docs/c.txt', 'docs/huge.md']);
    expect(firstResult.unreadFiles.map(({ message }) => message).join('\n')).toMatch(
      /not a readable PDF.*\n.*not text.*\n.*larger than 16 MB/,
    );
    const secondResult = await make();
    expect(secondResult.read).toEqual([]);
    expect(secondResult.unreadFiles).toEqual(firstResult.unreadFiles);
    await write({ 'docs/c.txt': 'Text now' });
    expect((await make()).read).toEqual(['docs/c.txt']);
  });

  it('is left out if it once ended the program', async () => {
    await write({ 'docs/a.md': '# A', 'docs/b.md': '# B' });
    const { locations, unreadFiles } = await make({}, { skippedPaths: [join(dir, 'docs/b.md')] });
    expect(locations).toEqual(['docs/a.md']);
    expect(unreadFiles).toMatchObject([{ file: 'docs/b.md', message: expect.stringContaining('too long') }]);
  });

  it.runIf(process.getuid?.() !== 0)(
    'is reported if its mode forbids reading, a folder as well as a file',
    async () => {
      await write({ 'docs/a.md': '# A', 'docs/b.md': '# B', 'docs/shut/c.md': '# C' });
      await chmod(join(dir, 'docs/b.md'), 0);
      await chmod(join(dir, 'docs/shut'), 0);
      const { unreadFiles } = await make();
      await chmod(join(dir, 'docs/shut'), 0o700);
      expect(unreadFiles.map(({ message }) => message)).toEqual([
        'This folder cannot be listed (EACCES): you have no permission, so give yourself access to it.',
        'It cannot be read (EACCES): you have no permission, so give yourself access to it.',
      ]);
    },
  );

  it('is a failure with advice if it is every folder; the index stays until they are back', async () => {
    await write({ 'docs/a.md': '# Apples' });
    await make();
    await rename(join(dir, 'docs'), join(dir, 'away'));
    await expect(make()).rejects.toThrow('No such folder or file: docs: correct Folders in the source, or create it.');
    await rename(join(dir, 'away'), join(dir, 'docs'));
    expect(await make()).toMatchObject({ read: [], locations: ['docs/a.md'] });
  });

  it('does not prevent the search of another folder', async () => {
    await write({ 'docs/a.md': '# Apples' });
    const { unreadFiles, locations } = await make({ folders: ['docs', 'gone'] });
    expect(locations).toEqual(['docs/a.md']);
    expect(unreadFiles).toMatchObject([
      { file: 'gone', message: expect.stringContaining('No such folder or file: gone') },
    ]);
  });

  it('is a failure if there is nothing to read', async () => {
    await write({ 'docs/a.png': 'png' });
    await expect(make()).rejects.toThrow('No readable file in docs: check Folders, Include and Exclude.');
  });
});

describe('A file that the operating system did not give', () => {
  it('is read the next time although it is unchanged: its disk may have been away', async () => {
    await write({ 'docs/a.md': '# A', 'docs/b.md': '# B' });
    const settings = settingsOf();
    const job = { settings, indexFile: join(dir, 'cache', 'docs.index'), rebuild: false, skippedPaths: [] };
    const resultWithMovedFile = await makeIndex(job, ({ file }) => {
      if (file.endsWith('b.md')) renameSync(join(dir, 'docs/b.md'), join(dir, 'b.away'));
    });
    expect(resultWithMovedFile.unreadFiles).toEqual([
      { file: 'docs/b.md', message: 'It cannot be read (ENOENT): it was moved or deleted, so check where it is now.' },
    ]);
    await rename(join(dir, 'b.away'), join(dir, 'docs/b.md'));
    expect(await make()).toMatchObject({ unreadFiles: [], locations: ['docs/a.md', 'docs/b.md'] });
  });
});

it.each(['null', '7', '{"docs/b.md":null}', '{'])(
  'the list of unread files is ignored when it is %s',
  async (notedText) => {
    await write({ 'docs/a.md': '# A' });
    await make();
    await write({ 'cache/docs.index.unread': notedText, 'docs/b.md': '# B' });
    expect(await make()).toMatchObject({ unreadFiles: [], locations: ['docs/a.md', 'docs/b.md'] });
  },
);

describe('A person’s decision about reading', () => {
  const threePages = { 'docs/a.md': '# A\n\nApples.', 'docs/b.md': '# B\n\nBees.', 'docs/c.md': '# C\n\nCherries.' };

  it('is awaited before a large first index, with the number of files and their size', async () => {
    await write(threePages);
    const asks = { asksAbove: { files: 2, bytes: 1_000 } };
    const result = await make({}, asks);
    expect(result).toMatchObject({ unconfirmedSize: { files: 3, bytes: 36 }, read: [], locations: [] });
    expect((await make({}, { asksAbove: { files: 3, bytes: 35 } })).unconfirmedSize).toBeDefined();
    expect((await make({}, { asksAbove: { files: 3, bytes: 36 } })).locations).toHaveLength(3);
    await write({ 'docs/d.md': '# D\n\nDates.' });
    expect((await make({}, asks)).locations).toHaveLength(4);
  });

  it('stops reading: the index keeps what was read, and a later run reads the rest', async () => {
    await write(threePages);
    const stop = new SharedArrayBuffer(4);
    const settings = settingsOf();
    const indexFile = join(dir, 'cache', 'docs.index');
    const result = await makeIndex({ settings, indexFile, rebuild: false, skippedPaths: [], stop }, ({ file }) => {
      if (file.endsWith('b.md')) Atomics.store(new Int32Array(stop), 0, 1);
    });
    expect(result.stopped).toEqual({ done: 2, total: 3 });
    expect((await readIndexFile(indexFile, settingsKey(settings)))?.pageCount).toBe(2);
    const { read, locations } = await make();
    expect(read).toEqual(['docs/c.md']);
    expect(locations).toHaveLength(3);
  });

  it('to stop before the first file leaves no index', async () => {
    await write(threePages);
    const stop = new SharedArrayBuffer(4);
    Atomics.store(new Int32Array(stop), 0, 1);
    expect((await make({}, { stop })).stopped).toMatchObject({ done: 0 });
  });
});
