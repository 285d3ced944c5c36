import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');

it('SECURITY.md names only tests and campaigns that exist', () => {
  const tests = [...page.matchAll(/`((?:src|renderer|e2e|electron)\/[^`]+)`/g)].map(([, file = '']) => file);
  const lists = [...page.matchAll(/campaigns? ((?:`[a-z]+`(?:, | and )?)+)/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([a-z]+)`/g)].map(([, name]) => `tools/verify/faults/campaigns/${name}.mjs`),
  );
  expect(tests.length).toBeGreaterThan(20);
  expect(lists.length).toBeGreaterThan(5);
  expect([...tests, ...lists].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('every promise in SECURITY.md names what tests it', () => {
  const untestedLines = page.split('\n').filter((line) => line.startsWith('- ') && !/\([^()]*`[^()]*\)$/.test(line));
  expect(untestedLines).toEqual([]);
});
