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
  const credentials = signIn.exchange(code, 'Firefox');
  expect(credentials?.token).toMatch(/^[\w-]{43}$/);
  expect(credentials?.token).not.toBe(code);
  expect(signIn.exchange(code, 'Firefox')).toBeUndefined();
  expect(signIn.sessionOf(credentials?.token ?? '')).toMatchObject({ browser: 'Firefox', startedAt: time });
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
  const firstSession = enter('Firefox');
  time += 5_000;
  const secondSession = enter('Chrome');
  time += 5_000;
  signIn.sessionOf(firstSession.token);
  expect(signIn.sessions()).toEqual([
    { id: secondSession.id, browser: 'Chrome', startedAt: 1_005_000, lastSeenAt: 1_005_000 },
    { id: firstSession.id, browser: 'Firefox', startedAt: 1_000_000, lastSeenAt: 1_010_000 },
  ]);
});

test('a session that ends loses access and notifies its listeners', () => {
  const [keptSession, endedSession] = [enter(), enter()];
  const listener = vi.fn();
  const stopped = vi.fn();
  signIn.onEnd(endedSession.id, listener);
  signIn.onEnd(endedSession.id, stopped)();
  expect(signIn.end(endedSession.id)).toBe(true);
  expect(signIn.end(endedSession.id)).toBe(false);
  expect(listener).toHaveBeenCalledOnce();
  expect(stopped).not.toHaveBeenCalled();
  expect(signIn.sessionOf(endedSession.token)).toBeUndefined();
  expect(signIn.sessionOf(keptSession.token)).toBeDefined();
});

test('a confirmation is valid once, for its session, for its text and for 60 seconds', () => {
  const [firstSession, secondSession] = [enter(), enter()];
  const confirm = (id: string, secret: string, text = 'touch x', signedText = text) => {
    const challenge = signIn.createChallenge(firstSession.id);
    return signIn.isConfirmed(id, challenge, text, sign(secret, challenge, signedText));
  };
  expect(confirm(firstSession.id, firstSession.secret)).toBe(true);
  expect(confirm(firstSession.id, firstSession.token), 'signed by the token').toBe(false);
  expect(confirm(firstSession.id, secondSession.secret), "signed by another session's page").toBe(false);
  expect(confirm(secondSession.id, secondSession.secret), 'the challenge of another session').toBe(false);
  expect(confirm(firstSession.id, firstSession.secret, 'touch x', 'touch y'), 'another text').toBe(false);

  const challenge = signIn.createChallenge(firstSession.id);
  const signature = sign(firstSession.secret, challenge, 'touch x');
  expect(signIn.isConfirmed(firstSession.id, challenge, 'touch x', signature)).toBe(true);
  expect(signIn.isConfirmed(firstSession.id, challenge, 'touch x', signature), 'a second time').toBe(false);

  const lateChallenge = signIn.createChallenge(firstSession.id);
  time += 60_001;
  expect(
    signIn.isConfirmed(firstSession.id, lateChallenge, 'touch x', sign(firstSession.secret, lateChallenge, 'touch x')),
  ).toBe(false);
});
