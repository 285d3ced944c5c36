/** Undo and redo during typing, over the real core: no typing is lost, and no step is a conflict. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { casesOf } from '../../../tools/test/property-tests.ts';
import { selectFileText, valueIn } from '../selectors.ts';
import { held, worldOf } from '../testing/world.ts';
import { selectCanRedo, selectUndo } from './next-steps.ts';
import { rebaseDraft } from './rebase-draft.ts';
import { selectSaved } from './save-state.ts';

const greet = 'Name: Greet\nTitle: A greeting\nContent: Hello\n';
/** One for each run of the property: their histories are apart. */
const otherNames = Array.from({ length: 60 }, (_, index) => `Greet${index}`);
const entries = ['Greet', ...otherNames].map((name) => `  - ${name}\n`).join('');
const world = worldOf({
  'servers/Docs.yaml': `Name: Docs\nMCPPrompts:\n${entries}`,
  'prompts/Greet.yaml': greet,
  ...Object.fromEntries(otherNames.map((name) => [`prompts/${name}.yaml`, greet.replace('Greet', name)])),
});
const { state, disk } = world;

const open = (key = 'Greet') => world.open({ kind: 'prompt', server: 'Docs', key });
const content = () => String(valueIn(state(), ['Content']));
/** One key: at the end of what the field shows at this moment. */
const type = (text: string) => world.store.actions.edit(['Content'], content() + text);
const waitUntilSaved = () => vi.waitFor(() => expect(selectSaved(state())).toBe('saved'));

test('typing during an undo continues from the undone text', async () => {
  await open();
  type(' alpha');
  await waitUntilSaved();
  const answer = held();
  world.after = (call) => (call === 'history.step' ? answer.promise : undefined);
  const undo = world.store.actions.undo();
  for (const key of ' beta') type(key);
  answer.release();
  await undo;
  for (const key of ' gamma') type(key);
  expect(content()).toBe('Hello beta gamma');
  await waitUntilSaved();
  expect(await disk('prompts/Greet.yaml')).toBe(greet.replace('Hello', 'Hello beta gamma'));
  await world.store.actions.undo();
  expect(content()).toBe('Hello');
  await world.store.actions.redo();
  expect(content()).toBe('Hello beta gamma');
});

test('an undo reverts the typing before it was requested, not later typing', async () => {
  await open();
  const answer = held();
  const isSent = held();
  world.before = (call) => {
    if (call !== 'definition.edit') return undefined;
    isSent.release();
    return answer.promise;
  };
  type(' alpha');
  await isSent.promise;
  type(' more');
  const undo = world.store.actions.undo();
  type(' beta');
  answer.release();
  await undo;
  expect(content()).toBe('Hello beta');
  await waitUntilSaved();
  expect(await disk('prompts/Greet.yaml')).toContain('Content: Hello beta\n');
});

test('a redo requested before further typing is applied, and the typing continues from it', async () => {
  await open();
  type(' alpha');
  const undo = world.store.actions.undo();
  expect(selectCanRedo(state())).toBe(true);
  const redo = world.store.actions.redo();
  type(' beta');
  await Promise.all([undo, redo]);
  await waitUntilSaved();
  expect(content()).toBe('Hello alpha beta');
});

test('the text of the file continues from an undo in the same way', async () => {
  await open();
  await world.store.actions.showEditorView('yaml');
  const text = () => selectFileText(state());
  world.store.actions.editFileText(`${text()}# alpha\n`);
  await waitUntilSaved();
  const answer = held();
  world.after = (call) => (call === 'history.step' ? answer.promise : undefined);
  const undo = world.store.actions.undo();
  world.store.actions.editFileText(`${text()}# beta\n`);
  answer.release();
  await undo;
  await waitUntilSaved();
  expect(await disk('prompts/Greet.yaml')).toBe(`${greet}# beta\n`);
  await vi.waitFor(() => expect(selectUndo(state())).toBeDefined());
});

test('typing does not continue in a field that another one has replaced', () => {
  const list = (...names: string[]) => ({ text: '', value: { Arguments: names.map((Name) => ({ Name })) } });
  const edit = { at: ['Arguments', 0, 'Name'], before: 'a', after: 'ab' };
  const draft = { edits: { name: edit } };
  expect(rebaseDraft(draft, { before: list('a', 'c'), after: { ...list('c'), version: '2' } })).toEqual(draft);
  expect(rebaseDraft(draft, { before: list('a', 'c'), after: { ...list('x', 'c'), version: '2' } })).toEqual({
    edits: { name: { at: edit.at, before: 'x', after: 'xb' } },
  });
});

test('interleaved typing, undo, redo and answers lose no key and cause no conflict', async () => {
  let runs = 0;
  const step = fc.constantFrom('key', 'key', 'undo', 'redo', 'pause', 'answer' as const);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const name = otherNames[runs++ % otherNames.length] ?? 'Greet';
      await open(name);
      // A first step, so that no step of an earlier run can be redone.
      type(' k');
      await waitUntilSaved();
      let gate = held();
      world.before = (call) => (/^(definition\.edit|history\.step)$/.test(call) ? gate.promise : undefined);
      const unfinishedSteps: Promise<unknown>[] = [];
      let typedCount = 0;
      let sinceStep = '';
      for (const value of steps) {
        if (value === 'key') {
          const key = ` k${typedCount++}`;
          sinceStep += key;
          type(key);
        } else if (value === 'undo' || value === 'redo') {
          unfinishedSteps.push(world.store.actions[value]());
          sinceStep = '';
        } else if (value === 'pause') await new Promise((resolve) => setTimeout(resolve, 8));
        else {
          gate.release();
          gate = held();
        }
      }
      world.before = () => undefined;
      gate.release();
      await Promise.all(unfinishedSteps);
      await waitUntilSaved();
      expect(state().saves).toEqual({});
      expect(content().endsWith(sinceStep)).toBe(true);
      const shownText = content();
      for (let attemptsLeft = 20; attemptsLeft > 0 && (await undone()); attemptsLeft--);
      expect(content()).toBe('Hello');
      for (let attemptsLeft = 20; attemptsLeft > 0 && content() !== shownText; attemptsLeft--)
        await world.store.actions.redo();
      expect(content()).toBe(shownText);
      expect(await disk(`prompts/${name}.yaml`)).toContain(`Content: ${shownText}\n`);
      // Nothing is left to undo for the next run.
      for (let attemptsLeft = 20; attemptsLeft > 0 && (await undone()); attemptsLeft--);
    }),
    casesOf(12),
  );

  async function undone(): Promise<boolean> {
    const before = content();
    await world.store.actions.undo();
    return content() !== before;
  }
}, 120_000);
