import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from '../../base/text/testing/any-text.ts';
import { maxSessionMs, openSession, sealSession } from './seal-session.ts';
import { createKey, readKeys, SessionKeys } from './session-keys.ts';

const keys = new SessionKeys([createKey(0)]);
const state = { revision: '2025-11-25', client: { name: 'test', version: '1' }, position: 'abc' };

it('an opened session equals the sealed one, whatever its client is called', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 100 }), fc.string({ maxLength: 100 }), fc.boolean(), (name, version, asks) => {
      const sealedState = {
        ...state,
        client: { name: Buffer.from(name).toString(), version },
        ...(asks && { elicitation: { form: {} } }),
      };
      const id = sealSession(sealedState, 'Docs', { key: 'ada', subject: 'ada' }, keys);
      expect(id).toMatch(/^[\x21-\x7e]+$/);
      expect(openSession(id, 'Docs', { key: 'ada', subject: 'ada' }, keys)).toEqual(sealedState);
    }),
  );
});

it('an id that differs in any character is refused', () => {
  const id = sealSession(state, 'Docs', undefined, keys);
  fc.assert(
    fc.property(fc.nat(id.length - 1), fc.constantFrom(...'AZaz09-_.'), (at, character) => {
      const changedText = id.slice(0, at) + character + id.slice(at + 1);
      expect(changedText === id || openSession(changedText, 'Docs', undefined, keys) === undefined).toBe(true);
    }),
  );
});

it('an id has one text, although base64 has several for the same bytes', () => {
  const id = sealSession(state, 'Docs', undefined, keys);
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  // 32 bytes leave the two lowest bits of the last digit unused.
  const sameBytes = digits[digits.indexOf(id.slice(-1)) + 1];
  for (const sameText of [`${id.slice(0, -1)}${sameBytes}`, `${id}=`, `${id}!`])
    expect(openSession(sameText, 'Docs', undefined, keys)).toBeUndefined();
});

it('a session is for one server and one subject, and ends after 30 days', () => {
  const now = Date.now();
  const id = sealSession(state, 'Docs', { key: 'ada', subject: 'ada' }, keys, now);
  expect(openSession(id, 'Docs', { key: 'bob', subject: 'bob' }, keys, now)).toBeUndefined();
  expect(openSession(id, 'Docs', { key: '10.0.0.1' }, keys, now)).toBeUndefined();
  expect(openSession(id, 'Other', { key: 'ada', subject: 'ada' }, keys, now)).toBeUndefined();
  expect(openSession(id, 'Docs', { key: 'ada', subject: 'ada' }, keys, now + maxSessionMs)).toEqual(state);
  expect(openSession(id, 'Docs', { key: 'ada', subject: 'ada' }, keys, now + maxSessionMs + 1)).toBeUndefined();
  expect(openSession(id, 'Docs', { key: 'ada', subject: 'ada' }, keys, now - 10 * 60_000)).toEqual(state);
  expect(openSession(id, 'Docs', { key: 'ada', subject: 'ada' }, keys, now - 16 * 60_000)).toBeUndefined();
});

it('rotating the keys of an operator ends no session', () => {
  const [firstKey, secondKey] = [`k1:${'A'.repeat(44)}`, `k2:${'B'.repeat(44)}`];
  const before = sealSession(state, 'Docs', undefined, new SessionKeys(readKeys(firstKey)));
  const rotatedKeys = new SessionKeys(readKeys(`${secondKey},${firstKey}`));
  expect(rotatedKeys.signing().id).toBe('k2');
  expect(openSession(before, 'Docs', undefined, rotatedKeys)).toEqual(state);
  expect(openSession(before, 'Docs', undefined, new SessionKeys(readKeys(secondKey)))).toBeUndefined();
  expect(() => readKeys('k1:short')).toThrow('Key 1 of PROMPT_WORKBENCH_SESSION_KEYS is not ID:SECRET');
  expect(() => readKeys(`${firstKey} ${firstKey}`)).toThrow('the same id');
});
