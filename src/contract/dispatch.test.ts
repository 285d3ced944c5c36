import { expect, test } from 'vitest';
import { WorkbenchError } from '../base/errors.ts';
import type { Handlers } from './contract.ts';
import { dispatch } from './dispatch.ts';

function handlersWith(suggest: Handlers['folders.suggest']): Handlers {
  return { 'folders.suggest': suggest } as unknown as Handlers;
}

const input = { prefix: '/' };

test('answers with what the handler returned', async () => {
  const handlers = handlersWith(async ({ prefix }) => [prefix]);
  expect(await dispatch(handlers, () => {}, 'folders.suggest', input)).toEqual({ ok: true, value: ['/'] });
});

test('an expected failure crosses with its code and its sentence, and is not logged', async () => {
  const log: string[] = [];
  const handlers = handlersWith(async () => {
    throw new WorkbenchError('conflict', 'Somebody was faster.');
  });
  const reply = await dispatch(handlers, (line) => log.push(line), 'folders.suggest', input);
  expect(reply).toEqual({ ok: false, error: { code: 'conflict', message: 'Somebody was faster.' } });
  expect(log).toEqual([]);
});

test.each([
  ['workspace.find', { query: 'x'.repeat(1_001) }, 'A search has at most 1,000 characters: shorten it.'],
  ['git.read', { file: 'prompts/a.yaml', ref: 'x'.repeat(1_001) }, 'A ref has at most 1,000 characters: correct it.'],
  [
    'run.saveRunner',
    { id: 'My Model', address: 'http://127.0.0.1:1/v1' },
    'A name has at most 40 lower-case letters, digits and "-": correct it.',
  ],
  ['run.saveRunner', { id: 'mine', address: 'here' }, 'An address begins with http:// or https://: correct it.'],
  ['folders.suggest', {}, expect.stringMatching(/^Check "prefix" of "folders\.suggest": /)],
])('the sentence about a wrong input of %s fits what a person has typed', async (name, wrong, message) => {
  const reply = await dispatch(
    handlersWith(async () => []),
    () => {},
    name,
    wrong,
  );
  expect(reply).toEqual({ ok: false, error: { code: 'invalid-input', message } });
});

test('a bug crosses as internal, reveals no details, and is logged with its stack', async () => {
  const log: string[] = [];
  const handlers = handlersWith(() => {
    throw new TypeError('secret is not a function');
  });
  const reply = await dispatch(handlers, (line) => log.push(line), 'folders.suggest', input);
  expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } });
  expect(JSON.stringify(reply)).not.toContain('secret');
  expect(log).toHaveLength(1);
  expect(log[0]).toMatch(/^folders\.suggest failed: TypeError: secret is not a function\n\s+at /);
});

test('a thrown value that is not an error is a bug like any other', async () => {
  const log: string[] = [];
  const handlers = handlersWith(() => Promise.reject('just a string'));
  const reply = await dispatch(handlers, (line) => log.push(line), 'folders.suggest', input);
  expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } });
  expect(log).toEqual(['folders.suggest failed: just a string']);
});

test.each(['toString', 'constructor', '__proto__', 'hasOwnProperty', '', 'folders.Suggest'])(
  'there is no call named "%s"',
  async (name) => {
    const reply = await dispatch(
      handlersWith(async () => []),
      () => {},
      name,
      input,
    );
    expect(reply).toMatchObject({ ok: false, error: { code: 'not-found' } });
  },
);

test('an input of the wrong shape is refused with the place that is wrong', async () => {
  const reply = await dispatch(
    handlersWith(async () => []),
    () => {},
    'folders.suggest',
    { prefix: 7 },
  );
  expect(reply).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
  expect(JSON.stringify(reply)).toContain('prefix');
});

test('an input nested too deep for the schema is refused and breaks nothing', async () => {
  let after: unknown = 'x';
  for (let depth = 0; depth < 20_000; depth += 1) after = [after];
  const input = { file: 'prompts/Greet.yaml', at: [], edits: [{ at: ['Content'], after }] };
  const reply = await dispatch(
    handlersWith(async () => []),
    () => {},
    'definition.edit',
    input,
  );
  expect(reply).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
});
