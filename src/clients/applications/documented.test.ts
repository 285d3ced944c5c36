import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { applications } from './applications.ts';

it('docs/clients.md has a line for every application, with the day on which it was checked', async () => {
  const text = await readFile(fileURLToPath(new URL('../../../docs/clients.md', import.meta.url)), 'utf8');
  for (const { id, name, checked } of applications) {
    expect(text).toMatch(new RegExp(`^\\| \`${id}\` \\| ${name} \\|.*\\| ${checked} \\|$`, 'm'));
  }
});
