/** Skills without a prompt: files in `skills/` that a server lists. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSkill, deleteSkill, duplicateSkill, renameSkill } from './arrange/change-skills.ts';
import { openLibrary } from './open-library.ts';
import { openServer } from './open-server.ts';
import { makeWorkspace, put } from './testing/workspace.ts';

const skill = (name: string, text = 'Do it.') =>
  `Name: ${name}\nDescription: Does it\nFiles: [tone.md]\nContent: ${text}\n`;
const files = {
  'servers/S.yaml': 'Name: S\nSkills: [notes, gone, broken]\n',
  'skills/notes.yaml': skill('release-notes'),
  'skills/broken.yaml': skill('Not A Name'),
  'skills/unlisted.yaml': skill('other'),
  'media/tone.md': 'Be kind.\n',
};

const servedTexts = (server: { readonly skills?: readonly { readonly name: string; readonly content: string }[] }) =>
  (server.skills ?? []).map(({ name, content }) => `${name}: ${content}`);

test('a server has the skills that it lists, and each fault is at its place', async () => {
  const dir = await makeWorkspace(files);
  const library = await openLibrary(dir, { watch: false });
  onTestFinished(() => library.close());
  const snapshot = library.snapshot();
  expect(servedTexts(library.server('S').current())).toEqual(['release-notes: Do it.']);
  expect(snapshot.servers.get('S')?.skills).toEqual([
    { catalogueName: 'notes', isServed: true },
    { catalogueName: 'gone', isServed: false },
    { catalogueName: 'broken', isServed: false },
  ]);
  expect(snapshot.problems.map(({ file, line, column, tag }) => `${file}:${line}:${column} ${tag}`)).toEqual([
    'servers/S.yaml:2:17 SkillNameNotFound',
    'servers/S.yaml:2:23 InvalidSkillSpecification',
    'skills/broken.yaml:1:7 InvalidSkillSpecification',
  ]);
  await rm(join(dir, 'media/tone.md'));
  await library.settled();
  expect(servedTexts(library.server('S').current())).toEqual([]);
  expect(library.snapshot().problems).toContainEqual(
    expect.objectContaining({ file: 'skills/notes.yaml', tag: 'Media', line: 3 }),
  );
});

test('a start reads only the skills that its server lists, from the cache if they are unchanged', async () => {
  const dir = await makeWorkspace({ ...files, 'servers/S.yaml': 'Name: S\nSkills: [notes]\n' });
  const cacheDir = join(dir, '.cache');
  const start = async () => {
    const server = await openServer(dir, 'S', { watch: false, cacheDir });
    await server.close();
    return servedTexts(server.current());
  };
  expect(await start()).toEqual(['release-notes: Do it.']);
  expect(await start()).toEqual(['release-notes: Do it.']);
  await put(dir, 'skills/notes.yaml', skill('release-notes', 'Do it well.'));
  expect(await start()).toEqual(['release-notes: Do it well.']);
});

test('a running server follows its skills', async () => {
  const dir = await makeWorkspace({ ...files, 'servers/S.yaml': 'Name: S\nSkills: [notes]\n' });
  const server = await openServer(dir, 'S');
  onTestFinished(() => server.close());
  await put(dir, 'skills/notes.yaml', skill('release-notes', 'Do it well.'));
  await vi.waitFor(() => expect(servedTexts(server.current())).toEqual(['release-notes: Do it well.']), {
    timeout: 10_000,
  });
  await rm(join(dir, 'skills/notes.yaml'));
  await vi.waitFor(() => expect(servedTexts(server.current())).toEqual([]), { timeout: 10_000 });
});

test('a folder in the format of Agent Skills is named, with what to do, until it is gone', async () => {
  const folder = 'skills/release/SKILL.md';
  const dir = await makeWorkspace({ [folder]: '---\nname: release\n---\n' });
  const library = await openLibrary(dir);
  const problems = () =>
    library.snapshot().problems.map(({ file, severity, message }) => ({ file, severity, message }));
  expect(problems()).toEqual([
    {
      file: folder,
      severity: 'warning',
      message: expect.stringContaining('move the name, description and text to skills/release.yaml'),
    },
  ]);
  await rm(join(dir, 'skills/release'), { recursive: true });
  await expect.poll(problems).toEqual([]);
  await library.close();
});

test('a skill is created in the list of its server, and deleted with its place there', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': 'Name: S # kept\n' });
  const library = await openLibrary(dir);
  await library.arrange(createSkill({ name: 'release-notes', server: 'S' }));
  const servedNames = () =>
    library
      .snapshot()
      .servers.get('S')
      ?.resolvedServer.skills?.map(({ name }) => name);
  expect(servedNames()).toEqual(['release-notes']);
  expect(library.snapshot().problems).toEqual([]);
  await expect(library.arrange(createSkill({ name: 'Release notes' }))).rejects.toThrow('lower-case letters');
  await expect(library.arrange(createSkill({ name: 'release-notes' }))).rejects.toThrow('already exists');
  await library.arrange(deleteSkill({ file: 'skills/release-notes.yaml' }));
  expect(servedNames()).toBeUndefined();
  expect(library.snapshot().problems).toEqual([]);
  await library.close();
});

test('a skill is renamed with its file and in every list, and its copy is listed after it', async () => {
  const dir = await makeWorkspace({
    'servers/S.yaml': 'Name: S\nSkills:\n  - first\n  - notes # for releases\n',
    'servers/T.yaml': 'Name: T\nSkills: notes\n',
    'skills/notes.yaml': '# Ours\nName: notes\nDescription: Does it\nFiles: [tone.md]\nContent: Do it.\n',
    'skills/first.yaml': 'Name: first\nDescription: Does it\nContent: Do it.\n',
    'media/tone.md': 'Be kind.\n',
  });
  const library = await openLibrary(dir, { watch: false });
  onTestFinished(() => library.close());
  const read = (file: string) => readFile(join(dir, file), 'utf8');
  await expect(library.arrange(renameSkill({ file: 'skills/notes.yaml', name: 'first' }))).rejects.toThrow('exists');
  await library.arrange(renameSkill({ file: 'skills/notes.yaml', name: 'release' }));
  expect(await read('skills/release.yaml')).toBe(
    '# Ours\nName: release\nDescription: Does it\nFiles: [tone.md]\nContent: Do it.\n',
  );
  expect(await read('servers/S.yaml')).toBe('Name: S\nSkills:\n  - first\n  - release # for releases\n');
  expect(await read('servers/T.yaml')).toBe('Name: T\nSkills: release\n');
  const duplication = await library.arrange(duplicateSkill({ file: 'skills/release.yaml' }));
  expect(duplication.label).toBe('Duplicated release');
  expect(await read('servers/S.yaml')).toBe('Name: S\nSkills:\n  - first\n  - release # for releases\n  - release-2\n');
  expect(await read('skills/release-2.yaml')).toContain('Name: release-2\n');
  expect(library.snapshot().problems).toEqual([]);
  expect(
    library
      .snapshot()
      .servers.get('S')
      ?.resolvedServer.skills?.map(({ name }) => name),
  ).toEqual(['first', 'release', 'release-2']);
  const [, listedInT] = library.snapshot().servers.get('T')?.resolvedServer.skills ?? [];
  expect(listedInT?.name).toBe('release-2');
  await library.arrange(deleteSkill({ file: 'skills/release.yaml' }));
  expect(await read('servers/S.yaml')).toBe('Name: S\nSkills:\n  - first\n  - release-2\n');
  expect(await read('media/tone.md')).toBe('Be kind.\n');
});
