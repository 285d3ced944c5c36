import { mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Mirror } from '../repository/mirror.ts';
import { createRepository, greeting } from '../testing/repository.ts';
import { readRelease } from './release.ts';

const pixel = (color: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><path fill="#00000${color}" d="M0 0h1v1H0z"/></svg>`;

/** Each changes what an earlier reading must not hide. */
const changes: readonly Readonly<Record<string, string | null>>[] = [
  greeting('Welcome'),
  {
    'prompts/other.yaml': 'Name: other\nContent: Other\n',
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet, other]\n',
  },
  // The same bytes as before, but a media file that they name is gone.
  { 'prompts/picture.yaml': 'Name: picture\nContent: {File: dot.svg}\n', 'media/dot.svg': pixel(1) },
  { 'media/dot.svg': null },
  { 'media/dot.svg': pixel(2), 'prompts/greet.yaml': 'Name: [broken\n' },
  { 'prompts/greet.yaml': null },
  { ...greeting('Hello again'), 'prompts/other.yaml': 'Name: greet\nContent: A second one of this name\n' },
  {
    'access.yaml': 'Everyone: [Docs]\n',
    'skills/notes/SKILL.md': '---\nname: notes\ndescription: Notes\n---\nNotes.\n',
  },
];

test('a commit that is read after another one is the same as one that is read alone', async () => {
  const repository = createRepository(greeting('Hello'));
  const dir = mkdtempSync(join(tmpdir(), 'prompt-workbench-release-'));
  mkdirSync(join(dir, 'commits'));
  const mirror = await Mirror.create({
    repository: repository.path,
    ref: 'main',
    prefix: '',
    dir: join(dir, 'mirror'),
  });
  const read = async (commit: string, formerRelease?: Awaited<ReturnType<typeof readRelease>>) => {
    const release = await readRelease(mirror, commit, join(dir, 'commits'), formerRelease);
    onTestFinished(() => release.close());
    return release;
  };
  const contentOf = ({
    snapshot,
    errors,
    warnings,
    policyText,
    materials,
    library,
  }: Awaited<ReturnType<typeof read>>) => ({
    files: snapshot.files,
    problems: snapshot.problems,
    servers: [...snapshot.servers].map(([name, { resolvedServer }]) => [
      name,
      resolvedServer,
      library.server(name).current(),
    ]),
    errors,
    warnings,
    policyText,
    materials,
  });
  let lastRelease = await read(await mirror.fetch());
  for (const change of changes) {
    repository.push(change);
    const commit = await mirror.fetch();
    const [next, aloneRelease] = [await read(commit, lastRelease), await read(commit)];
    expect(contentOf(next)).toEqual(contentOf(aloneRelease));
    lastRelease = next;
  }
});

test('files that a commit shares with the previous one are not written again, and outlive it', async () => {
  const repository = createRepository({ ...greeting('Hello'), 'media/dot.svg': pixel(1) });
  const dir = mkdtempSync(join(tmpdir(), 'prompt-workbench-release-'));
  const mirror = await Mirror.create({
    repository: repository.path,
    ref: 'main',
    prefix: '',
    dir: join(dir, 'mirror'),
  });
  const firstRelease = await readRelease(mirror, await mirror.fetch(), dir);
  repository.push(greeting('Welcome'));
  const secondRelease = await readRelease(mirror, await mirror.fetch(), dir, firstRelease);
  const inodes = (file: string) => [firstRelease, secondRelease].map(({ folder }) => statSync(join(folder, file)).ino);
  expect(new Set(inodes('media/dot.svg')).size).toBe(1);
  expect(new Set(inodes('prompts/greet.yaml')).size).toBe(2);
  const [before, now] = [firstRelease, secondRelease].map(({ snapshot }) => snapshot.servers);
  // A server without a change is the same object, so that nothing is computed for it again.
  expect(now?.get('Wolfram')?.resolvedServer).toBe(before?.get('Wolfram')?.resolvedServer);
  await firstRelease.close();
  expect(Buffer.from(await secondRelease.library.server('Docs').readMedia('dot.svg')).toString()).toBe(pixel(1));
  await secondRelease.close();
});
