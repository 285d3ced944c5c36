/** Importing and copying from the store, over the real core and real files. */
import { expect, test } from 'vitest';
import { held, worldOf } from '../testing/world.ts';

const list = 'Name: Docs\nMCPPrompts:\n  - find\n';
const world = worldOf({ 'servers/Docs.yaml': list, 'prompts/find.yaml': 'Name: find\nTitle: Find\nContent: Text\n' });
const { state, disk } = world;

const text = (givenText: string) => ({ kind: 'text', text: givenText }) as const;

/** The current offers. */
function offer() {
  const { import: importState } = state();
  if (importState.status !== 'open' || !importState.offer) throw new Error('nothing is offered');
  return importState.offer;
}

test('a source is read, planned for the selected server, and written as one change that can be undone', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'find' });
  const { readImport, applyImport, undoNotice } = world.store.actions;
  await readImport(text('<|"Name" -> "find", "Content" -> "x"|>'));
  expect(offer().target).toEqual({ kind: 'server', name: 'Docs' });
  expect(offer().plan?.files.map(({ file, notes }) => [file, notes.length])).toEqual([['prompts/find-2.yaml', 2]]);
  await applyImport();
  expect(state().import.status).toBe('closed');
  expect(await disk('servers/Docs.yaml')).toBe(`${list}  - find-2\n`);
  const notice = state().notices.at(-1);
  expect(notice?.message).toBe('Imported find-2.');
  await undoNotice(notice?.id ?? 0);
  expect(await disk('servers/Docs.yaml')).toBe(list);
});

test('the text in the dialog stays until it is imported', async () => {
  const { openImport, typeImportText, closeImport, readImport, applyImport } = world.store.actions;
  openImport();
  typeImportText('Explain {{topic}}.');
  closeImport();
  openImport();
  expect(state().importText).toBe('Explain {{topic}}.');
  await readImport(text(state().importText));
  await applyImport();
  expect(state().importText).toBe('');
});

test('a change of conversion or target is planned again, without unselected items', async () => {
  const { readImport, takeImport, targetImport } = world.store.actions;
  await readImport(text('Explain {{topic}}.'));
  await takeImport(0, { instead: true });
  expect(offer().plan?.files[0]?.text).toContain('Explain <*"{{topic}}"*>.');
  await targetImport({ kind: 'new-server', name: 'Mine' });
  expect(offer().plan?.files.map(({ file }) => file)).toEqual(['prompts/pasted.yaml', 'servers/Mine.yaml']);
  await takeImport(0, { isTaken: false });
  expect(offer().plan?.files).toEqual([]);
});

test('a pasted text gets the name that is typed; an unusable one is not written', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'find' });
  const { readImport, takeImport, applyImport } = world.store.actions;
  await readImport(text('Explain it.'));
  await takeImport(0, { name: 'explain-it ' });
  expect(offer().plan?.files.map(({ file, notes }) => [file, notes])).toEqual([['prompts/explain-it.yaml', []]]);
  await takeImport(0, { name: '...' });
  expect(offer().plan?.files.map(({ file }) => file)).toEqual(['prompts/pasted.yaml']);
  await takeImport(0, { name: 'find' });
  expect(offer().plan?.files.map(({ file }) => file)).toEqual(['prompts/find-2.yaml']);
  await takeImport(0, { name: 'explain-it' });
  await applyImport();
  expect(await disk('prompts/explain-it.yaml')).toMatch(/^Name: explain-it\n/);
  expect(await disk('servers/Docs.yaml')).toBe(`${list}  - explain-it\n`);
});

test('each slot of another program becomes an argument or stays text', async () => {
  const { readImport, takeImport } = world.store.actions;
  await readImport(text('Explain {{topic}} as {json}.'));
  expect(offer().choices[0]?.item.slots).toEqual(['{{topic}}', '{json}']);
  await takeImport(0, { textSlots: ['{json}'] });
  expect(offer().plan?.files[0]?.text).toContain('Explain `topic` as <*"{json}"*>.');
  expect(offer().plan?.files[0]?.notes).toEqual([
    { kind: 'changed', message: '{{topic}} is a slot of another program: it is now an argument.' },
  ]);
});

test('an answer is dropped after a later source or after closing', async () => {
  const { readImport, closeImport } = world.store.actions;
  const lateReply = held();
  world.after = (call) => (call === 'import.read' ? lateReply.promise : undefined);
  const firstRead = readImport(text('First {a}.'));
  closeImport();
  lateReply.release();
  await firstRead;
  expect(state().import.status).toBe('closed');
});

test('an unreadable source gives a sentence, and the dialog stays open', async () => {
  await world.store.actions.readImport({ kind: 'place', place: '/no/such/place' });
  expect(state().import).toMatchObject({
    status: 'open',
    failure: expect.stringContaining('There is no file or folder /no/such/place'),
  });
});

test('a server is shown as Wolfram Language with its losses', async () => {
  await world.store.actions.openWolfram({ kind: 'server', server: 'Docs' });
  const { wolfram } = state();
  if (wolfram.status !== 'open') throw new Error('closed');
  expect(wolfram.answer?.text).toMatch(/^CreateMCPServer\["Docs", /);
  expect(wolfram.answer?.notes).toMatchObject([
    { prompt: 'find', message: `The title "Find" is left out: Wolfram's prompts have none.` },
  ]);
});
