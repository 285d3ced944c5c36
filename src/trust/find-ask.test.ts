import { expect, test } from 'vitest';
import type { Ask } from '../model/asks.ts';
import { askId } from './ask-id.ts';
import { findAsk } from './find-ask.ts';
import type { TrustView } from './trust-view.ts';

const code = 'f[args_] := args["a"];\n\nf\n';
const asks: readonly Ask[] = [
  { kind: 'command', command: 'npx', args: ['-y', 'a server'], env: { PRELOAD: 'x.js' } },
  { kind: 'command', command: 'node', args: ['server.js'], env: {} },
  { kind: 'wolfram', code },
  { kind: 'together', source: 'Notes', folders: ['/n'], address: 'https://example.com' },
];
const view: TrustView = {
  folder: '/w',
  isTrusted: false,
  asks: asks.map((ask) => ({ id: askId(ask), ask, isAllowed: false, from: [] })),
};
const find = (text: string) => findAsk(text, [], view, '/w').ask;

test.each([
  ['a program with its variables and arguments', 'PRELOAD=x.js npx -y "a server"', asks[0]],
  ['a program without variables', 'node server.js', asks[1]],
  ['Wolfram code', code, asks[2]],
  ['Wolfram code without its last line break, which a shell drops', code.trim(), asks[2]],
  ['the id of any ask', askId(asks[3] as Ask), asks[3]],
])('An ask is found by %s', (_, text, ask) => {
  expect(find(text)).toEqual(ask);
});

test.each([
  ['a program without its variables', 'npx -y "a server"'],
  ['arguments that are divided differently', 'PRELOAD=x.js npx -y a server'],
  ['a program without its arguments', 'node'],
  ['a part of Wolfram code', 'f[args_] := args["a"];'],
  ['a description that leaves something out', 'Run this Wolfram Language code outside the sandbox'],
])('An ask is not found by %s', (_, text) => {
  expect(() => find(text)).toThrow('Nothing in this workspace asks for');
});
