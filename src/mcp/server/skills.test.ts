/** Skills over MCP (SEP-2640), as a client of 2026-07-28 gets them. */
import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { ResourceUpdates } from './resource-updates.ts';
import { connectWire } from './testing/clients.ts';
import { fakeLiveServer, prompt, resolvedServer } from './testing/fake-live-server.ts';

const explain = prompt({
  name: 'Explain',
  arguments: [{ name: 'topic', required: true, description: 'What to explain' }],
  content: { kind: 'text', text: { kind: 'template', template: 'Explain `topic` to a child.' } },
  skill: {
    name: 'explain',
    description: 'Explains things: use it when asked "why".',
    files: ['guides/tone.md', 'logo.png'],
  },
});
const media = { 'guides/tone.md': Buffer.from('Be kind.\n'), 'logo.png': Buffer.from([0x89, 0x50, 0, 255]) };
const docs = () => fakeLiveServer(resolvedServer([explain, prompt({ name: 'Plain' })]), media);

test('a server with a skill declares the extension, and only to clients of the stateless revision', async () => {
  const { initialize } = await connectWire(docs(), '2026-07-28');
  const declaredArguments = { 'io.modelcontextprotocol/skills': { directoryRead: true } };
  expect(initialize).toMatchObject({ capabilities: { extensions: declaredArguments } });
  const handshake = await connectWire(docs(), '2025-11-25');
  expect(handshake.initialize).not.toHaveProperty('capabilities.extensions');
  const none = await connectWire(fakeLiveServer(resolvedServer([prompt({ name: 'Plain' })])), '2026-07-28');
  expect(none.initialize).not.toHaveProperty('capabilities.extensions');
});

test('each file of a listed skill is read with the digest and size of its entry', async () => {
  const client = await connectWire(docs(), '2026-07-28');
  const { skills } = (await client.request('skills/list')) as { skills: SkillEntry[] };
  expect(skills.map(({ uri }) => uri)).toEqual(['skill://explain/SKILL.md']);
  const [entry] = skills;
  expect(entry?.resources.map(({ uri }) => uri)).toEqual([
    'skill://explain/SKILL.md',
    'skill://explain/guides/tone.md',
    'skill://explain/logo.png',
  ]);
  for (const { uri, digest, size } of entry?.resources ?? []) {
    const { contents } = (await client.request('resources/read', { uri })) as { contents: Contents[] };
    const bytes = Buffer.from(contents[0]?.text ?? contents[0]?.blob ?? '', contents[0]?.blob ? 'base64' : 'utf8');
    expect(bytes.length).toBe(size);
    expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`).toBe(digest);
  }
});

interface SkillEntry {
  readonly uri: string;
  readonly frontmatter: object;
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}
interface Contents {
  readonly text?: string;
  readonly blob?: string;
}

test('the entry has the front matter of SKILL.md, and skills/get gives the same entry', async () => {
  const client = await connectWire(docs(), '2026-07-28');
  const { skills, ...hints } = await client.request('skills/list');
  const uri = 'skill://explain/SKILL.md';
  const { skill, ...sameHints } = await client.request('skills/get', { uri });
  expect(skills).toEqual([skill]);
  expect(hints).toMatchObject({ resultType: 'complete', ttlMs: expect.any(Number), cacheScope: expect.any(String) });
  expect(sameHints).toMatchObject({
    resultType: 'complete',
    ttlMs: expect.any(Number),
    cacheScope: expect.any(String),
  });
  const { contents } = (await client.request('resources/read', { uri })) as { contents: Contents[] };
  const [, frontMatter = ''] = /^---\n([\s\S]*?)---\n/.exec(contents[0]?.text ?? '') ?? [];
  expect(parse(frontMatter)).toEqual((skill as SkillEntry).frontmatter);
});

test('folders of a skill are read one level at a time', async () => {
  const client = await connectWire(docs(), '2026-07-28');
  const namesIn = async (uri: string) => {
    const { resources } = (await client.request('resources/directory/read', { uri })) as { resources: object[] };
    return resources;
  };
  expect(await namesIn('skill://explain')).toEqual([
    { uri: 'skill://explain/SKILL.md', name: 'SKILL.md', mimeType: 'text/markdown' },
    { uri: 'skill://explain/guides', name: 'guides', mimeType: 'inode/directory' },
    { uri: 'skill://explain/logo.png', name: 'logo.png', mimeType: 'image/png' },
  ]);
  expect(await namesIn('skill://explain/guides')).toEqual([
    { uri: 'skill://explain/guides/tone.md', name: 'tone.md', mimeType: 'text/markdown' },
  ]);
});

test.each([
  ['skills/get', 'skill://gone/SKILL.md', 'There is no skill at skill://gone/SKILL.md'],
  ['skills/get', 'skill://explain', 'There is no skill at skill://explain'],
  ['resources/directory/read', 'skill://explain/SKILL.md', 'is not the folder of a skill'],
  ['resources/directory/read', 'skill://explain/', 'is not the folder of a skill'],
  ['resources/read', 'skill://explain/secret.md', 'There is no file skill://explain/secret.md'],
  ['resources/read', 'skill://explain/../../secret.md', 'There is no file'],
])('%s of %s is refused with what to do', async (method, uri, words) => {
  const client = await connectWire(docs(), '2026-07-28');
  expect(await client.request(method, { uri })).toMatchObject({
    code: -32602,
    message: expect.stringContaining(words),
  });
});

test('a list of many skills has pages, and a skill is never split', async () => {
  const manyPrompts = Array.from({ length: 250 }, (_, index) =>
    prompt({ name: `P${index}`, skill: { name: `p-${index}`, description: 'One of many.' } }),
  );
  const client = await connectWire(fakeLiveServer(resolvedServer(manyPrompts)), '2026-07-28');
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = (await client.request('skills/list', cursor === undefined ? {} : { cursor })) as {
      skills: { frontmatter: { name: string } }[];
      nextCursor?: string;
    };
    names.push(...page.skills.map(({ frontmatter }) => frontmatter.name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(names).toEqual(manyPrompts.map(({ skill }) => skill?.name));
});

const notes = {
  name: 'release-notes',
  description: 'Writes release notes',
  content: '# Steps\n\n1. Read `git log`.\n',
  catalogueName: 'notes',
  origin: { kind: 'workspace', file: 'skills/notes.yaml', at: [] },
} as const;

test('a skill without a prompt is served as it is written', async () => {
  const client = await connectWire(fakeLiveServer(resolvedServer([], { skills: [notes] })), '2026-07-28');
  expect(client.initialize).toHaveProperty('capabilities.extensions');
  const { skills } = (await client.request('skills/list')) as { skills: SkillEntry[] };
  expect(skills.map(({ uri }) => uri)).toEqual(['skill://release-notes/SKILL.md']);
  const { contents } = (await client.request('resources/read', { uri: 'skill://release-notes/SKILL.md' })) as {
    contents: Contents[];
  };
  expect(contents[0]?.text).toBe(
    '---\nname: release-notes\ndescription: "Writes release notes"\n---\n\n# Steps\n\n1. Read `git log`.\n',
  );
});

test('many skills come in pages', async () => {
  const skills = Array.from({ length: 250 }, (_, index) => ({ ...notes, name: `skill-${index}` }));
  const client = await connectWire(fakeLiveServer(resolvedServer([], { skills })), '2026-07-28');
  const uris: string[] = [];
  let pages = 0;
  for (let cursor: unknown, isFirst = true; isFirst || cursor !== undefined; isFirst = false, pages++) {
    const page = await client.request('skills/list', cursor === undefined ? {} : { cursor });
    uris.push(...(page.skills as SkillEntry[]).map(({ uri }) => uri));
    cursor = page.nextCursor;
  }
  expect(pages).toBeGreaterThan(1);
  expect(uris).toEqual(skills.map(({ name }) => `skill://${name}/SKILL.md`));
});

test('a subscriber to the files of a skill gets a notice when one of them changes', async () => {
  const liveServer = docs();
  const announcedUris: string[] = [];
  const updates = new ResourceUpdates(liveServer, (uri) => announcedUris.push(uri));
  await updates.subscribe('one', ['skill://explain/SKILL.md', 'skill://explain/guides/tone.md']);
  const content = { kind: 'text', text: { kind: 'literal', text: 'Explain it well.' } } as const;
  liveServer.set({ prompts: [prompt({ ...explain, content })] });
  await vi.waitFor(() => expect(announcedUris).toEqual(['skill://explain/SKILL.md']));
  liveServer.setMedia('guides/tone.md', Buffer.from('Be brief.\n'));
  await vi.waitFor(() => expect(announcedUris).toEqual(['skill://explain/SKILL.md', 'skill://explain/guides/tone.md']));
  updates.close();
});
