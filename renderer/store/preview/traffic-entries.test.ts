import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TrafficEntryView } from '../../../src/contract/contract.ts';
import {
  clientName,
  filterEntries,
  noTrafficEntries,
  noTrafficFilter,
  otherRevision,
  type TrafficEntries,
  withPage,
} from './traffic-entries.ts';

const entry = (id: number, change: Partial<TrafficEntryView> = {}): TrafficEntryView => ({
  id,
  at: id,
  direction: 'in',
  server: 'Docs',
  transport: 'stdio',
  client: { name: 'tester', version: '1' },
  method: 'prompts/get',
  state: 'answered',
  size: 10,
  ...change,
});

const page = (entries: TrafficEntryView[], seq: number, firstId = 1, log = 'a') => ({
  entries,
  seq,
  more: false,
  log,
  firstId,
});
const ids = ({ entries }: TrafficEntries) => entries.map(({ id }) => id);

test('an updated entry keeps its place, and entries that the core dropped are removed', () => {
  const firstEntries = withPage(noTrafficEntries, page([entry(1, { state: 'waiting' }), entry(2), entry(3)], 3));
  const secondEntries = withPage(
    firstEntries ?? noTrafficEntries,
    page([entry(4), entry(2, { state: 'error' })], 5, 2),
  );
  expect(secondEntries?.entries.map(({ id, state }) => `${id} ${state}`)).toEqual([
    '2 error',
    '3 answered',
    '4 answered',
  ]);
  expect(secondEntries?.seq).toBe(5);
});

test('a page of another log is not mixed in', () => {
  const firstEntries = withPage(noTrafficEntries, page([entry(1)], 1));
  expect(withPage(firstEntries ?? noTrafficEntries, page([entry(1)], 1, 1, 'b'))).toBeUndefined();
});

test('entries are unique and in order, in whatever order they arrive', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(fc.integer({ min: 1, max: 30 })), fc.integer({ min: 1, max: 20 }))),
      (pages) => {
        let entries: TrafficEntries = noTrafficEntries;
        const knownIds = new Set<number>();
        let oldestId = 1;
        for (const [changedIds, firstId] of pages) {
          oldestId = Math.max(oldestId, firstId);
          for (const id of changedIds) knownIds.add(id);
          for (const id of knownIds) if (id < oldestId) knownIds.delete(id);
          entries =
            withPage(
              entries,
              page(
                changedIds.map((id) => entry(id)),
                1,
                oldestId,
              ),
            ) ?? entries;
        }
        expect(ids(entries)).toEqual([...knownIds].sort((a, b) => a - b));
      },
    ),
  );
});

test('filters by client, server, errors and search results combine', () => {
  const entries = [
    entry(1),
    entry(2, { state: 'error', server: 'Other' }),
    entry(3, { state: 'error' }),
    entry(4, { transport: 'preview', client: { name: 'prompt-workbench-preview', version: '1' } }),
  ];
  const filterIds = (change: Partial<typeof noTrafficFilter>, matches?: ReadonlySet<number>) =>
    filterEntries(entries, { ...noTrafficFilter, ...change }, matches).map(({ id }) => id);
  expect(filterIds({})).toEqual([1, 2, 3, 4]);
  expect(filterIds({ client: 'Preview' })).toEqual([4]);
  expect(filterIds({ client: 'tester', onlyErrors: true })).toEqual([2, 3]);
  expect(filterIds({ server: 'Docs', onlyErrors: true })).toEqual([3]);
  expect(filterIds({ onlyErrors: true }, new Set([1, 2]))).toEqual([2]);
});

test('repeated requests of the preview are one line, the newest, until all are requested', () => {
  const preview = (id: number, at: number, subject = 'greet') => entry(id, { transport: 'preview', at, subject });
  const entries = [
    preview(1, 0),
    entry(2, { subject: 'greet' }),
    preview(3, 500),
    preview(4, 600, 'other'),
    preview(5, 900),
    entry(6, { subject: 'greet' }),
    preview(7, 60_000),
  ];
  const foldIds = (foldsPreview: boolean, selectedCount?: number, matches?: ReadonlySet<number>) =>
    filterEntries(entries, { ...noTrafficFilter, foldsPreview }, matches, selectedCount).map(({ id }) => id);
  expect(foldIds(true)).toEqual([2, 4, 5, 6, 7]);
  expect(foldIds(true, 3)).toEqual([2, 3, 4, 5, 6, 7]);
  expect(foldIds(true, undefined, new Set([1, 3]))).toEqual([1, 3]);
  expect(foldIds(false)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('a client without a name gets a display name', () => {
  const { client: _, ...nameless } = entry(1);
  expect(clientName(nameless)).toBe('Unknown client');
});

test('a preview client of another revision than usual is distinguished', () => {
  expect(otherRevision(entry(1, { transport: 'preview', revision: '2025-11-25' }))).toBeUndefined();
  expect(otherRevision(entry(2, { transport: 'preview', revision: '2024-11-05' }))).toBe('2024-11-05');
  expect(otherRevision(entry(3, { transport: 'http', revision: '2024-11-05' }))).toBeUndefined();
});
