/** docs/specification-statements.md: each statement has its number, and a test that exists or a decision with its reason. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = readFileSync(join(root, 'docs/specification-statements.md'), 'utf8');

/** Rows whose first cell is a number such as `tools.name.3`, with their last cell. */
const statements = [...page.matchAll(/^\| ((?:prompts|tools|wolfram)\.[a-z-]+)\.(\d+) \|.* \| (.*) \|$/gm)].map(
  ([, section = '', number, heldBy = '']) => ({
    section,
    number: Number(number),
    heldBy: heldBy.replaceAll('\\|', '|'),
  }),
);
const files = new Map(
  [...page.matchAll(/^\| `([a-z-]+)` \| \[(.+?)\]/gm)].map(([, name = '', file = '']) => [name, file]),
);

/** The tests in a cell: the short name of a file, and a title. */
const testsIn = (heldBy: string) =>
  [...heldBy.matchAll(/`([a-z-]+)` “([^”]+)”/g)].map(([, name = '', title = '']) => ({ name, title }));

const texts = new Map<string, string>();

/** Whether a file has a text that is exactly this title. */
function hasTitle(file: string, title: string): boolean {
  if (!texts.has(file)) texts.set(file, existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');
  return ["'", '"', '`'].some((quote) => texts.get(file)?.includes(`${quote}${title}${quote}`));
}

it('every statement has the next number of its section', () => {
  expect(statements.length).toBeGreaterThan(250);
  const counts = new Map<string, number>();
  for (const { section, number } of statements) {
    expect(`${section}.${number}`).toBe(`${section}.${(counts.get(section) ?? 0) + 1}`);
    counts.set(section, number);
  }
  // A row that is not recognised would be left out of all checks.
  expect(page.match(/^\| (prompts|tools|wolfram)\./gm)).toHaveLength(statements.length);
});

it('every statement is held by tests that exist, or has a decision with its reason', () => {
  const missingTests = statements.flatMap(({ section, number, heldBy }) => {
    const tests = testsIn(heldBy);
    const unknownTests = tests.filter(({ name, title }) => !hasTitle(files.get(name) ?? '', title));
    const isDecided = /^(Decision|Remark): .{20,}/.test(heldBy);
    return tests.length === 0 && !isDecided
      ? [`${section}.${number} has neither a test nor a decision`]
      : unknownTests.map(({ name, title }) => `${section}.${number}: ${name} has no test “${title}”`);
  });
  expect(missingTests).toEqual([]);
});

it('every file in the list of test files is named by a statement', () => {
  const namedFiles = new Set(statements.flatMap(({ heldBy }) => testsIn(heldBy).map(({ name }) => name)));
  expect([...files.keys()].filter((name) => !namedFiles.has(name))).toEqual([]);
});
