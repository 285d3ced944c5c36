/** Files on their way into a prompt, over the real core and real files. */
import { expect, it } from 'vitest';
import { worldOf } from '../testing/world.ts';

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
const review = `Name: review
Content:
  Messages:
    # The first word.
    - Role: user
      Content: Look at this
`;

const world = worldOf({
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [review, other]\n',
  'prompts/review.yaml': review,
  'prompts/other.yaml': 'Name: other\nContent: Other\n',
});
const { disk, state } = world;
const open = (key: string) => world.open({ kind: 'prompt', server: 'Docs', key });
const fileNamed = (name: string, bytes: Uint8Array) => ({
  name,
  size: bytes.length,
  arrayBuffer: async () => bytes.slice().buffer as ArrayBuffer,
});
const text = (name: string, content: string) => fileNamed(name, new TextEncoder().encode(content));

it('copies dropped files and writes them as blocks, keeping the rest of the file', async () => {
  await open('review');
  await world.store.actions.addFiles(
    ['Content'],
    [fileNamed('a.png', png), fileNamed('fake.png', Uint8Array.of(65, 66))],
  );
  const text = await disk('prompts/review.yaml');
  expect(text).toContain('# The first word.');
  expect(text).toContain('File: a.png');
  expect(text).not.toContain('fake');
  expect(state().notices.map(({ message }) => message)).toEqual([expect.stringContaining('fake.png is an image')]);
});

it('reports that a text became messages to hold a picture, and can undo it', async () => {
  await open('other');
  expect(await world.store.actions.addFiles(['Content'], [fileNamed('a.png', png)])).toEqual({ message: 0, block: 1 });
  expect(await disk('prompts/other.yaml')).toContain('File: a.png');
  const notice = state().notices.at(-1);
  expect(notice?.message).toBe('Changed the content to messages to hold a.png.');
  await world.store.actions.undoNotice(notice?.id ?? 0);
  expect(await disk('prompts/other.yaml')).toBe('Name: other\nContent: Other\n');
});

it('adds nothing to a prompt that was opened while the file was still being read', async () => {
  await open('review');
  const slowFile = {
    ...fileNamed('a.png', png),
    arrayBuffer: async () => {
      await open('other');
      return png.slice().buffer as ArrayBuffer;
    },
  };
  await world.store.actions.addFiles(['Content'], [slowFile]);
  expect(await disk('prompts/review.yaml')).toBe(review);
  expect(await disk('prompts/other.yaml')).toBe('Name: other\nContent: Other\n');
  expect(state().notices.at(-1)?.message).toContain('another page was opened');
});

it('puts a slowly read file into its own block, and into no other', async () => {
  await open('review');
  const at = ['Content', 'Messages', 0, 'Content'];
  world.store.actions.edit(at, { Type: 'image' });
  await world.store.actions.flush();
  const before = await disk('prompts/review.yaml');
  const slowFile = {
    ...fileNamed('a.png', png),
    arrayBuffer: async () => {
      await open('other');
      return png.slice().buffer as ArrayBuffer;
    },
  };
  await world.store.actions.setBlockFile(at, slowFile);
  expect(await disk('prompts/other.yaml')).toBe('Name: other\nContent: Other\n');
  expect(await disk('prompts/review.yaml')).toBe(before);
  expect(state().notices.at(-1)?.message).toContain('another page was opened');
  await open('review');
  await world.store.actions.setBlockFile(at, fileNamed('a.png', png));
  expect(await disk('prompts/review.yaml')).toContain('File: a.png');
});

it('lists files of a skill that are copied, and none on a page that was opened meanwhile', async () => {
  await open('other');
  const at = ['Skill', 'Files'];
  world.store.actions.edit(at, ['a.md', 'there.md']);
  const files = [text('a.md', 'Be kind.'), text('empty.md', ''), text('b.md', 'Be brief.')];
  await world.store.actions.listFiles(at, files);
  expect(await disk('prompts/other.yaml')).toMatch(/Files:\n *- a\.md\n *- there\.md\n *- b\.md\n$/);
  expect(await disk('media/b.md')).toBe('Be brief.');
  expect(state().notices.map(({ message }) => message)).toEqual(['empty.md is empty: choose another file.']);
  const before = await disk('prompts/other.yaml');
  const slowFile = text('c.md', 'Be quick.');
  await world.store.actions.listFiles(at, [
    { ...slowFile, arrayBuffer: async () => open('review').then(() => slowFile.arrayBuffer()) },
  ]);
  expect(await disk('prompts/other.yaml')).toBe(before);
  expect(await disk('prompts/review.yaml')).toBe(review);
});

it('writes the content of a block as a file, as bytes or as text', async () => {
  await open('review');
  const at = ['Content', 'Messages', 0, 'Content'];
  world.store.actions.edit(at, { Type: 'resource', Uri: 'docs://rules', Text: 'Be kind.' });
  await world.store.actions.changeBody(at, 'File');
  expect(await disk('prompts/review.yaml')).toContain('File: rules.txt');
  expect(await disk('media/rules.txt')).toBe('Be kind.');
  await world.store.actions.changeBody(at, 'Data');
  expect(await disk('prompts/review.yaml')).toContain(`Data: ${Buffer.from('Be kind.').toString('base64')}`);
  await world.store.actions.changeBody(at, 'Text');
  expect(await disk('prompts/review.yaml')).toContain('Text: Be kind.');
});

it('reports what a change of form leaves out, and undoes it from the notice', async () => {
  await open('review');
  await world.store.actions.addFiles(['Content'], [fileNamed('a.png', png)]);
  const before = await disk('prompts/review.yaml');
  await world.store.actions.changeContentForm(['Content'], 'text');
  expect(await disk('prompts/review.yaml')).toContain('Content: Look at this');
  const notice = state().notices.at(-1);
  expect(notice?.message).toBe('Lost in the conversion: 1 image.');
  await world.store.actions.undoNotice(notice?.id ?? 0);
  expect(await disk('prompts/review.yaml')).toBe(before);
});
