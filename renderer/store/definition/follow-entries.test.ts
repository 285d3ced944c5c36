import { expect, test } from 'vitest';
import type { PromptSummary } from '../../../src/contract/contract.ts';
import { matchKeys } from './follow-entries.ts';

const prompt = (key: string, name: string, fields: Partial<PromptSummary> = {}): PromptSummary => ({
  key,
  name,
  arguments: [],
  samples: [],
  builtin: false,
  isServed: true,
  problems: [],
  ...fields,
});

const after = (before: readonly PromptSummary[], now: readonly PromptSummary[]) =>
  Object.fromEntries(matchKeys(before, now));

test('an inline prompt is found by its name after it moves', () => {
  expect(after([prompt('0', 'A'), prompt('1', 'B')], [prompt('0', 'B'), prompt('1', 'A')])).toEqual({ 0: '1', 1: '0' });
});

test('of two prompts with the same name, each is found by its other fields', () => {
  const [firstFields, secondFields] = [{ description: 'first' }, { description: 'second' }];
  const now = [prompt('0', 'A', secondFields), prompt('1', 'A', firstFields)];
  expect(after([prompt('0', 'A', firstFields), prompt('1', 'A', secondFields)], now)).toEqual({ 0: '1', 1: '0' });
});

test('a prompt whose name is being typed keeps its place', () => {
  expect(after([prompt('0', 'A'), prompt('1', 'B')], [prompt('0', 'A'), prompt('1', 'Bo')])).toEqual({
    0: '0',
    1: '1',
  });
});

test('a prompt that is shared or made local is the same one', () => {
  const sharedPrompt = prompt('Shared', 'A', { catalogueName: 'Shared' });
  expect(after([prompt('0', 'A'), prompt('1', 'B')], [sharedPrompt, prompt('1', 'B')])).toEqual({
    0: 'Shared',
    1: '1',
  });
  expect(after([sharedPrompt], [prompt('0', 'A')])).toEqual({ Shared: '0' });
});

test('a removed prompt matches none of the others', () => {
  expect(after([prompt('0', 'A'), prompt('1', 'B')], [prompt('0', 'B')])).toEqual({ 1: '0' });
});
