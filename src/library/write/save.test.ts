import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../open-library.ts';
import { makeWorkspace, promptText } from '../testing/workspace.ts';

test('a read-only file is not changed, and the refusal says what to do', async () => {
  const dir = await makeWorkspace({ 'prompts/P.yaml': promptText('P') });
  await chmod(join(dir, 'prompts/P.yaml'), 0o444);
  const library = await openLibrary(dir, { watch: false });
  onTestFinished(() => library.close());
  const { version } = await library.open('prompts/P.yaml', []);
  const sentence = 'prompts/P.yaml is read-only. Allow writing to it, then try again.';
  await expect(library.write('prompts/P.yaml', version, promptText('Q'))).rejects.toThrow(sentence);
  await expect(library.edit('prompts/P.yaml', [{ at: ['Name'], before: 'P', after: 'Q' }])).rejects.toThrow(sentence);
  expect(await readFile(join(dir, 'prompts/P.yaml'), 'utf8')).toBe(promptText('P'));
});
