/** The open definition when its file disappears: it stays, with its typing, until it is recreated or closed. */
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WorkbenchError } from '../../../src/base/errors.ts';
import { valueIn } from '../selectors.ts';
import { worldOf } from '../testing/world.ts';
import { selectSaved, selectTypedText } from './save-state.ts';

const greet = '# Kept.\nName: Greet\nTitle: A greeting\nContent: Hello\n';
const world = worldOf({
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [Greet]\n',
  'prompts/Greet.yaml': greet,
  'prompts/Loose.yaml': 'Name: Loose\nContent: In no server\n',
});
const { state, disk, until } = world;
const path = (file: string) => join(world.home, 'workspace', file);
const openGreet = () => world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
const waitUntilGone = () =>
  until(({ definition }) => definition.status === 'open' && definition.gone !== undefined && definition.gone);

const ways: Readonly<Record<string, () => Promise<void>>> = {
  'is deleted': () => rm(path('prompts/Greet.yaml')),
  'is renamed': () => rename(path('prompts/Greet.yaml'), path('prompts/Hello.yaml')),
  'becomes a folder': async () => {
    await rm(path('prompts/Greet.yaml'));
    await mkdir(path('prompts/Greet.yaml'));
  },
  'becomes a link out of the workspace': async () => {
    await rename(path('prompts/Greet.yaml'), join(world.home, 'outside.yaml'));
    await symlink(join(world.home, 'outside.yaml'), path('prompts/Greet.yaml'));
  },
  'goes with the whole workspace': () => rm(path('.'), { recursive: true }),
};

for (const [way, take] of Object.entries(ways)) {
  it(`the editor stays open, and keeps further typing, when its file ${way}`, async () => {
    await openGreet();
    world.store.actions.edit(['Content'], 'Hello, K123');
    await world.store.actions.flush();
    await take();
    await waitUntilGone();
    world.store.actions.edit(['Content'], 'Hello, K1234567');
    await until((now) => selectSaved(now) === 'failed');
    await world.store.actions.refreshWorkspace();
    expect(state().definition).toMatchObject({ status: 'open', view: { file: 'prompts/Greet.yaml' } });
    expect(valueIn(state(), ['Content'])).toBe('Hello, K1234567');
    expect(state().selection).toEqual({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  });
}

it('the editor stays open when no server lists its prompt', async () => {
  await world.open({ kind: 'unlisted', key: 'prompts/Loose.yaml' });
  await rm(path('prompts/Loose.yaml'));
  expect(await waitUntilGone()).toContain('There is no file prompts/Loose.yaml');
  expect(state().definition).toMatchObject({ status: 'open', view: { file: 'prompts/Loose.yaml' } });
});

it('a deleted file is recreated with its last text and later typing', async () => {
  await openGreet();
  await rm(path('prompts/Greet.yaml'));
  await waitUntilGone();
  world.store.actions.edit(['Content'], 'Typed after it had gone');
  await until((now) => selectSaved(now) === 'failed');
  await world.store.actions.recreateFile();
  expect(await disk('prompts/Greet.yaml')).toBe(greet.replace('Hello', 'Typed after it had gone'));
  await until((now) => selectSaved(now) === 'saved');
  expect(state().definition).not.toHaveProperty('gone');
});

it('a deleted file is recreated from its text after typing in the YAML view', async () => {
  await openGreet();
  await rm(path('prompts/Greet.yaml'));
  await waitUntilGone();
  world.store.actions.editFileText(`${greet}# Typed after it had gone`);
  await until((now) => selectSaved(now) === 'failed');
  await world.store.actions.recreateFile();
  expect(await disk('prompts/Greet.yaml')).toBe(`${greet}# Typed after it had gone`);
});

it('the editor saves the typing by itself when its file is restored', async () => {
  await openGreet();
  await rm(path('prompts/Greet.yaml'));
  await waitUntilGone();
  world.store.actions.edit(['Title'], 'Typed after it had gone');
  await until((now) => selectSaved(now) === 'failed');
  await world.writeDisk('prompts/Greet.yaml', greet);
  await until((now) => selectSaved(now) === 'saved' && now.definition.status === 'open' && !now.definition.gone);
  expect(await disk('prompts/Greet.yaml')).toContain('Title: Typed after it had gone');
});

it('the editor never overwrites a file that was restored meanwhile', async () => {
  await openGreet();
  await rm(path('prompts/Greet.yaml'));
  await waitUntilGone();
  world.store.actions.edit(['Content'], 'Mine');
  await until((now) => selectSaved(now) === 'failed');
  const theirs = greet.replace('Hello', 'Theirs');
  await world.writeDisk('prompts/Greet.yaml', theirs);
  await world.store.actions.recreateFile();
  await until((now) => selectSaved(now) === 'conflict');
  expect(await disk('prompts/Greet.yaml')).toBe(theirs);
});

it('the editor closes a file that was deleted in this window', async () => {
  await openGreet();
  await world.store.actions.deleteCatalogue('prompts/Greet.yaml');
  expect(state().definition).not.toHaveProperty('view.file', 'prompts/Greet.yaml');
  expect(state().definition).not.toHaveProperty('gone');
});

it('the editor does not change while only the host is away', async () => {
  await openGreet();
  world.after = async () => {
    throw new WorkbenchError('unavailable', 'The workbench does not run.');
  };
  const { definition } = state();
  await world.store.actions.refreshWorkspace();
  world.store.actions.edit(['Title'], 'Typed without a host');
  await world.store.actions.flush();
  expect(state().definition).toBe(definition);
  expect(valueIn(state(), ['Title'])).toBe('Typed without a host');
});

it('the editor offers unsaved text for copying, or else the last text', async () => {
  await openGreet();
  await rm(path('prompts/Greet.yaml'));
  await waitUntilGone();
  expect(selectTypedText(state())).toBe(greet);
  world.store.actions.edit(['Content'], 'Typed after it had gone');
  expect(selectTypedText(state())).toBe('Typed after it had gone');
});
