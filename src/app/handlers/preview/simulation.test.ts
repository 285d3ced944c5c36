import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../../../library/open-library.ts';
import { makeWorkspace } from '../../../library/testing/workspace.ts';
import { fakeServices } from '../../../mcp/server/testing/fake-live-server.ts';
import { simulationHandlers } from './simulation.ts';

const files = {
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [find, greet, WolframSearch]\n',
  'prompts/find.yaml':
    'Name: find\nArguments: [{Name: query, Required: true}]\nContent: {StringTemplate: "Find `query`"}\n',
  'prompts/greet.yaml': `Name: greet
Content:
  Messages: [{Role: user, Content: Hello}, {Role: assistant, Content: Hi}]
`,
};

async function openHandlers(moreValues: Readonly<Record<string, string>> = {}, services = fakeServices()) {
  const library = await openLibrary(await makeWorkspace({ ...files, ...moreValues }));
  onTestFinished(() => library.close());
  return simulationHandlers(library, services);
}

test('the simulation of one client application shows the result and the fixes', async () => {
  const handlers = await openHandlers();
  const simulation = await handlers['simulation.run']({
    server: 'Docs',
    prompt: 'find',
    client: 'claude-code',
    arguments: { query: 'two words' },
  });
  expect(simulation).toMatchObject({
    reach: 'changed',
    line: { text: '/mcp__Docs__find two words' },
    sentValues: { query: 'two' },
  });
  expect(simulation.fixes).toMatchObject([
    { kind: 'edit', edits: [{ at: ['Arguments', 0, 'RestOfLine'], after: true }] },
    { kind: 'edit', edits: [{ at: ['Arguments', 0, 'Ask'], after: 'missing' }] },
  ]);
});

test('an empty form is simulated with the first sample, or with example values', async () => {
  const handlers = await openHandlers();
  const question = { server: 'Docs', prompt: 'find', client: 'vscode', arguments: {} };
  expect(await handlers['simulation.run'](question)).toMatchObject({
    reach: 'whole',
    assumedValues: { query: 'two words' },
  });
  const answer = await handlers['simulation.run']({ ...question, arguments: { query: 'mine' } });
  expect(answer.assumedValues).toBeUndefined();
});

test('an unknown prompt and an unknown client application are refused with a sentence', async () => {
  const handlers = await openHandlers();
  const question = { server: 'Docs', prompt: 'find', client: 'claude-code', arguments: {} };
  await expect(handlers['simulation.run']({ ...question, prompt: 'fnid' })).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(handlers['simulation.run']({ ...question, client: 'claude' })).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(handlers['simulation.matrix']({ server: 'Nowhere' })).rejects.toMatchObject({ code: 'not-found' });
});

test('the matrix has a cell for every prompt and client application, and sends no search query', async () => {
  const handlers = await openHandlers();
  const { clients, rows, next } = await handlers['simulation.matrix']({ server: 'Docs' });
  expect(clients.length).toBeGreaterThanOrEqual(18);
  expect([rows.map(({ prompt }) => prompt), next]).toEqual([['find', 'greet', 'Search'], undefined]);
  for (const { cells } of rows) expect(cells).toHaveLength(clients.length);
  const reachOf = (prompt: number, client: string) =>
    rows[prompt]?.cells[clients.findIndex(({ id }) => id === client)]?.reach;
  expect(['claude-code', 'vscode', 'codex', 'cursor'].map((client) => reachOf(0, client))).toEqual([
    'changed',
    'whole',
    'none',
    'unknown',
  ]);
  expect(['claude-code', 'amazon-q', 'gemini-cli'].map((client) => reachOf(1, client))).toEqual([
    'changed',
    'whole',
    'changed',
  ]);
  expect(reachOf(2, 'claude-code')).toBe('whole');
});

test('the matrix of one prompt uses the given values', async () => {
  const handlers = await openHandlers();
  const only = { prompt: 'find', arguments: { query: 'word' } };
  const { clients, rows, next } = await handlers['simulation.matrix']({ server: 'Docs', only });
  expect([rows.length, next]).toEqual([1, undefined]);
  expect(rows[0]?.cells[clients.findIndex(({ id }) => id === 'claude-code')]).toEqual({ reach: 'whole', reasons: [] });
});

test('the matrix of a long list comes page by page', async () => {
  const names = Array.from({ length: 120 }, (_, index) => `p${index}`);
  const handlers = await openHandlers({
    'servers/Long.yaml': `Name: Long\nMCPPrompts: [${names.map((name) => `{Name: ${name}, Content: Text}`).join(', ')}]\n`,
  });
  const requests: string[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const page: Awaited<ReturnType<(typeof handlers)['simulation.matrix']>> = await handlers['simulation.matrix']({
      server: 'Long',
      from,
    });
    requests.push(...page.rows.map(({ prompt }) => prompt));
    from = page.next;
  }
  expect(requests).toEqual(names);
});
