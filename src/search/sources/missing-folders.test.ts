import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openLibrary } from '../../library/open-library.ts';
import { makeWorkspace } from '../../library/testing/workspace.ts';
import { trustOf } from '../../trust/testing/trust-of.ts';
import { findMissingFolders } from './missing-folders.ts';

test('a missing folder of a source is a warning at its line and column; existing folders and references are not', async () => {
  const dir = await makeWorkspace({
    'docs/a.md': 'Text',
    'sources/Manual.yaml': 'Type: Documentation\nFolders:\n  - docs\n  - guide\n  - docs/a.md\n',
    'sources/Reference.yaml': 'Type: Documentation\nFolders: ["wolfram-language:"]\n',
  });
  const library = await openLibrary(dir, { watch: false });
  expect(await findMissingFolders(library, trustOf(dir))).toEqual([
    {
      tag: 'InvalidSourceSpecification',
      severity: 'warning',
      message: 'No such folder or file: guide: correct Folders in the source, or create it.',
      at: ['Folders', 1],
      file: 'sources/Manual.yaml',
      line: 4,
      column: 5,
      endLine: 4,
      endColumn: 10,
    },
  ]);
  await library.close();
});

test('a folder outside a restricted workspace is checked only after it is allowed', async () => {
  const dir = await makeWorkspace({ 'sources/Manual.yaml': 'Type: Documentation\nFolders: [../nowhere]\n' });
  const library = await openLibrary(dir, { watch: false });
  const trust = trustOf(dir);
  expect(await findMissingFolders(library, trust)).toEqual([]);
  await trust.allow([{ kind: 'folder', path: join(dirname(dir), 'nowhere') }]);
  expect(await findMissingFolders(library, trust)).toMatchObject([{ file: 'sources/Manual.yaml' }]);
  await library.close();
});

test('a missing folder outside a trusted workspace is a warning without a permission', async () => {
  const dir = await makeWorkspace({
    'sources/Manual.yaml': 'Type: Documentation\nFolders: [.., ../nowhere]\n',
  });
  const library = await openLibrary(dir, { watch: false });
  const trust = trustOf(dir);
  await trust.allow([], { workspace: true });
  expect(await findMissingFolders(library, trust)).toMatchObject([{ file: 'sources/Manual.yaml', at: ['Folders', 1] }]);
  await library.close();
});
