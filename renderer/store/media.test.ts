/** Files on their way into a prompt, over the real core and a workspace folder of its own. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHostClient } from '../../src/contract/host-client.ts';
import { createInProcessTransport } from '../../src/contract/in-process.ts';
import { openWorkbench, type Workbench } from '../../src/workbench.ts';
import { createSettings } from './settings.ts';
import { createWorkbenchStore, type WorkbenchStore } from './store.ts';

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
const review = `Name: review
Content:
  Messages:
    # The first word.
    - Role: user
      Content: Look at this
`;

let home: string;
let workbench: Workbench;
let store: WorkbenchStore;

const disk = (file: string) => readFile(join(home, 'workspace', file), 'utf8');
const given = (name: string, bytes: Uint8Array) => ({
  name,
  size: bytes.length,
  arrayBuffer: async () => bytes.slice().buffer as ArrayBuffer,
});

async function open(key: string): Promise<void> {
  await vi.waitFor(() => expect(store.state.getState().workspace.status).toBe('ready'), { timeout: 5000 });
  store.actions.select({ kind: 'prompt', server: 'Docs', key });
  await vi.waitFor(() => expect(store.state.getState().definition.status).toBe('open'), { timeout: 5000 });
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'prompt-workbench-media-'));
  await mkdir(join(home, 'workspace', 'servers'), { recursive: true });
  await mkdir(join(home, 'workspace', 'prompts'));
  await writeFile(join(home, 'workspace/servers/Docs.yaml'), 'Name: Docs\nMCPPrompts: [review, other]\n');
  await writeFile(join(home, 'workspace/prompts/review.yaml'), review);
  await writeFile(join(home, 'workspace/prompts/other.yaml'), 'Name: other\nContent: Other\n');
  workbench = await openWorkbench({
    workspaceDir: join(home, 'workspace'),
    stateDir: join(home, 'state'),
    cliFile: join(home, 'cli.cjs'),
    samplesDir: join(home, 'samples'),
    log: () => {},
  });
  const storage = { getItem: () => null, setItem: () => {} };
  store = createWorkbenchStore(createHostClient(createInProcessTransport(workbench)), createSettings(storage));
});

afterEach(async () => {
  await store.close();
  await workbench.close();
  await rm(home, { recursive: true, force: true });
});

it('copies dropped files and writes them as blocks, keeping the rest of the file', async () => {
  await open('review');
  await store.actions.addFiles(['Content'], [given('a.png', png), given('fake.png', Uint8Array.of(65, 66))]);
  const text = await disk('prompts/review.yaml');
  expect(text).toContain('# The first word.');
  expect(text).toContain('File: a.png');
  expect(text).not.toContain('fake');
  expect(store.state.getState().notices.map(({ message }) => message)).toEqual([
    expect.stringContaining('fake.png is called an image'),
  ]);
});

it('adds nothing to a prompt that was opened while the file was still being read', async () => {
  await open('review');
  const slow = {
    ...given('a.png', png),
    arrayBuffer: async () => {
      await open('other');
      return png.slice().buffer as ArrayBuffer;
    },
  };
  await store.actions.addFiles(['Content'], [slow]);
  expect(await disk('prompts/review.yaml')).toBe(review);
  expect(await disk('prompts/other.yaml')).toBe('Name: other\nContent: Other\n');
  expect(store.state.getState().notices.at(-1)?.message).toContain('Another prompt was opened');
});

it('writes the content of a block as a file, as bytes and as text, whichever is asked for', async () => {
  await open('review');
  const at = ['Content', 'Messages', 0, 'Content'];
  store.actions.edit(at, { Type: 'resource', Uri: 'docs://rules', Text: 'Be kind.' });
  await store.actions.changeBody(at, 'File');
  expect(await disk('prompts/review.yaml')).toContain('File: rules.txt');
  expect(await disk('media/rules.txt')).toBe('Be kind.');
  await store.actions.changeBody(at, 'Data');
  expect(await disk('prompts/review.yaml')).toContain(`Data: ${Buffer.from('Be kind.').toString('base64')}`);
  await store.actions.changeBody(at, 'Text');
  expect(await disk('prompts/review.yaml')).toContain('Text: Be kind.');
});

it('tells what a change of form leaves out, and takes it back from the notice', async () => {
  await open('review');
  await store.actions.addFiles(['Content'], [given('a.png', png)]);
  const before = await disk('prompts/review.yaml');
  await store.actions.changeContentForm(['Content'], 'text');
  expect(await disk('prompts/review.yaml')).toContain('Content: Look at this');
  const notice = store.state.getState().notices.at(-1);
  expect(notice?.message).toBe('The new form has no place for 1 image.');
  await store.actions.undoNotice(notice?.id ?? 0);
  expect(await disk('prompts/review.yaml')).toBe(before);
});
