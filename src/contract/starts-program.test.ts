import { expect, test } from 'vitest';
import { startsProgram } from './starts-program.ts';

test.each<[string, unknown]>([
  ['import.read', { kind: 'command', command: 'touch x' }],
  ['trust.allow', { ids: [], workspace: true }],
  ['folders.permit', { path: '../guides' }],
  ['connect.apply', { planId: 'x' }],
  ['sources.setAppId', { appId: 'AAAAAA-0000000000' }],
  ['sources.fetch', { source: 'Manual' }],
  ['git.publish', { files: [], message: 'x', push: true }],
  ['git.push', {}],
  ['git.pull', { choices: [] }],
  ['team.logIn', { id: 'abcd0123' }],
])('%s leads to a program', (name, input) => {
  expect(startsProgram(name, input)).toBe(true);
});

test.each<[string, unknown]>([
  ['import.read', { kind: 'text', text: 'Hello' }],
  ['trust.revoke', { workspace: true }],
  ['sources.setAppId', { appId: ' ' }],
  ['workspace.get', {}],
  ['git.state', {}],
  ['toString', {}],
])('%s with %j leads to none', (name, input) => {
  expect(startsProgram(name, input)).toBe(false);
});
