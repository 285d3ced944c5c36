import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formats, removeEntry, setEntry } from './edit.ts';

const target = (name = 'Docs') => ({ format: 'json', place: { path: [], nameKey: 'name' }, name }) as const;
const entry = { name: 'Docs', type: 'stdio', command: 'node', args: ['x'] };

it('a new file is a list', () => {
  const text = setEntry('', target(), entry);
  expect(JSON.parse(text)).toEqual([entry]);
  expect(text).toBe(`${JSON.stringify([entry], null, 2)}\n`);
});

it.each([
  '[]',
  '[\n]\n',
  '[{"name": "a"}]',
  '[\n    {\n        "name": "a",\n        "n": 1.0\n    }\n]\n',
  '\uFEFF[\r\n\t{"name": "a"},\r\n\t{"title": "without a name"}\r\n]',
  '[1, null, "x"]',
])('an entry is added to %j and removed again', (text) => {
  const result = setEntry(text, target(), entry);
  const items = JSON.parse(text.replace('\uFEFF', '')) as unknown[];
  expect(JSON.parse(result.replace('\uFEFF', ''))).toEqual([...items, entry]);
  const removedEntry = removeEntry(result, target(), false);
  expect(items.length === 0 ? JSON.parse(removedEntry) : removedEntry).toEqual(items.length === 0 ? [] : text);
});

it('an entry is replaced in its place', () => {
  const text = '[{"name": "a"}, {"name": "Docs", "command": "old"}, {"name": "b"}]';
  expect(setEntry(text, target(), entry)).toBe(
    '[{"name": "a"}, { "name": "Docs", "type": "stdio", "command": "node", "args": [ "x" ] }, {"name": "b"}]',
  );
});

it.each([
  ['{"mcpServers": {}}', 'is not a JSON list'],
  ['[{"name": "Docs"}, {"name": "Docs"}]', 'has "Docs" twice'],
  ['[1,]', 'trailing comma'],
  ['[] // mine', 'comment'],
])('%j is refused', (text, reason) => {
  expect(() => setEntry(text, target(), entry)).toThrow(reason);
});

it('any list keeps its other items, byte for byte', () => {
  const listEntry = fc.oneof(fc.jsonValue(), fc.record({ name: fc.string(), n: fc.integer() }));
  fc.assert(
    fc.property(fc.array(listEntry), fc.constantFrom('', ' ', '  ', '\t'), (items, indent) => {
      const text = JSON.stringify(
        items.filter((candidate) => (candidate as { name?: unknown } | null)?.name !== 'Docs'),
        null,
        indent,
      );
      const result = setEntry(text, target(), entry);
      expect(JSON.parse(result)).toEqual([...(JSON.parse(text) as unknown[]), entry]);
      expect(JSON.parse(removeEntry(result, target(), false))).toEqual(JSON.parse(text));
      if (JSON.parse(text).length > 0) expect(removeEntry(result, target(), false)).toBe(text);
      expect(formats.json(result, target().place).find('Docs')?.value).toEqual(entry);
    }),
    { numRuns: 200 },
  );
});
