/** Slots of other programs, and text that is kept, over the real core. */
import { beforeEach, expect, test, vi } from 'vitest';
import { withoutEscapes } from '../../../src/model/template/escape.ts';
import { findForeignSlots } from '../../../src/model/template/foreign-slots.ts';
import { selectSlotArguments, selectSlotUses } from '../arguments/argument-selectors.ts';
import { valueIn } from '../selectors.ts';
import { worldOf } from '../testing/world.ts';
import { readText } from './prompt-form.ts';

const template = `Name: notes
Arguments:
  - Name: tone
Content:
  StringTemplate: "Write notes for {{version}} and {{version}} in a {tone} tone with \`git\`. $ARGUMENTS"
`;
const plainText = `Name: plain
Arguments:
  - Name: tone
Content: "Use \`git\` in a \`tone\` tone for {{version}}."
`;
const bump = 'Name: bump\nContent:\n  StringTemplate: "Bump {{version}} in the field `version` of package.json."\n';
const messages = `Name: talk
Arguments:
  - Name: tone
Content:
  Messages:
    - Content: "Bump {{version}} in a \`tone\` tone, with \`git\`."
    - Role: assistant
      Content:
        StringTemplate: "The field \`version\` and \`2\` in a \`tone\` tone, for \`reader\`."
`;
const code = 'Name: code\nContent:\n  StringTemplate: "On `main`, set `DEBUG` and run `make` in `` and `main`."\n';
const tool = 'Name: get\nParameters:\n  - Name: city\nContent:\n  StringTemplate: "Weather of {place}"\n';

// biome-ignore lint/suspicious/noTemplateCurlyInString: slots of other programs.
const mixedText = 'Notes for {{version}} in ${lang}, a {tone} tone: $ARGUMENTS. Name it ${input:name}.';

const world = worldOf({
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [notes, plain, mixed, bump, talk, code]\nTools: [get]\n',
  'prompts/notes.yaml': template,
  'prompts/plain.yaml': plainText,
  'prompts/mixed.yaml': `Name: mixed\nContent: "${mixedText}"\n`,
  'prompts/bump.yaml': bump,
  'prompts/talk.yaml': messages,
  'prompts/code.yaml': code,
  'tools/get.yaml': tool,
});
const { state } = world;
const actions = () => world.store.actions;

const content = () => {
  const form = readText(valueIn(state(), ['Content']), ['Content']);
  if (!form) throw new Error('no text');
  return form;
};

beforeEach(() => world.open({ kind: 'prompt', server: 'Docs', key: 'notes' }));

test("another program's slot becomes an argument everywhere in the text, in one step", async () => {
  await actions().convertSlots(content(), ['version']);
  expect(await world.disk('prompts/notes.yaml')).toContain('notes for `version` and `version` in a {tone}');
  expect(selectSlotArguments(state()).map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['tone', false],
    ['version', true],
  ]);
  await actions().undo();
  expect(await world.disk('prompts/notes.yaml')).toBe(template);
});

test('a backticked word without an argument stays text when its name becomes an argument', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'bump' });
  await actions().convertSlots(content());
  expect(valueIn(state(), content().textAt)).toBe('Bump `version` in the field <*"`version`"*> of package.json.');
  expect(selectSlotArguments(state()).map(({ name }) => name)).toEqual(['version']);
  const notice = state().notices.at(-1);
  expect(notice?.message).toBe('Kept `version` as text.');
  await vi.waitFor(() => expect(state().notices.at(-1)?.undo?.step).toBeDefined());
  await actions().undoNotice(notice?.id ?? 0);
  expect(await world.disk('prompts/bump.yaml')).toBe(bump);
});

test('a plain text and the other texts of its prompt keep their backticked words too', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'talk' });
  const at = ['Content', 'Messages', 0, 'Content'];
  const form = readText(valueIn(state(), at), at);
  if (form) await actions().convertSlots(form);
  expect(valueIn(state(), at)).toEqual({ StringTemplate: 'Bump `version` in a `tone` tone, with <*"`git`"*>.' });
  expect(valueIn(state(), ['Content', 'Messages', 1, 'Content', 'StringTemplate'])).toBe(
    'The field <*"`version`"*> and <*"`2`"*> in a `tone` tone, for `reader`.',
  );
  expect(state().notices.at(-1)?.message).toBe('Kept `git`, `version` and `2` as text.');
  await actions().undo();
  expect(await world.disk('prompts/talk.yaml')).toBe(messages);
});

test('all slots without an argument are left as text in one step', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'code' });
  expect(selectSlotUses(state())).toMatchObject({ missingNames: ['main', 'DEBUG', 'make'], places: 1 });
  await actions().leaveMissing();
  expect(valueIn(state(), content().textAt)).toBe(
    'On <*"`main`"*>, set <*"`DEBUG`"*> and run <*"`make`"*> in <*"``"*> and <*"`main`"*>.',
  );
  expect(selectSlotUses(state())).toMatchObject({ missingNames: [], places: 0 });
  expect(state().notices.at(-1)?.message).toBe('Kept 4 words between backticks as text.');
  await actions().undo();
  expect(await world.disk('prompts/code.yaml')).toBe(code);
});

test('all slots of other programs become arguments in one step, the slot for the whole line last', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'mixed' });
  const before = await world.disk('prompts/mixed.yaml');
  await actions().convertSlots(content());
  expect(valueIn(state(), ['Content'])).toEqual({
    StringTemplate: 'Notes for `version` in `lang`, a `tone` tone: `arguments`. Name it `name`.',
  });
  expect(selectSlotArguments(state()).map(({ name }) => name)).toEqual([
    'version',
    'lang',
    'tone',
    'name',
    'arguments',
  ]);
  expect(await world.disk('prompts/mixed.yaml')).toMatch(/- Name: arguments\n\s+RestOfLine: true/);
  await actions().undo();
  expect(await world.disk('prompts/mixed.yaml')).toBe(before);
});

test('all slots of other programs are left as text in one step, and are not offered again', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'mixed' });
  await actions().leaveSlots(content());
  const template = String(valueIn(state(), content().textAt));
  expect(withoutEscapes(template)).toBe(mixedText);
  expect(findForeignSlots(template, true)).toEqual([]);
  expect(selectSlotArguments(state())).toEqual([]);
});

test('a converted slot uses the argument of its name; one for the whole line takes the rest of it', async () => {
  await actions().convertSlots(content(), ['tone']);
  expect(selectSlotArguments(state())).toHaveLength(1);
  await actions().convertSlots(content(), ['arguments']);
  const text = await world.disk('prompts/notes.yaml');
  expect(text).toContain('in a `tone` tone with <*\\"`git`\\"*>. `arguments`');
  expect(text).toMatch(/- Name: arguments\n\s+RestOfLine: true/);
});

test('an argument that is added later stays before the one that takes the rest of the line', async () => {
  await actions().convertSlots(content(), ['arguments']);
  await actions().convertSlots(content(), ['version']);
  expect(selectSlotArguments(state()).map(({ name }) => name)).toEqual(['tone', 'version', 'arguments']);
  await actions().addArguments(['reader']);
  expect(selectSlotArguments(state()).map(({ name }) => name)).toEqual(['tone', 'version', 'reader', 'arguments']);
});

test('code between backticks is kept as it is', async () => {
  const text = String(valueIn(state(), content().textAt));
  const start = text.indexOf('`git`');
  await actions().keepText(content(), { start, end: start + 5 });
  expect(String(valueIn(state(), content().textAt))).toContain('with <*"`git`"*>.');
});

test('plain text becomes a template whose other backticks stay text', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'plain' });
  await actions().convertSlots(content(), ['version']);
  expect(valueIn(state(), ['Content'])).toEqual({
    StringTemplate: 'Use <*"`git`"*> in a `tone` tone for `version`.',
  });
  await actions().undo();
  expect(await world.disk('prompts/plain.yaml')).toBe(plainText);
  await actions().makeTemplate(content());
  expect(valueIn(state(), ['Content'])).toEqual({
    StringTemplate: 'Use <*"`git`"*> in a `tone` tone for {{version}}.',
  });
});

test('a part of plain text can be left as text, and the file records that', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'plain' });
  const text = String(valueIn(state(), ['Content']));
  const start = text.indexOf('{{');
  await actions().keepText(content(), { start, end: text.length - 1 });
  expect(valueIn(state(), ['Content'])).toEqual({
    StringTemplate: 'Use <*"`git`"*> in a `tone` tone for <*"{{version}}"*>.',
  });
});

test('a slot in the text of a tool adds a parameter', async () => {
  await world.open({ kind: 'tool', server: 'Docs', key: 'get' });
  await actions().convertSlots(content(), ['place']);
  const text = await world.disk('tools/get.yaml');
  expect(text).toContain('Weather of `place`');
  expect(text).toMatch(/- Name: place\n\s+Required: true/);
  expect(selectSlotUses(state())).toMatchObject({ missingNames: [] });
  world.store.actions.edit(['Content', 'StringTemplate'], 'Weather of `place` on `day`');
  expect(selectSlotUses(state())).toMatchObject({ usedNames: ['place'], missingNames: ['day'] });
  await world.store.actions.addArguments(['day']);
  expect(selectSlotUses(state())).toMatchObject({ usedNames: ['place', 'day'], missingNames: [] });
});
