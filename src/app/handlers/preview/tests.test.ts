import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../../../library/open-library.ts';
import { makeWorkspace } from '../../../library/testing/workspace.ts';
import { fakeServices } from '../../../mcp/server/testing/fake-live-server.ts';
import { testHandlers } from './tests.ts';

test('the window gets the results of one prompt, and writes its snapshots when it asks for that', async () => {
  const root = await makeWorkspace({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [hi, other]\n',
    'prompts/hi.yaml': 'Name: hi\nContent: Hello\nTests: [{Name: a, Expect: [snapshot, {contains: Bye}]}]\n',
    'prompts/other.yaml': 'Name: other\nContent: x\nTests: [{Name: b}]\n',
  });
  const library = await openLibrary(root);
  onTestFinished(() => library.close());
  const handlers = testHandlers(library, fakeServices());
  const run = (updates: boolean) => handlers['tests.run']({ server: 'Docs', prompt: 'hi', updates });
  const [firstResult, ...otherResults] = await run(false);
  expect(otherResults).toEqual([]);
  expect(firstResult?.failures.map(({ expectation }) => expectation)).toEqual(['snapshot', 'contains']);
  expect((await run(true))[0]).toMatchObject({
    written: ['snapshots/Docs/hi/a.txt'],
    failures: [{ expectation: 'contains' }],
  });
  expect(await readFile(join(root, 'snapshots/Docs/hi/a.txt'), 'utf8')).toBe('Hello\n');
});
