import { expect, test } from 'vitest';
import { freeMcpName, mcpNameProblem, serverNameProblem } from './names.ts';

test('a name that is empty, broken over lines or taken is refused', () => {
  expect(mcpNameProblem(' ', [])).toMatchObject({ severity: 'error' });
  expect(mcpNameProblem('two\nlines', [])).toMatchObject({ severity: 'error' });
  expect(mcpNameProblem('explain', ['explain'])).toMatchObject({ severity: 'error' });
  expect(mcpNameProblem('explain', ['Explain'])).toBeUndefined();
});

test('a name that some client cannot call is warned of', () => {
  expect(mcpNameProblem('explain this', [])).toMatchObject({ severity: 'warning' });
  expect(serverNameProblem('My docs', [])).toMatchObject({ severity: 'warning' });
});

test('two servers whose names differ in case alone would share a file on some systems', () => {
  expect(serverNameProblem('docs', ['Docs'])).toMatchObject({ severity: 'error' });
});

test('a free name is the first that nobody has', () => {
  expect(freeMcpName('greet', ['greet', 'greet-2', 'greet-4'])).toBe('greet-3');
});
