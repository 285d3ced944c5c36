/** Definition files in the notation of the reference: read in, served, written out and read in again. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { openLibrary } from '../library/open-library.ts';
import { createPreview } from '../mcp/preview/preview.ts';
import { fakeServices } from '../mcp/server/testing/fake-live-server.ts';
import { arrangeImport } from './arrange-import.ts';
import { type ImportContent, readFiles } from './read-sources.ts';
import { pacletFiles, workspaceText } from './wolfram-text.ts';

const folder = fileURLToPath(new URL('./testing/wolfram', import.meta.url));
const files = readdirSync(folder);

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wolfram-files-'));
});

/** Without notes: the first import has removed what they report. */
const definitionsIn = ({ items }: ImportContent) =>
  items.map(({ kind, data }) => ({ kind, ...data })).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

const namesOf = ({ items }: ImportContent) => items.map(({ kind, name }) => `${kind} ${name}`).sort();

/** Files in which every definition is wrong. */
const brokenFiles = ['all-broken.wl'];
/** With messages, images and versions, which Wolfram's server does not have. */
const changedFiles = ['blocks.wl', 'server-file.wl'];

test('there are more than twenty files', () => expect(files.length).toBeGreaterThan(25));

test.each(files)('%s keeps its definitions', async (file) => {
  const reading = await readFiles([{ path: file, text: readFileSync(join(folder, file), 'utf8') }]);
  expect(reading.items.length > 0).toBe(!brokenFiles.includes(file));
  if (reading.items.length === 0) return;
  const library = await openLibrary(dir, { watch: false });
  const choices = reading.items.map((_, index) => ({ index, instead: false }));
  await library.arrange(arrangeImport(reading, choices, { kind: 'catalogue' }));

  for (const [name, { builtin, entries }] of library.snapshot().servers) {
    if (builtin) continue;
    const preview = createPreview(library.server(name), fakeServices());
    if (!preview) throw new Error('not served');
    expect((await preview.list()).length).toBe(entries.filter(({ isServed }) => isServed).length);
    await preview.close();
  }

  const { text, notes } = workspaceText(library.snapshot());
  const paclet = pacletFiles(library.snapshot(), 'Mine');
  await library.close();
  const unpackedFiles = await readFiles(paclet.files);
  expect(unpackedFiles.problems).toEqual([]);
  if (paclet.notes.length === 0) {
    expect(definitionsIn(unpackedFiles)).toEqual(definitionsIn(reading));
    expect(namesOf(unpackedFiles)).toEqual(namesOf(reading));
  }
  const secondFiles = await readFiles([{ path: file, text }]);
  expect(secondFiles.problems).toEqual([]);
  if (changedFiles.includes(file)) expect(notes.length).toBeGreaterThan(0);
  else expect(definitionsIn(secondFiles)).toEqual(definitionsIn(reading));
});
