/** What is wrong with `workbench.yaml` is a problem of the workspace. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLibrary } from '../open-library.ts';
import { makeWorkspace, promptText, put } from '../testing/workspace.ts';
import type { LibrarySnapshot } from '../types.ts';

const lines = ({ problems }: LibrarySnapshot) =>
  problems.map(({ file, line, column, severity, message }) => `${file}:${line}:${column}: ${severity}: ${message}`);

const notKeys =
  'workbench.yaml:1:1: error: The file must be a set of keys and values, such as "Lint: {long-name: off}".';

test.each([
  ['a number', '5\n', [notKeys]],
  ['a list', '- a\n', [notKeys]],
  [
    'a misspelt key',
    '# Ours\nLnit: {long-name: off}\n',
    ['workbench.yaml:2:1: warning: Unknown key "Lnit": did you mean Lint?'],
  ],
  [
    'another key',
    'Lint: {}\nServers: []\n',
    ['workbench.yaml:2:1: warning: Unknown key "Servers": the only key is Lint.'],
  ],
  ['another key in a workspace that allows it', 'Lint: {unknown-key: off}\nServers: []\n', []],
  [
    'an unknown rule',
    'Lint:\n  long-nam: off\n',
    ['workbench.yaml:2:3: error: There is no rule "long-nam": did you mean long-name?'],
  ],
  ['nothing', '# Later\n', []],
  ['a key in another case, and a schema', '$schema: https://example.com\nlint: {long-name: off}\n', []],
])('reports exactly the faults of a settings file with %s', async (_, text, expected) => {
  const library = await openLibrary(await makeWorkspace({ 'workbench.yaml': text }), { watch: false });
  onTestFinished(() => library.close());
  expect(lines(library.snapshot())).toEqual(expected);
});

test('a fault of the settings appears and disappears while the workspace is open', async () => {
  const dir = await makeWorkspace({ 'prompts/A.yaml': promptText('A') });
  const library = await openLibrary(dir);
  onTestFinished(() => library.close());
  await put(dir, 'workbench.yaml', '5\n');
  await vi.waitFor(() => expect(lines(library.snapshot())).toEqual([notKeys]), 5_000);
  await library.write('prompts/A.yaml', library.snapshot().files[0]?.version ?? '', promptText('A', 'Typed'));
  expect(lines(library.snapshot())).toEqual([notKeys]);
  await put(dir, 'workbench.yaml', 'Lint: {}\n');
  await vi.waitFor(() => expect(lines(library.snapshot())).toEqual([]), 5_000);
});
