import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkbenchError } from '../../base/errors.ts';
import { openLibrary } from '../../library/open-library.ts';
import type { Library } from '../../library/types.ts';
import { evaluateSource, saveMark } from './judging.ts';
import type { Retriever } from './retriever.ts';
import { SourceFiles } from './source-files.ts';
import { passagesOfText } from './text-answer.ts';

let dir: string;
let library: Library;
let files: SourceFiles;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'judging-'));
  await mkdir(join(dir, 'sources'));
  await writeFile(join(dir, 'sources/Docs.yaml'), '# Ours\nType: Documentation\nFolders: [docs] # all\n');
  library = await openLibrary(dir, { watch: false });
  files = new SourceFiles(dir);
});
afterEach(() => library.close());

const textOf = (name: string) => readFile(join(dir, `sources/${name}.yaml`), 'utf8');
const mark = async (name: string, query: string, location: string, judgement: 'right' | 'wrong' | null) =>
  saveMark(library, await files.find(name), { query, location, judgement });
const judgedOf = async (name: string) => (await files.find(name)).definition.judgedQueries;

describe('A mark', () => {
  it('is saved in the source’s file, which keeps its comments; a new mark replaces it; removing it leaves nothing', async () => {
    await mark('Docs', 'start', 'docs/a.md', 'right');
    await mark('Docs', 'start', 'docs/b.md', 'wrong');
    await mark('Docs', 'stop', 'docs/c.md', 'right');
    expect(await textOf('Docs')).toMatch(/^# Ours\nType: Documentation\nFolders: \[docs\] # all\nJudged:/);
    await mark('Docs', 'start', 'docs/b.md', 'right');
    expect(await judgedOf('Docs')).toEqual([
      { query: 'start', right: ['docs/a.md', 'docs/b.md'], wrong: [] },
      { query: 'stop', right: ['docs/c.md'], wrong: [] },
    ]);
    for (const page of ['docs/a.md', 'docs/b.md']) await mark('Docs', 'start', page, null);
    await mark('Docs', 'stop', 'docs/c.md', null);
    expect(await textOf('Docs')).toBe('# Ours\nType: Documentation\nFolders: [docs] # all\n');
  });

  it('for a built-in source creates a file that finds the same pages', async () => {
    await mark('WolframLanguageDocumentation', 'nth prime', 'symbols/Prime.md', 'right');
    const foundSource = await files.find('WolframLanguageDocumentation');
    expect(foundSource.file).toBe('sources/WolframLanguageDocumentation.yaml');
    expect(foundSource.definition).toMatchObject({
      type: 'Documentation',
      folders: ['wolfram-language:'],
      judgedQueries: [{ query: 'nth prime', right: ['symbols/Prime.md'] }],
    });
  });
});

describe('Measuring a source', () => {
  /** Finds the pages named in the query, in that order. */
  const source: Retriever = {
    async retrieve(query, { limit }) {
      const pages = query.split(' ');
      return {
        rankedPassages: pages.flatMap((page) =>
          passagesOfText({ text: 'x', format: 'plain', title: page, location: page }, limit),
        ),
      };
    },
    state: () => ({ kind: 'ready', unread: [] }),
    close: async () => {},
  };

  it('counts the pages marked right', async () => {
    await mark('Docs', 'a b c', 'a', 'right');
    await mark('Docs', 'a b c', 'b', 'wrong');
    await mark('Docs', 'x y', 'y', 'right');
    const figures = await evaluateSource(await files.find('Docs'), source);
    expect(figures.questions).toHaveLength(2);
    expect(figures.reciprocalRank).toBeCloseTo((1 + 1 / 2) / 2);
    expect(figures.ndcg10).toBeCloseTo((1 + 1 / Math.log2(3)) / 2);
    expect(figures.recall5).toBe(1);
  });

  it('lists each missing page that is marked right once', async () => {
    const page = async (location: string) => {
      if (location === 'out of reach') throw new WorkbenchError('unavailable', 'Not now.');
      if (location !== 'there') throw new WorkbenchError('not-found', 'There is no such page.');
      return { title: '', location, passages: [] };
    };
    await mark('Docs', 'a b', 'a', 'right');
    for (const location of ['there', 'moved', 'out of reach']) await mark('Docs', 'a b', location, 'right');
    await mark('Docs', 'c', 'moved', 'right');
    await mark('Docs', 'c', 'also moved', 'wrong');
    expect((await evaluateSource(await files.find('Docs'), { ...source, page })).missingPages).toEqual(['moved']);
    expect((await evaluateSource(await files.find('Docs'), source)).missingPages).toEqual([]);
  });

  it('compares the ranking with and without embeddings, or says why it cannot', async () => {
    await mark('Docs', 'a b', 'b', 'right');
    await mark('Docs', 'c d', 'c', 'right');
    const reversing: Retriever = { ...source, rerank: async (_, ranked) => ({ rankedPassages: ranked.toReversed() }) };
    const bothEvaluation = await evaluateSource(await files.find('Docs'), reversing);
    expect(bothEvaluation.reciprocalRank).toBeCloseTo((1 / 2 + 1) / 2);
    expect(bothEvaluation.questions.map(({ reciprocalRank }) => reciprocalRank)).toEqual([1 / 2, 1]);
    expect(bothEvaluation.withEmbeddings).toMatchObject({
      questions: [{ reciprocalRank: 1 }, { reciprocalRank: 1 / 2 }],
    });
    let requestCount = 0;
    const failingRetriever: Retriever = {
      ...source,
      async rerank(_, rankedPassages) {
        requestCount++;
        return { rankedPassages, message: 'The service does not run.' };
      },
    };
    const failedEvaluation = await evaluateSource(await files.find('Docs'), failingRetriever);
    expect(failedEvaluation).toMatchObject({
      reciprocalRank: 3 / 4,
      withEmbeddings: { failure: 'The service does not run.' },
    });
    expect(requestCount).toBe(1);
    expect(await evaluateSource(await files.find('Docs'), source)).not.toHaveProperty('withEmbeddings');
  });

  it('without pages marked right says how to mark them', async () => {
    await mark('Docs', 'a', 'b', 'wrong');
    await expect(evaluateSource(await files.find('Docs'), source)).rejects.toThrow(
      /^Docs has no judged queries yet: mark search results as right/,
    );
  });
});
