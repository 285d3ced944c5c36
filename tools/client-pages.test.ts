import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { adaptationsOf } from '../src/clients/adapters/adaptations.ts';
import { applications } from '../src/clients/applications/applications.ts';
import { systemFolders } from '../src/clients/config-files/system-folders.ts';
import { clientPage, withTables } from './client-pages.mjs';

const facts = { applications, adaptationsOf, linuxFolders: systemFolders({}, 'linux', '/home/me') };

test('the tables of docs/clients.md agree with the facts; `node tools/client-pages.mjs` writes them', async () => {
  const page = await readFile(clientPage, 'utf8');
  expect(page.match(/<!-- table: \w+ -->/g)).toHaveLength(5);
  expect(page).toBe(withTables(page, facts));
});
