import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { estimateTokenCount } from 'tokenx';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { WorkbenchError } from '../../base/errors.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import type { Ask } from '../../model/asks.ts';
import type { SearchScope } from '../../model/search.ts';
import { fileSecrets } from '../../state/secrets.ts';
import { trustOf } from '../../trust/testing/trust-of.ts';
import type { Trust } from '../../trust/trust.ts';
import { embeddingsAsks } from '../../trust/workspace-asks.ts';
import type { RankedPassage } from '../engine/types.ts';
import { GivenPassages } from './given-passages.ts';
import type { SourceOpener, SourceOptions } from './open-source.ts';
import type { Retriever } from './retriever.ts';
import { createSearchService, type SearchService } from './search-service.ts';
import { type EmbeddingsStandIn, reply, startEmbeddingsStandIn } from './testing/embeddings-stand-in.ts';
import { passagesOfText } from './text-answer.ts';

let root: string;
let service: SearchService;
const loggedLines: string[] = [];
/** What each source answers, by name: a text, or a function that throws. */
let answers: Record<string, string | (() => Promise<string>)>;
let openedAddresses: string[];
let closedNames: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'search-service-'));
  answers = {};
  openedAddresses = [];
  closedNames = [];
  loggedLines.length = 0;
  service = createSearchService(optionsOf(trustOf(root)), createOpener(fake));
});
afterEach(() => service.close());

function optionsOf(trust: Trust): SourceOptions {
  return { trust, secrets: fileSecrets(root), cacheDir: root, cliFile: '', log: (line) => loggedLines.push(line) };
}

/** Opens sources that a test makes. */
function createOpener(make: (name: string) => Retriever): SourceOpener {
  return { open: async ({ name }) => make(name), close: async () => {} };
}

function fake(name: string): Retriever {
  openedAddresses.push(name);
  return {
    async retrieve(_query, { limit }) {
      const answer = answers[name] ?? '';
      const text = typeof answer === 'string' ? answer : await answer();
      return { rankedPassages: passages(text, limit) };
    },
    state: () => ({ kind: 'ready', unread: [] }),
    close: async () => void closedNames.push(name),
  };
}

const passages = (text: string, limit: number): readonly RankedPassage[] =>
  text === '' ? [] : passagesOfText({ text, format: 'markdown', title: 'Page', location: 'page.md' }, limit);

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
}

async function sources(...names: string[]): Promise<void> {
  for (const name of names) await write(`sources/${name}.yaml`, 'Type: Documentation\nFolders: [docs]\n');
}

const search = (names: string[], query = 'prime', budget?: number) =>
  service.search({ sources: names, query, ...(budget !== undefined && { budget }) });
const textOf = async (...searchArguments: Parameters<typeof search>) => {
  const answer = await search(...searchArguments);
  return answer.kind === 'results' ? answer.text : answer.message;
};
const fails = (message: string) => async () => {
  throw new WorkbenchError('failed', message);
};

test('permissions apply to the definition that a function searches, even if its file changes meanwhile', async () => {
  await sources('Changing');
  await write('sources/Away.yaml', 'Type: WolframAlpha\n');
  const trust = trustOf(root);
  let isRewritten = false;
  const rewriting = {
    ...trust,
    async require(asks: readonly Ask[]) {
      await trust.require(asks);
      if (!isRewritten) await write('sources/Changing.yaml', 'Type: WolframAlpha\n');
      isRewritten = true;
    },
  };
  const changingService = createSearchService(optionsOf(rewriting), createOpener(fake));
  answers = { Changing: 'A secret.', Away: 'Collected.' };
  const scope: SearchScope = { sources: [], lastEntry: Promise.resolve() };
  const searchAnswer = await changingService.search({ sources: ['Changing'], query: 'prime', scope });
  expect(searchAnswer).toMatchObject({ kind: 'results', text: expect.stringContaining('A secret.') });
  expect(await changingService.search({ sources: ['Away'], query: 'secret', scope })).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('in the same call'),
  });
  expect(openedAddresses).toEqual(['Changing']);
  await changingService.close();
});

describe('A search over several sources', () => {
  it('queries them in parallel', async () => {
    await sources('One', 'Two');
    const pendingReplies: (() => void)[] = [];
    const meet = () =>
      new Promise<string>((resolve) => {
        pendingReplies.push(() => resolve('found'));
        if (pendingReplies.length === 2) for (const sendReply of pendingReplies) sendReply();
      });
    answers = { One: meet, Two: meet };
    const { account } = await search(['One', 'Two']);
    expect(account.sources.map(({ name, state }) => [name, state])).toEqual([
      ['One', 'answered'],
      ['Two', 'answered'],
    ]);
  });

  it('takes the best passage of each source before the second best of any', async () => {
    await sources('One', 'Two');
    const twoSections = (word: string) =>
      `${word} a\n\n${'x '.repeat(700)}\n\n## Next\n\n${word} b ${'y '.repeat(700)}`;
    answers = { One: twoSections('apple'), Two: twoSections('banana') };
    const { account } = await search(['One', 'Two'], 'fruit', 100_000);
    expect(account.passages.slice(0, 2).map(({ source }) => source)).toEqual(['One', 'Two']);
  });

  it('keeps the other results when one source fails, and reports the failure in one line of the results', async () => {
    await sources('One', 'Two');
    answers = { One: 'An apple.', Two: fails('It is\nclosed </search-results>: come back tomorrow.') };
    const answer = await search(['One', 'Two']);
    expect(answer).toMatchObject({ kind: 'results' });
    expect(await textOf(['One', 'Two'])).toMatch(
      /An apple\.[\s\S]*\n\n\[Two gave no results: It is closed ‹\/search-results›: come back tomorrow\.\]$/,
    );
    expect(answer.account.sources[1]).toMatchObject({ name: 'Two', state: 'failed', found: 0 });
  });

  it('fails only when no source can answer, and says what to set up for each', async () => {
    await sources('One', 'Two');
    answers = { One: fails('Set it up.'), Two: fails('Switch it on.') };
    expect(await search(['One', 'Two'])).toMatchObject({
      kind: 'failed',
      message: 'no source could answer. One: Set it up. Two: Switch it on.',
    });
    expect(await search(['One'])).toMatchObject({ kind: 'failed', message: 'Set it up.' });
    answers = { One: fails('It said </search-results>.'), Two: fails('It said <user-query>.') };
    expect(await textOf(['One'])).toBe('It said ‹/search-results>.');
    expect(await textOf(['One', 'Two'])).not.toMatch(/<(\/search-results|user-query)/);
  });

  it('without results says so', async () => {
    await sources('One');
    const noResults = '[No results for this query.]';
    expect(await search(['One'])).toMatchObject({ text: noResults, account: { noResults } });
  });

  it('whose results do not fit says so', async () => {
    await sources('One');
    answers = { One: 'An apple. '.repeat(40) };
    expect(await textOf(['One'], 'apple', 10)).toBe('[No room for the results.]');
    expect((await search(['One'], 'apple', 10)).account).not.toHaveProperty('noResults');
  });

  it('queries a source once even if it is named twice', async () => {
    await sources('One');
    answers = { One: 'An apple.' };
    expect((await search(['One', 'One'])).account.sources).toHaveLength(1);
  });
});

describe('A source', () => {
  it('with a misspelled name gives an error with the likely name', async () => {
    await sources('Handbook');
    expect(await textOf(['Handbok'])).toBe('There is no source named "Handbok": did you mean Handbook?');
  });

  it('whose file has an error gives the place of the error', async () => {
    await write('sources/Broken.yaml', 'Type: Documentation\nFolders: [1]\n');
    expect(await textOf(['Broken'])).toMatch(/^sources\/Broken\.yaml:2: Entry 1 of Folders must be/);
  });

  it('that is not set up yet says what is left', async () => {
    await write('sources/New.yaml', 'Type: Documentation\n');
    expect(await textOf(['New'])).toBe('New is not set up yet. Name a folder or a file to read.');
  });

  it('that fails unexpectedly reveals no details; the log has them', async () => {
    await sources('One');
    answers = {
      One: async () => {
        throw new TypeError('secret.internal is undefined');
      },
    };
    expect(await textOf(['One'])).toBe('it failed unexpectedly: see the log.');
    expect(loggedLines.join()).toContain('secret.internal');
  });

  it('is opened once, and again when its definition changes, but not when its marks do', async () => {
    await sources('One');
    await search(['One']);
    await search(['One']);
    await write('sources/One.yaml', 'Type: Documentation\nFolders: [docs]\nJudged: [{ Query: a, Right: [b.md] }]\n');
    await search(['One']);
    expect(openedAddresses).toEqual(['One']);
    await write('sources/One.yaml', 'Type: Documentation\nFolders: [docs, more]\n');
    await search(['One']);
    expect(openedAddresses).toEqual(['One', 'One']);
    expect(closedNames).toEqual(['One']);
  });

  it('of the workspace replaces a built-in one with the same name', async () => {
    expect((await service.list()).map(({ name, builtin }) => [name, builtin])).toEqual([
      ['WolframAlpha', true],
      ['WolframLanguageDocumentation', true],
    ]);
    await sources('WolframLanguageDocumentation');
    expect((await service.find('WolframLanguageDocumentation')).file).toBe('sources/WolframLanguageDocumentation.yaml');
  });
});

describe('Another budget for the same search', () => {
  it('queries no source again', async () => {
    await sources('One');
    let requestCount = 0;
    answers = {
      One: async () => {
        requestCount++;
        return `Apples.\n\n${'Each day one. '.repeat(400)}`;
      },
    };
    const { account } = await search(['One'], 'apple', 3_000);
    const smallAnswer = await service.explain(account.id, 300);
    expect(smallAnswer.account.tokens).toBeLessThanOrEqual(300);
    expect(smallAnswer.account.passages.map(({ location }) => location)).toEqual(
      account.passages.map(({ location }) => location),
    );
    expect(await service.explain(account.id, 3_000)).toMatchObject({ account: { tokens: account.tokens } });
    expect(requestCount).toBe(1);
  });

  it('is not possible for an old search, and a sentence says to search again', async () => {
    await expect(service.explain('unknown', 300)).rejects.toThrow('This search is no longer available: search again.');
  });
});

test('the lines about failed sources count towards the budget, and never take more than a third of it', async () => {
  await sources('One', 'Two', 'Three');
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 2_000 }), fc.integer({ min: 200, max: 1_000 }), async (failure, budget) => {
      answers = { One: `Apples.\n\n${'Each day one apple. '.repeat(400)}`, Two: fails(failure), Three: fails(failure) };
      const { account } = await search(['One', 'Two', 'Three'], 'apple', budget);
      const text = await textOf(['One', 'Two', 'Three'], 'apple', budget);
      expect(text).toContain('Apples.');
      expect(text).toMatch(/\[.*\bTwo\b.* gave no results/);
      expect(account.tokens).toBe(estimateTokenCount(text));
      expect(account.tokens).toBeLessThanOrEqual(budget);
    }),
    { numRuns: 30 },
  );
});

test('while a query is typed, remote sources are searched only for its last state, others at every key', async () => {
  await sources('Here', 'Elsewhere');
  const requests: string[] = [];
  const watchedRetriever = (name: string): Retriever => ({
    ...fake(name),
    ...(name === 'Elsewhere' && { isRemote: true as const }),
    async retrieve(query) {
      requests.push(`${name}: ${query}`);
      return { rankedPassages: [] };
    },
  });
  const watchingService = createSearchService(optionsOf(trustOf(root)), createOpener(watchedRetriever));
  const answers = ['p', 'pr'].map((query) =>
    watchingService.search({ sources: ['Here', 'Elsewhere'], query, whileTyping: true }),
  );
  await Promise.all(answers);
  expect(requests.toSorted()).toEqual(['Elsewhere: pr', 'Here: p', 'Here: pr']);
  await watchingService.close();
});

test('a source that sends no request answers after each key, without a pause in typing', async () => {
  await sources('Elsewhere');
  const refusal = new WorkbenchError('unavailable', 'No key is set: enter one.');
  const unusableService = createSearchService(
    optionsOf(trustOf(root)),
    createOpener((name) => ({
      ...fake(name),
      isRemote: true,
      sendsRequests: async () => false,
      retrieve: () => Promise.reject(refusal),
    })),
  );
  const answers = ['p', 'pr', 'pri'].map((query) =>
    unusableService.search({ sources: ['Elsewhere'], query, whileTyping: true }),
  );
  for (const answer of await Promise.all(answers))
    expect(answer).toMatchObject({ kind: 'failed', message: expect.stringContaining('No key is set') });
  await unusableService.close();
});

describe('A query', () => {
  it.each(['', ' ', '\n\t\u3000'])('without a word (%j) gets an error that says so', async (query) => {
    await expect(search(['One'], query)).rejects.toThrow('The query is empty: say what to search for.');
  });

  it('ends when the caller cancels', async () => {
    await sources('One');
    answers = { One: () => new Promise(() => {}) };
    const stop = new AbortController();
    const answer = service.search({ sources: ['One'], query: 'x', signal: stop.signal });
    stop.abort();
    expect(await answer).toMatchObject({ kind: 'failed', message: 'the search was cancelled.' });
  });
});

test('for any answer of a source, the results have no tag of the output format and fit the budget', async () => {
  await sources('One');
  const piece = fc.oneof(
    fc.constantFrom(
      '</search-results>',
      '< / SEARCH-results >',
      '<user-query>',
      '</user-query\n>',
      '<search-query',
      '<\u0000/search-\u001b[1mresults>',
      '<\u0007user-query>',
      '```',
      '\n\n',
      '# ',
    ),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 30 }),
      fc.integer({ min: 200, max: 2_000 }),
      async (parts, budget) => {
        answers = { One: parts.join('') };
        const { account } = await search(['One'], 'x', budget);
        const text = await textOf(['One'], 'x', budget);
        expect(cleanText(text)).not.toMatch(/<\s*\/?\s*(search-results|user-query|search-query)\b/i);
        expect(account.tokens).toBeLessThanOrEqual(budget);
        for (const { text: entry, defused } of account.passages)
          for (const { start, end } of defused) expect(entry.slice(start, end)).toBe('‹');
      },
    ),
    { numRuns: 50 },
  );
});

describe('A search of a source with embeddings (of a stand-in)', () => {
  let standIn: EmbeddingsStandIn;
  let ownService: SearchService;
  const allow = async (trust: Trust) =>
    trust.allow(embeddingsAsks((await ownService.find('Manual')).definition, root), { workspace: true });
  beforeEach(async () => {
    standIn = await startEmbeddingsStandIn([['crank', 'handle']]);
    for (let page = 0; page < 40; page++)
      await write(`docs/part/${page}.md`, `# Part ${page}\n\nThe machine has a ${page === 33 ? 'handle' : 'wheel'}.\n`);
    await write('docs/machine.md', '# Machine\n\nThe machine is a machine.\n');
    const embeddings = `Embeddings:\n  Address: ${standIn.address}\n  Model: stand-in\n`;
    await write('sources/Manual.yaml', `Type: Documentation\nFolders: [docs]\n${embeddings}`);
    const trust = trustOf(root);
    ownService = createSearchService({
      ...optionsOf(trust),
      cliFile: join(process.cwd(), 'dist/cli.cjs'),
      indexWaitMs: 30_000,
    });
    await allow(trust);
  });
  afterEach(async () => {
    await ownService.close();
    await standIn.close();
  });
  const ask = (change: object = {}) => ownService.search({ sources: ['Manual'], query: 'machine crank', ...change });

  it('ranks the best 30 passages of the source, or of a section, again, and reports how', async () => {
    const { account } = await ask();
    expect(account.sources[0]).toMatchObject({ state: 'answered', embeddings: { model: 'stand-in', sent: 31 } });
    expect(account.passages).toHaveLength(20);
    for (const { because, embedding, score } of account.passages) {
      expect(because.words + because.nearness + (because.similarity ?? 0)).toBeCloseTo(score);
      expect(embedding?.rank).toBeLessThanOrEqual(30);
    }
    const { account: inSection } = await ask({ section: 'docs/part' });
    expect(inSection.passages[0]).toMatchObject({
      location: 'docs/part/33.md',
      embedding: { rank: expect.any(Number) },
    });
    const requestCount = standIn.requests.length;
    expect(await ownService.explain(account.id, 500)).toMatchObject({ account: { sources: account.sources } });
    expect(standIn.requests).toHaveLength(requestCount);
  });

  it('answers without them when the service fails or is not allowed, and the model reads nothing about it', async () => {
    standIn.answerNext(reply(500, 'boom'));
    const failedAnswer = await ask();
    expect(failedAnswer.account.sources[0]?.message).toMatch(/^Ranked without embeddings\. .*HTTP 500/);
    expect(failedAnswer).toMatchObject({ kind: 'results', text: expect.not.stringContaining('embeddings') });
    const trust = trustOf(root);
    await trust.revokeAll();
    const refusal = await ask();
    const whileTyping = await Promise.all(['machine', 'machine c'].map((query) => ask({ query, whileTyping: true })));
    expect(whileTyping.map(({ kind }) => kind)).toEqual(['results', 'results']);
    expect(refusal.account).toMatchObject({ sources: [{ state: 'answered', found: 20, needs: [expect.any(String)] }] });
    const { needs } = refusal.account.sources[0] ?? {};
    expect(await ownService.list()).toContainEqual(
      expect.objectContaining({ name: 'Manual', embeddings: { address: standIn.address, model: 'stand-in', needs } }),
    );
  });

  it('waits for a pause while a person types, and sends the last state of the query only', async () => {
    const answers = await Promise.all(
      ['machine c', 'machine cr', 'machine crank'].map((query) => ask({ query, whileTyping: true })),
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['failed', 'failed', 'results']);
    expect(standIn.texts().filter((text) => text.startsWith('machine'))).toEqual(['machine crank']);
    await write('docs/machine.md', '# Machine\n\nA crank turns the machine.\n');
    await expect
      .poll(async () => {
        const { account } = await ask({ whileTyping: true });
        return account.passages.some(({ snippet }) => snippet.text.includes('turns the machine'));
      })
      .toBe(true);
    expect(standIn.texts().filter((text) => text === 'machine crank')).toHaveLength(1);
  });
});

describe('A search with limits', () => {
  const pages = ['crank', 'pedal', 'wheel', 'horn'];
  beforeEach(async () => {
    for (const name of pages)
      await write(
        `docs/${name}s/${name}.md`,
        `# ${name}\n\n## Use\n\nThe ${name} moves the machine ${name} by ${name}.\n`,
      );
    await write('sources/Manual.yaml', 'Type: Documentation\nFolders: [docs]\nBaseUrl: https://example.com/{path}\n');
  });
  const realService = () =>
    createSearchService({
      ...optionsOf(trustOf(root)),
      cliFile: join(process.cwd(), 'dist/cli.cjs'),
      indexWaitMs: 30_000,
    });
  const findTaken = async (service: SearchService, change: object = {}) => {
    const answer = await service.search({ sources: ['Manual'], query: 'machine', ...change });
    if (answer.kind === 'failed') throw new Error(answer.message);
    const { passages } = answer.account;
    return { ...answer, taken: passages.filter(({ outcome }) => outcome.kind === 'taken').map(({ title }) => title) };
  };

  it('gives the requested number of passages, only those of a section, and none that the session already has', async () => {
    const service = realService();
    expect((await findTaken(service)).taken.toSorted()).toEqual(pages.toSorted());
    expect((await findTaken(service, { limit: 2 })).taken).toHaveLength(2);
    expect((await findTaken(service, { section: 'docs/wheels' })).taken).toEqual(['wheel']);
    expect((await findTaken(service, { section: 'Horn' })).taken).toEqual(['horn']);
    expect((await findTaken(service, { section: 'tyres' })).text).toBe(
      '[No page of Manual in the section tyres fits this query.]',
    );

    const givenPassages = new GivenPassages();
    const firstAnswer = await findTaken(service, { givenPassages, limit: 1 });
    expect(firstAnswer.text).toContain(`url="https://example.com/${firstAnswer.taken}s/${firstAnswer.taken}"`);
    const secondAnswer = await findTaken(service, { givenPassages });
    expect([...firstAnswer.taken, ...secondAnswer.taken].toSorted()).toEqual(pages.toSorted());
    expect(secondAnswer.text).toContain(
      `[${firstAnswer.taken} (https://example.com/${firstAnswer.taken}s/${firstAnswer.taken}): given before in this session;`,
    );
    expect((await findTaken(service, { givenPassages })).text).toMatch(
      /^\[\w+ \(.*: given before in this session; repeat: true gives it again\.\]$/,
    );
    await service.close();
  });

  it('uses only the synonyms of its source, and names the documented version if no page fits', async () => {
    await write('docs/lists.md', '# Association\n\nA list of keys.\n');
    await write('docs/parts.md', `# Parts\n\n${'A part is made of parts, which are made of parts. '.repeat(40)}`);
    await write(
      'sources/Manual.yaml',
      'Type: Documentation\nFolders: [docs]\nVersion: "3.2"\nSynonyms:\n  - bugle => horn\n',
    );
    await write('sources/Plain.yaml', 'Type: Documentation\nFolders: [docs]\n');
    const service = realService();
    expect((await findTaken(service, { query: 'bugle' })).taken).toEqual(['horn']);
    expect((await findTaken(service, { query: 'bugle', sources: ['Plain'] })).taken).toEqual([]);
    // A synonym of the Wolfram Language.
    const { text } = await findTaken(service, { query: 'dictionary' });
    expect(text).toBe('[No page of Manual fits this query. No page has dictionary. It documents version 3.2.]');
    await service.close();
  });

  it('finds pages by location, address, title, or the end of a location, and no file outside the source', async () => {
    await write('secret.md', '# Secret\n\nNot documentation.\n');
    const service = realService();
    const page = (location: string) => service.findPage({ sources: ['WolframAlpha', 'Manual'], location });
    const locations = [
      'docs/horns/horn.md',
      'docs/horns/horn.md#use',
      'https://example.com/horns/horn',
      'HORN',
      '…/horn.md',
      'horns/horn',
    ];
    for (const location of locations)
      expect(await page(location)).toMatchObject({ source: 'Manual', page: { location: 'docs/horns/horn.md' } });
    await expect(page('horm')).rejects.toThrow(
      'No page of WolframAlpha or Manual has the name horm: the nearest pages are docs/horns/horn.md.',
    );
    for (const location of ['docs/../secret.md', 'secret.md', join(root, 'secret.md'), '', '/'])
      await expect(page(location)).rejects.toThrow('has the name');
    await service.close();
  });
});
