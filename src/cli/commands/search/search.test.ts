/** Searching from the built command line, offline, on a machine that has nothing else. */
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEmbeddingsStandIn } from '../../../search/sources/testing/embeddings-stand-in.ts';
import { startWolframAlphaStub, validAppId } from '../../../search/sources/testing/wolfram-alpha-stub.ts';
import { createWorld, type World } from '../../testing/command-line.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await mkdir(world.workspace, { recursive: true });
});
afterEach(() => world.dispose());

const query = 'How can I find the 123456789th prime number?';

describe('On a fresh machine, offline', () => {
  it('the search prompt of the server WolframLanguage answers in the form of the specification', async () => {
    const { code, stdout, stderr } = await world.run('get', 'WolframLanguage', 'Search', `query=${query}`, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { messages } = JSON.parse(stdout);
    expect(messages).toHaveLength(1);
    const { role, content } = messages[0];
    expect({ role, type: content.type }).toEqual({ role: 'user', type: 'text' });
    const [before, after] = [
      `<search-query>${query}</search-query>\n<search-results>\n`,
      `\n</search-results>\nUse the above search results to answer the user's query below.\n<user-query>${query}</user-query>`,
    ];
    expect(content.text.startsWith(before)).toBe(true);
    expect(content.text.endsWith(after)).toBe(true);
    const results = content.text.slice(before.length, -after.length);
    expect(results).toContain('Prime[123456789]');
    expect(results).not.toMatch(/<\/search-results>/);
  });

  it('Wolfram answers from the documentation and says that Wolfram|Alpha is not set up; WolframAlpha says what to do', async () => {
    const bothOutcome = await world.run('get', 'Wolfram', 'Search', `query=${query}`);
    expect(bothOutcome.stdout).toMatch(/Prime\[123456789\][\s\S]*\[WolframAlpha gave no results: No AppID/);
    const failedOutcome = await world.run('get', 'WolframAlpha', 'Search', `query=${query}`);
    expect(failedOutcome).toMatchObject({ code: 1, stdout: '' });
    expect(failedOutcome.stderr).toMatch(/^Prompt "Search" failed: No AppID for Wolfram\|Alpha is set: get one/);
  });

  it('an empty query is an error', async () => {
    const { code, stderr } = await world.run('get', 'WolframLanguage', 'Search', 'query= ');
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'The query is empty: say what to search for.\n' });
  });
});

describe('prompt-workbench search', () => {
  it('prints the results of a documentation folder, with their places and scores', async () => {
    await world.write('docs/engine.md', '# Engine\n\n## Starting\n\nTurn the crank, or call `kickStart()`.\n');
    await world.write('docs/brakes.md', '# Brakes\n\nPress the pedal.\n');
    await world.write('sources/Manual.yaml', 'Type: Documentation\nFolders: [docs]\n');
    const { code, stdout } = await world.run('search', 'Manual', 'turn', 'crank');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^1\. Engine.*docs\/engine\.md:\d+\n {3}\d+\.\d\d · included, \d+ tokens · .*crank/);
    expect((await world.run('search', 'Manual', 'kick start')).stdout).toContain('kickStart (a name)');
    const { account, text } = JSON.parse((await world.run('search', 'Manual', 'turn crank', '--json')).stdout);
    expect(account.passages[0]).toMatchObject({ location: 'docs/engine.md', outcome: { kind: 'taken' } });
    expect(text).toContain('Turn the crank');
    const page = JSON.parse((await world.run('search', 'Manual', 'engine pedal', '--limit', '1', '--json')).stdout);
    expect(page.account.passages.filter(({ tokens }: { tokens: number }) => tokens > 0)).toHaveLength(1);

    expect((await world.run('page', 'Manual', 'engine.md')).stdout).toBe(
      '# Engine\ndocs/engine.md\n\n## Starting\n\nTurn the crank, or call `kickStart()`.\n',
    );
    const goneOutcome = await world.run('page', 'Manual', 'Engines');
    expect(goneOutcome).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the nearest pages are docs/engine.md.'),
    });
  });

  it('finds everything after it was killed at any moment of reading', async () => {
    const page = 'Words about engines and brakes, one after the other. '.repeat(200);
    for (let number = 0; number < 120; number++) await world.write(`docs/${number}.md`, `# Page ${number}\n\n${page}`);
    await world.write('sources/Manual.yaml', 'Type: Documentation\nFolders: [docs]\n');
    for (const milliseconds of [200, 350, 500]) {
      const child = world.start('search', 'Manual', 'engines');
      setTimeout(() => child.kill('SIGKILL'), milliseconds);
      await once(child, 'close');
    }
    const { stdout } = await world.run('search', 'Manual', 'page 77', '--json');
    expect(JSON.parse(stdout).account.passages[0].location).toBe('docs/77.md');
  });

  it('ranks again with embeddings (of a stand-in) once they are allowed, and evaluate compares both', async () => {
    const standIn = await startEmbeddingsStandIn([['crank', 'handle']]);
    await world.write('docs/car.md', '# Car\n\nA car has wheels, seats, doors and an engine.\n');
    await world.write(
      'docs/start.md',
      '# Start\n\nHandle, handle: the engine starts slowly with a handle, on cold days never.\n',
    );
    const judgedText = 'Judged:\n  - Query: crank engine\n    Right: [docs/start.md]\n';
    const embeddings = `Embeddings: { Address: "${standIn.address}", Model: stand-in }\n`;
    await world.write('sources/Manual.yaml', `Type: Documentation\nFolders: [docs]\n${embeddings}${judgedText}`);
    const refusal = await world.run('search', 'Manual', 'crank', 'engine');
    expect(refusal).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1\. Car/) });
    const [, id = ''] = /^Ranked without embeddings\. .* prompt-workbench allow (\w+)/.exec(refusal.stderr) ?? [];
    expect(await world.run('allow', id)).toMatchObject({ code: 0 });
    const { stdout, stderr } = await world.run('search', 'Manual', 'crank', 'engine');
    expect(stderr).toBe('No page has these words: crank.\n');
    expect(stdout).toMatch(/^1\. Start.*\n.* · similarity 0\.\d\d, rank 2 without it · /);
    expect(stdout).toMatch(/\nRanked with embeddings of stand-in: 3 texts sent, \d+ ms\.\n/);
    const measuredOutcome = await world.run('evaluate', 'Manual');
    expect(measuredOutcome.stdout).toMatch(/1 query: nDCG@10 0\.631.*\nWith embeddings: nDCG@10 1\.000/);
    const { withEmbeddings } = JSON.parse((await world.run('evaluate', 'Manual', '--json')).stdout);
    expect(withEmbeddings).toMatchObject({ ndcg10: 1, meanReciprocalRank: 1 });
    await standIn.close();
  });

  it('asks Wolfram|Alpha with the AppID of the environment, and writes it nowhere', async () => {
    const stub = await startWolframAlphaStub();
    vi.stubEnv('WOLFRAM_ALPHA_APP_ID', validAppId);
    const alphaWorld = await createWorld({ 'sources/Alpha.yaml': `Type: WolframAlpha\nBaseUrl: ${stub.address}\n` });
    await alphaWorld.run('trust', '--yes');
    await alphaWorld.run('allow', stub.address);
    const outcome = await alphaWorld.run('search', 'Alpha', '10th prime', '--json');
    vi.unstubAllEnvs();
    alphaWorld.dispose();
    await stub.close();
    expect(JSON.parse(outcome.stdout).text).toContain('2543568463');
    expect(outcome.stdout + outcome.stderr).not.toContain(validAppId);
  });

  it('does not start a program that a workspace names before it is allowed', async () => {
    await world.write(
      'sources/Else.yaml',
      `Type: MCP\nCommand: ${process.execPath}\nArgs: [-e, "process.exit(9)"]\nTool: x\n`,
    );
    const { code, stderr } = await world.run('search', 'Else', 'x');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^This workspace is not allowed to start the program .* prompt-workbench allow \w{32} --/);
  });

  it('suggests the likely source', async () => {
    const { code, stderr } = await world.run('search', 'WolframAlfa', 'x');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'There is no source named "WolframAlfa": did you mean WolframAlpha?\n',
    });
  });
});

describe('prompt-workbench evaluate', () => {
  it('gives the figures of the judged queries', async () => {
    await world.write('docs/engine.md', '# Engine\n\nTurn the crank.\n');
    await world.write('docs/brakes.md', '# Brakes\n\nPress the pedal.\n');
    await world.write(
      'sources/Manual.yaml',
      'Type: Documentation\nFolders: [docs]\nJudged:\n  - { Query: crank, Right: [docs/engine.md] }\n',
    );
    const { code, stdout } = await world.run('evaluate', 'Manual');
    expect(code).toBe(0);
    expect(stdout).toContain('1 query: nDCG@10 1.000, recall@5 1.000, mean reciprocal rank 1.000');
  });

  it('names the pages marked right that no longer exist', async () => {
    await world.write('docs/engine.md', '# Engine\n\nTurn the crank.\n');
    await world.write(
      'sources/Manual.yaml',
      'Type: Documentation\nFolders: [docs]\nJudged:\n  - { Query: crank, Right: [docs/motor.md] }\n',
    );
    const { code, stdout, stderr } = await world.run('evaluate', 'Manual');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'docs/motor.md is marked as right, but Manual no longer has this page: mark another one, or correct Judged in the source.\n',
    });
    expect(stdout).toContain('1 query: nDCG@10 0.000');
    expect(JSON.parse((await world.run('evaluate', 'Manual', '--json')).stdout).gone).toEqual(['docs/motor.md']);
  });

  it('without a judgement says how to make one', async () => {
    const { code, stderr } = await world.run('evaluate', 'WolframLanguageDocumentation');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^WolframLanguageDocumentation has no judged queries yet: mark search/);
  });
});
