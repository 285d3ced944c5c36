import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWorkbench, type Workbench } from '../app/workbench.ts';
import { makeWorkspace } from './testing/workspace.ts';

const prompt = { file: 'prompts/look.yaml', at: [] };
const block = ['Content', 'Messages', 0, 'Content'];
const text = `Name: look
Content:
  Messages:
    - Role: user
      Content: { Type: resource, Uri: "docs://rules", Text: Be kind }
`;
const data = Buffer.from('Be kind').toString('base64');

async function open(): Promise<{ root: string; media: () => Promise<string[]>; start: () => Promise<Workbench> }> {
  const root = await makeWorkspace({ 'prompts/look.yaml': text, 'servers/S.yaml': 'Name: S\nMCPPrompts: [look]\n' });
  const stateDir = await mkdtemp(join(tmpdir(), 'prompt-workbench-media-'));
  let workbench: Workbench | undefined;
  onTestFinished(async () => {
    await workbench?.close();
  });
  return {
    root,
    media: () => readdir(join(root, 'media')),
    async start() {
      await workbench?.close();
      const [cliFile, samplesDir] = [join(stateDir, 'cli.cjs'), join(stateDir, 'samples')];
      workbench = await openWorkbench({ workspaceDir: root, stateDir, cliFile, samplesDir, log: () => {} });
      return workbench;
    },
  };
}

/** Makes the text of the block a file, as the form does. */
async function textToFile({ handlers }: Workbench): Promise<void> {
  const { file } = await handlers['media.add']({ name: 'rules.txt', data });
  const after = { Type: 'resource', Uri: 'docs://rules', File: file };
  const before = { Type: 'resource', Uri: 'docs://rules', Text: 'Be kind' };
  expect(await handlers['definition.edit']({ ...prompt, edits: [{ at: block, before, after }] })).toMatchObject({
    kind: 'saved',
  });
}

const step = ({ handlers }: Workbench, direction: 'undo' | 'redo') => handlers['history.step']({ direction });

test('undo of a step removes the file that it added, and redo brings it back, even after a restart', async () => {
  const { root, media, start } = await open();
  let workbench = await start();
  await textToFile(workbench);
  expect(await media()).toEqual(['rules.txt']);
  await step(workbench, 'undo');
  expect(await media()).toEqual([]);
  expect(await readFile(join(root, prompt.file), 'utf8')).toBe(text);
  await step(workbench, 'redo');
  expect(await readFile(join(root, 'media/rules.txt'), 'utf8')).toBe('Be kind');
  await step(workbench, 'undo');
  workbench = await start();
  await step(workbench, 'redo');
  expect(await readFile(join(root, 'media/rules.txt'), 'utf8')).toBe('Be kind');
});

test('undo leaves a file that has changed since', async () => {
  const { root, media, start } = await open();
  const workbench = await start();
  await textToFile(workbench);
  await writeFile(join(root, 'media/rules.txt'), 'Be kinder');
  await step(workbench, 'undo');
  expect(await media()).toEqual(['rules.txt']);
});

test('undo leaves a file that another definition names', async () => {
  const { root, media, start } = await open();
  await writeFile(
    join(root, 'prompts/other.yaml'),
    text.replace('look', 'other').replace('Text: Be kind', 'File: rules.txt'),
  );
  const workbench = await start();
  await textToFile(workbench);
  await step(workbench, 'undo');
  expect(await media()).toEqual(['rules.txt']);
});

test('undo leaves a file that was there before', async () => {
  const { root, media, start } = await open();
  await mkdir(join(root, 'media'));
  await writeFile(join(root, 'media/rules.txt'), 'Be kind');
  const workbench = await start();
  await textToFile(workbench);
  await step(workbench, 'undo');
  expect(await media()).toEqual(['rules.txt']);
});
