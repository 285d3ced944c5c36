/** The state of a slow preview answer, over the real core. */
import { expect, test } from 'vitest';
import { selectSaved } from '../definition/save-state.ts';
import { selectPreviewed, selectValues } from '../selectors.ts';
import type { WorkbenchState } from '../state.ts';
import { held, worldOf } from '../testing/world.ts';
import { emptySlots, shownResult } from './preview-result.ts';

const world = worldOf({
  'prompts/Greet.yaml': 'Name: Greet\nArguments:\n  - { Name: name, Required: true }\nContent: Hello\n',
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [Greet]\n',
  'servers/Team.yaml': 'Name: Team\nMCPPrompts: [Greet, {Name: other, Content: Hi}]\n',
});
const { state, until } = world;

test('a slow answer is shown as pending until the newest request is answered', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await until(({ preview }) => preview.status === 'error');
  expect(state().isPreviewSlow).toBe(false);
  const [firstHold, secondHold] = [held(), held()];
  const answers = [firstHold, secondHold];
  world.before = async (call) => (call === 'prompt.preview' ? answers.shift()?.promise : undefined);
  world.store.actions.fillValues({ name: 'A' });
  await until(({ isPreviewSlow }) => isPreviewSlow);
  world.store.actions.fillValues({ name: 'Ada' });
  await until(() => answers.length === 0);
  firstHold.release();
  await until(({ preview }) => preview.status === 'result');
  expect(state().isPreviewSlow).toBe(true);
  secondHold.release();
  await until(({ isPreviewSlow }) => !isPreviewSlow);
});

test('another prompt does not wait for the answer of the previous one', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await until(({ preview }) => preview.status === 'error');
  const previewHold = held();
  world.before = async (call) => (call === 'prompt.preview' ? previewHold.promise : undefined);
  world.store.actions.fillValues({ name: 'Ada' });
  await until(({ isPreviewSlow }) => isPreviewSlow);
  world.store.actions.resetPreview();
  expect(state().isPreviewSlow).toBe(false);
  previewHold.release();
});

test('the last good answer names the slots that were empty', async () => {
  await world.writeDisk(
    'prompts/Greet.yaml',
    'Name: Greet\nArguments:\n  - { Name: a }\n  - { Name: b }\n  - { Name: c, Default: x }\nContent:\n  StringTemplate: "`a` `b` `c`"\n',
  );
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await until(({ definition }) => definition.status === 'open' && definition.view.text.includes('Default'));
  world.store.actions.fillValues({ a: 'A' });
  const result = await until(({ preview }) => {
    const previewResult = shownResult(preview);
    return JSON.stringify(previewResult?.exchange.request ?? '').includes('"a":"A"') && previewResult;
  });
  expect(emptySlots(state(), result)).toEqual(['b']);
});

test('an answer of another kind of content is not shown as the last good one', async () => {
  await world.writeDisk('prompts/Greet.yaml', 'Name: Greet\nContent: Hello\n');
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await until(({ preview }) => preview.status === 'result');
  await world.writeDisk('prompts/Greet.yaml', 'Name: Greet\nContent: [\n');
  await until(({ preview }) => preview.status !== 'result' && 'lastGood' in preview && preview.lastGood);
  await world.writeDisk('prompts/Greet.yaml', 'Name: Greet\nContent: { Search: { Sources: [None], Query: x } }\n');
  await until(({ preview }) => preview.status === 'error' && preview.lastGood === undefined);
});

const greeting =
  'Name: Greet\nArguments:\n  - { Name: name, Required: true }\nContent:\n  StringTemplate: "Hello `name`"\n';

test('the answer without required values comes back after another editor breaks and repairs the file', async () => {
  await world.writeDisk('prompts/Greet.yaml', greeting);
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  const draft = ({ preview }: WorkbenchState) => preview.status === 'error' && preview.draft;
  // The first answer may still be that of the file before.
  const before = await until((now) => String(JSON.stringify(draft(now))).includes('Hello ') && draft(now));
  await world.writeDisk('prompts/Greet.yaml', `${greeting}  bad: [\n`);
  await until((now) => {
    const isOpen = now.definition.status === 'open' && now.definition.view.value === undefined;
    return selectPreviewed(now)?.isBroken && isOpen && !draft(now);
  });
  // The preview answers before the editor has read the repaired file.
  const isAnswered = ({ preview }: WorkbenchState) =>
    preview.status === 'error' && preview.error.message.includes('needs');
  world.after = async (call) => {
    if (call === 'definition.open' && selectPreviewed(state())?.isBroken === false) await until(isAnswered);
  };
  await world.writeDisk('prompts/Greet.yaml', greeting);
  await until(isAnswered);
  expect((await until(draft)).messages).toEqual(before.messages);
});

test('another editor changes the name of the prompt, and the preview asks for the new one', async () => {
  await world.open({ kind: 'prompt', server: 'Team', key: 'Greet' });
  world.store.actions.fillValues({ name: 'Ada' });
  await until(({ preview }) => preview.status === 'result');
  const text = await world.disk('prompts/Greet.yaml');
  for (const name of ['Welcome', 'Greet']) {
    await world.writeDisk('prompts/Greet.yaml', text.replace('Name: Greet', `Name: ${name}`));
    await until(({ preview }) => {
      const request = preview.status === 'result' ? preview.result.exchange.request : undefined;
      return JSON.stringify(request ?? '').includes(`"${name}"`);
    });
  }
});

test('the answer without required values follows an outside change that conflicts with unsaved typing', async () => {
  await world.writeDisk('prompts/Greet.yaml', greeting);
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  const draftText = ({ preview }: WorkbenchState) =>
    preview.status === 'error' && JSON.stringify(preview.draft?.messages ?? '');
  await until((now) => draftText(now) && String(draftText(now)).includes('Hello'));
  // The save finds the change before the window hears of it.
  world.before = async (call) => {
    if (call === 'definition.edit') await world.writeDisk('prompts/Greet.yaml', greeting.replace('Hello', 'Theirs'));
  };
  world.store.actions.edit(['Content', 'StringTemplate'], 'Mine `name`');
  await world.store.actions.flush();
  await until((now) => selectSaved(now) === 'conflict');
  await until((now) => String(draftText(now)).includes('Theirs'));
});

test('a value typed for a prompt appears in each server that lists it', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  world.store.actions.setValue('name', 'Ada');
  await world.open({ kind: 'prompt', server: 'Team', key: 'Greet' });
  expect(selectValues(state())).toEqual({ name: 'Ada' });
  world.store.actions.setValue('name', 'Grace');
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  expect(selectValues(state())).toEqual({ name: 'Grace' });
  // The other prompt of that server got nothing.
  expect(Object.keys(state().values).toSorted()).toEqual(['Docs/Greet', 'Team/Greet']);
});

test('each key typed in a long text shows the whole answer, and the window gets only the changes', async () => {
  const longText = 'Consider what the reader knows.\n'.repeat(400);
  await world.writeDisk(
    'prompts/Greet.yaml',
    `Name: Greet\nContent:\n  StringTemplate: |\n${longText.replace(/^(?=.)/gm, '    ')}`,
  );
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await until(({ definition }) => definition.status === 'open' && definition.view.text.includes('Consider'));
  await until(({ preview }) => JSON.stringify(shownResult(preview)?.messages ?? '').includes('Consider'));
  const knownKeys: unknown[] = [];
  world.before = (call, input) => {
    if (call === 'definition.edit') knownKeys.push((input as { preview?: { known?: string } }).preview?.known);
    return undefined;
  };
  for (const text of [`a${longText}`, `ab${longText}`, `ab${longText}And more.\n`]) {
    world.store.actions.edit(['Content', 'StringTemplate'], text);
    await world.store.actions.flush();
    await until(({ preview }) => preview.status === 'result');
    expect(shownResult(state().preview)?.messages).toEqual([{ role: 'user', content: { type: 'text', text } }]);
  }
  expect(knownKeys).toEqual([undefined, expect.any(String), expect.any(String)]);
});
