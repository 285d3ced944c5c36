import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PromptSummary, ServerSummary } from '../../../../src/contract/contract.ts';
import { filterRows, tagsOf } from './filter-rows.ts';
import { listRows, placeBeside, stateOf } from './list-rows.ts';

const prompt = (fields: Partial<PromptSummary>): PromptSummary => ({
  key: fields.name ?? '',
  name: 'greet',
  arguments: [],
  samples: [],
  builtin: false,
  isServed: true,
  problems: [],
  ...fields,
});

const server = (...prompts: PromptSummary[]): ServerSummary => ({
  name: 'Docs',
  version: '1.0.0',
  builtin: false,
  file: 'servers/Docs.yaml',
  tools: [],
  promptsAsTools: false,
  prompts,
  problems: [],
});

const inlinePrompt = (name: string, index: number) =>
  prompt({ name, location: { file: 'servers/Docs.yaml', at: ['MCPPrompts', index] } });

test('an entry shows where it is written', () => {
  const rows = listRows(
    server(
      inlinePrompt('hello', 0),
      prompt({ catalogueName: 'Greet', location: { file: 'prompts/Greet.yaml', at: [] } }),
      prompt({ catalogueName: 'WolframSearch', builtin: true }),
      prompt({ catalogueName: 'Nowhere' }),
    ),
    'prompts',
  );
  expect(rows.map(({ origin }) => origin)).toEqual(['inline', 'catalogue', 'builtin', 'missing']);
});

test('a tool says what it asks for, and which server it is passed on from', () => {
  const inputSchema = { type: 'object', properties: { city: { description: 'Where' }, days: {} }, required: ['city'] };
  const tool = { key: 'Tools.0', name: 'weather', builtin: false, isServed: true, problems: [], inputSchema };
  const content = { kind: 'mcp', source: 'Elsewhere', tool: 'get' } as const;
  const [row] = listRows({ ...server(), tools: [{ ...tool, content }] }, 'tools');
  expect(row).toMatchObject({
    origin: 'inline',
    item: {
      from: 'Elsewhere',
      arguments: [
        { name: 'city', required: true, description: 'Where' },
        { name: 'days', required: false },
      ],
    },
  });
});

test('an entry keeps its identity when the list is reordered', () => {
  const before = listRows(
    server(inlinePrompt('one', 0), inlinePrompt('two', 1), prompt({ catalogueName: 'three' })),
    'prompts',
  );
  const after = listRows(
    server(prompt({ catalogueName: 'three' }), inlinePrompt('two', 1), inlinePrompt('one', 2)),
    'prompts',
  );
  const idsByName = (rows: typeof before) => Object.fromEntries(rows.map(({ id, item: { name } }) => [name, id]));
  expect(idsByName(after)).toEqual(idsByName(before));
});

test('no two entries have the same key, whatever their names', () => {
  const entry = fc.record({ name: fc.constantFrom('a', 'b', ''), isInline: fc.boolean() });
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const rows = listRows(
        server(
          ...entries.map(({ name, isInline }, index) =>
            isInline ? inlinePrompt(name, index) : prompt({ catalogueName: name }),
          ),
        ),
        'prompts',
      );
      expect(new Set(rows.map(({ id }) => id)).size).toBe(entries.length);
    }),
  );
});

test('an entry dropped beside another is right beside it', () => {
  const drop = fc.record({
    length: fc.integer({ min: 2, max: 12 }),
    from: fc.nat(),
    target: fc.nat(),
    side: fc.constantFrom('before' as const, 'after' as const),
  });
  fc.assert(
    fc.property(drop, ({ length, from: anyFrom, target: anyTarget, side }) => {
      const [from, target] = [anyFrom % length, anyTarget % length];
      fc.pre(from !== target);
      const list = Array.from({ length }, (_, place) => place);
      const [movedPlace = -1] = list.splice(from, 1);
      list.splice(placeBeside(from, target, side), 0, movedPlace);
      expect(list.indexOf(from) - list.indexOf(target)).toBe(side === 'before' ? -1 : 1);
    }),
  );
});

test('a filter finds rows whose texts have all its words, in any order, and that have its tag', () => {
  const rows = listRows(
    server(
      prompt({ name: 'review-code', title: 'Review', description: 'Finds bugs', tags: ['git'] }),
      prompt({ name: 'review-text', description: 'Finds typos', tags: ['writing'] }),
      prompt({ name: 'commit', tags: ['git'] }),
    ),
    'prompts',
  );
  const filterNames = (text: string, tag?: string) => filterRows(rows, { text, tag }).map(({ item }) => item.name);
  expect(filterNames('')).toEqual(['review-code', 'review-text', 'commit']);
  expect(filterNames('FINDS review')).toEqual(['review-code', 'review-text']);
  expect(filterNames('review', 'git')).toEqual(['review-code']);
  expect(filterNames('writing')).toEqual(['review-text']);
  expect(tagsOf(rows)).toEqual(['git', 'writing']);
});

test('an entry that this computer cannot run is shown as not available here, without a warning', () => {
  const problem = (tag: string) => ({
    tag,
    severity: 'warning' as const,
    message: tag,
    file: 'servers/Own.yaml',
    at: [],
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 1,
  });
  const item = { key: 'a', name: 'a', arguments: [], builtin: false, isServed: true, problems: [] };
  expect(stateOf(item)).toBe('served');
  expect(stateOf({ ...item, problems: [problem('UnknownKey')] })).toBe('warned');
  expect(stateOf({ ...item, problems: [problem('NoKernel')] })).toBe('unavailable');
  expect(stateOf({ ...item, isServed: false, unavailable: 'Needs a kernel.', problems: [problem('NotServed')] })).toBe(
    'unavailable',
  );
  expect(stateOf({ ...item, isServed: false, problems: [problem('NotServed')] })).toBe('notServed');
});

test('an entry has the warnings of its place that only the workspace knows, each once', () => {
  const warning = (at: readonly (string | number)[], message: string) => ({
    tag: 'MissingSource',
    severity: 'warning' as const,
    message,
    file: 'servers/Docs.yaml',
    at: [...at],
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 1,
  });
  const ownWarning = warning(['MCPPrompts', 0], 'Own');
  const sourceWarning = warning(['MCPPrompts', 1, 'Content', 'Search', 'Sources', 0], 'There is no source Manual.');
  const [firstRow, secondRow] = listRows(
    server({ ...inlinePrompt('one', 0), problems: [ownWarning] }, inlinePrompt('two', 1)),
    'prompts',
    [ownWarning, sourceWarning],
  );
  expect(firstRow?.item.problems).toEqual([ownWarning]);
  expect(secondRow?.item.problems).toEqual([sourceWarning]);
  expect(secondRow && stateOf(secondRow.item)).toBe('warned');
});
