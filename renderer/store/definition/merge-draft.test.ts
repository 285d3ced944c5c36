/** A text that this window and another program change at the same time, over the real core. */
import { expect, test } from 'vitest';
import { valueIn } from '../selectors.ts';
import { worldOf } from '../testing/world.ts';
import { conflictOf } from './conflicts.ts';
import { mergeText } from './merge-draft.ts';

const file = 'prompts/notes.yaml';
const original = 'Name: notes\nContent: |-\n  one\n  two\n  three\n  four\n';
const world = worldOf({ 'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [notes]\n', [file]: original });

/** Types a text while another program writes the file. */
async function typeAgainst(myText: string, theirs: string): Promise<void> {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'notes' });
  world.before = async (name) => {
    if (name !== 'definition.edit') return;
    world.before = () => undefined;
    await world.writeDisk(file, theirs);
  };
  world.store.actions.edit(['Content'], myText);
}

test('keeps both changes when they are in different lines, without a question', async () => {
  await typeAgainst('one, mine\ntwo\nthree\nfour', original.replace('three', 'three, theirs'));
  const bothText = 'one, mine\ntwo\nthree, theirs\nfour';
  await world.until((state) => valueIn(state, ['Content']) === bothText && Object.keys(state.drafts).length === 0);
  expect(conflictOf(world.state(), file)).toBeUndefined();
  expect(await world.disk(file)).toContain('  one, mine\n  two\n  three, theirs\n');
});

test('a choice decides only about the lines that both changed', async () => {
  await typeAgainst(
    'one, mine\ntwo\nthree\nfour',
    original.replace('one', 'one, theirs').replace('four', 'four, theirs'),
  );
  await world.until((state) => conflictOf(state, file));
  await world.store.actions.resolveConflict(file, 'mine');
  expect(await world.disk(file)).toContain('  one, mine\n  two\n  three\n  four, theirs\n');
});

test('lines are merged only between three texts, and both choices keep what one side alone changed', () => {
  expect(mergeText(undefined, 'a', 'b')).toBeUndefined();
  expect(mergeText('a\nb\nc', 'x\nb\nc', 'y\nb\nz')).toBeUndefined();
  expect(mergeText('a\nb\nc', 'x\nb\nc', 'y\nb\nz', 'mine')).toBe('x\nb\nz');
  expect(mergeText('a\nb\nc\nd', 'x\nb\nc\nmine', 'y\nb\nc\nd', 'theirs')).toBe('y\nb\nc\nmine');
});
