/** What a window remembers, and when it writes that down. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSettings, withoutInspected } from './settings.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function storage() {
  const texts: string[] = [];
  return {
    written: texts,
    getItem: () => texts.at(-1) ?? null,
    setItem: (_: string, text: string) => texts.push(text),
  };
}

test('many changes in a row apply at once and are written once', () => {
  const store = storage();
  const settings = createSettings(store);
  for (let list = 200; list < 300; list++) settings.change({ panes: { list, preview: 420, hidden: [] } });
  expect(settings.read().panes.list).toBe(299);
  expect(store.written).toHaveLength(0);
  vi.runAllTimers();
  expect(store.written).toHaveLength(1);
  expect(createSettings(store).read().panes.list).toBe(299);
});

test('pending settings are written once when the window is left', () => {
  const store = storage();
  const settings = createSettings(store);
  settings.change({ theme: 'dark' });
  settings.save();
  vi.runAllTimers();
  settings.save();
  expect(store.written).toHaveLength(1);
  expect(createSettings(store).read().theme).toBe('dark');
});

test('two windows write their own changes only, and a window reads those of the other', () => {
  const store = storage();
  const [firstSettings, secondSettings] = [createSettings(store), createSettings(store)];
  const select = (settings: typeof firstSettings, dir: string, server: string) =>
    settings.change({ selections: { ...settings.read().selections, [dir]: { kind: 'server', server } } });
  firstSettings.change({ theme: 'dark' });
  select(firstSettings, '/one', 'A');
  firstSettings.save();
  select(secondSettings, '/two', 'B');
  secondSettings.save();
  expect(createSettings(store).read()).toMatchObject({
    theme: 'dark',
    selections: { '/one': { server: 'A' }, '/two': { server: 'B' } },
  });
  firstSettings.refresh();
  expect(firstSettings.read().selections['/two']).toEqual({ kind: 'server', server: 'B' });
  firstSettings.change({ selections: { '/two': { kind: 'server', server: 'B' } } });
  firstSettings.save();
  expect(createSettings(store).read().selections).toEqual({ '/two': { kind: 'server', server: 'B' } });
});

test('a setting that both windows change has the value of the last one to write, never a mixture', () => {
  const store = storage();
  const [firstSettings, secondSettings] = [createSettings(store), createSettings(store)];
  firstSettings.change({ selections: { '/one': { kind: 'source', source: 'S' } } });
  firstSettings.save();
  secondSettings.change({ selections: { '/one': { kind: 'server', server: 'A' } } });
  secondSettings.save();
  expect(createSettings(store).read().selections).toEqual({ '/one': { kind: 'server', server: 'A' } });
});

test('without storage, nothing is remembered and nothing fails', () => {
  const refuse = () => {
    throw new Error('Full.');
  };
  const settings = createSettings({ getItem: refuse, setItem: refuse });
  settings.change({ theme: 'dark' });
  settings.save();
  expect(settings.read().theme).toBe('dark');
});

test('a removed server can be put back with its values; the values of the oldest ones are dropped', () => {
  const target = { kind: 'command', command: 'x', variables: [] } as const;
  const settings = createSettings({ getItem: () => null, setItem: () => {} });
  const ids = Array.from({ length: 12 }, (_, index) => `server-${index}`);
  settings.change({
    inspected: ids.map((id) => ({ id, name: id, target })),
    inspectedValues: Object.fromEntries(ids.map((id) => [id, { 'prompts/p': { a: 'b' } }])),
  });
  for (const id of ids) settings.change(withoutInspected(settings.read(), id));
  const { inspected, removedInspected, inspectedValues } = settings.read();
  expect(inspected).toEqual([]);
  expect(removedInspected[0]?.id).toBe('server-11');
  expect([removedInspected.length, Object.keys(inspectedValues).length]).toEqual([10, 10]);
});
