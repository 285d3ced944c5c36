import { createHmac } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { codeLifetimeMs, createSignIn, type SignIn } from './sign-in.ts';

let time: number;
let signIn: SignIn;
beforeEach(() => {
  time = 1_000_000;
  signIn = createSignIn(() => time);
});

function enter(browser = 'Firefox') {
  const credentials = signIn.exchange(signIn.createCode(), browser);
  if (!credentials) throw new Error('The code was refused.');
  const session = signIn.sessionOf(credentials.token);
  if (!session) throw new Error('The token was refused.');
  return { ...credentials, id: session.id };
}

function sign(secret: string, challenge: string, text: string): string {
  return createHmac('sha256', secret).update(`${challenge}\n${text}`).digest('base64url');
}

test('a code is exchanged once, for a token that lets the page in', () => {
  const code = signIn.createCode();
  const first = signIn.exchange(code, 'Firefox');
  expect(first?.token).toMatch(/^[\w-]{43}$/);
  expect(first?.token).not.toBe(code);
  expect(signIn.exchange(code, 'Firefox')).toBeUndefined();
  expect(signIn.sessionOf(first?.token ?? '')).toMatchObject({ browser: 'Firefox', startedAt: time });
  expect(signIn.sessionOf(code)).toBeUndefined();
});

test('a code expires after 60 seconds', () => {
  const codes = [signIn.createCode(), signIn.createCode()] as const;
  time += codeLifetimeMs;
  expect(signIn.exchange(codes[0], '')).toBeDefined();
  time += 1;
  expect(signIn.exchange(codes[1], '')).toBeUndefined();
});

test('an invented code, an invented token and a session id give no access', () => {
  expect(signIn.exchange('', '')).toBeUndefined();
  expect(signIn.exchange('x'.repeat(43), '')).toBeUndefined();
  expect(signIn.sessionOf('')).toBeUndefined();
  expect(signIn.sessionOf(enter().id)).toBeUndefined();
});

test('sessions are listed with the newest first, without anything that lets a page in', () => {
  const first = enter('Firefox');
  time += 5_000;
  const second = enter('Chrome');
  time += 5_000;
  signIn.sessionOf(first.token);
  expect(signIn.sessions()).toEqual([
    { id: second.id, browser: 'Chrome', startedAt: 1_005_000, lastSeenAt: 1_005_000 },
    { id: first.id, browser: 'Firefox', startedAt: 1_000_000, lastSeenAt: 1_010_000 },
  ]);
});

test('a session that ends loses access and notifies its listeners', () => {
  const [kept, ended] = [enter(), enter()];
  const listener = vi.fn();
  const stopped = vi.fn();
  signIn.onEnd(ended.id, listener);
  signIn.onEnd(ended.id, stopped)();
  expect(signIn.end(ended.id)).toBe(true);
  expect(signIn.end(ended.id)).toBe(false);
  expect(listener).toHaveBeenCalledOnce();
  expect(stopped).not.toHaveBeenCalled();
  expect(signIn.sessionOf(ended.token)).toBeUndefined();
  expect(signIn.sessionOf(kept.token)).toBeDefined();
});

test('a confirmation holds once, for its session, for its text and for 60 seconds', () => {
  const [first, second] = [enter(), enter()];
  const confirm = (id: string, secret: string, text = 'touch x', signed = text) => {
    const challenge = signIn.createChallenge(first.id);
    return signIn.isConfirmed(id, challenge, text, sign(secret, challenge, signed));
  };
  expect(confirm(first.id, first.secret)).toBe(true);
  expect(confirm(first.id, first.token), 'signed by the token').toBe(false);
  expect(confirm(first.id, second.secret), "signed by another session's page").toBe(false);
  expect(confirm(second.id, second.secret), 'the challenge of another session').toBe(false);
  expect(confirm(first.id, first.secret, 'touch x', 'touch y'), 'another text').toBe(false);

  const challenge = signIn.createChallenge(first.id);
  const signature = sign(first.secret, challenge, 'touch x');
  expect(signIn.isConfirmed(first.id, challenge, 'touch x', signature)).toBe(true);
  expect(signIn.isConfirmed(first.id, challenge, 'touch x', signature), 'a second time').toBe(false);

  const lateChallenge = signIn.createChallenge(first.id);
  time += 60_001;
  expect(signIn.isConfirmed(first.id, lateChallenge, 'touch x', sign(first.secret, lateChallenge, 'touch x'))).toBe(
    false,
  );
});
