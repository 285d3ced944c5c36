import { beforeEach, expect, test, vi } from 'vitest';
import { nearestName } from '../../base/text/near-names.ts';
import type { PromptEntry } from '../definitions.ts';
import { readPrompt } from '../prompt/prompt.ts';
import { resolveServer } from '../resolve.ts';
import { maxFindings } from './cap-findings.ts';

vi.mock(import('../../base/text/near-names.ts'), { spy: true });
beforeEach(() => {
  vi.mocked(nearestName).mockClear();
});

const makeMany = <T>(make: (index: number) => T) => Array.from({ length: 2_000 }, (_, index) => make(index));
const Arguments = makeMany((index) => ({ Name: `declared${index}` }));
const slot = (index: number) => `\`unknown${index}\``;

test.each<[string, Record<string, unknown>]>([
  ['slots', { Content: { StringTemplate: makeMany(slot).join(' ') } }],
  [
    'sample values',
    {
      Content: 'x',
      Samples: [{ Name: 's', Arguments: Object.fromEntries(makeMany((index) => [`given${index}`, 'x'])) }],
    },
  ],
])('names are suggested for the first of thousands of unknown %s only', (_, fields) => {
  const { findings } = readPrompt({ Name: 'a', Arguments, ...fields });
  expect(findings.length).toBeGreaterThan(2_000);
  expect(nearestName).toHaveBeenCalledTimes(maxFindings);
});

test('a slot that occurs thousands of times is checked once', () => {
  const { findings } = readPrompt({ Name: 'a', Content: { StringTemplate: makeMany(() => '`typo`').join(' ') } });
  expect(findings).toHaveLength(1);
  expect(nearestName).toHaveBeenCalledTimes(1);
});

test('an argument between backticks in a plain text is found among thousands', () => {
  const { findings } = readPrompt({
    Name: 'a',
    Arguments: [{ Name: 'b' }],
    Content: `${makeMany(slot).join('')}it\`s \`b\``,
  });
  expect(findings).toMatchObject([{ message: expect.stringContaining('plain text has no slots') }]);
});

test('the catalogue is searched for the first of thousands of unknown names', () => {
  const names = vi.fn(() => ['Greet']);
  const named = vi.fn(() => []);
  const prompts = makeMany((index): PromptEntry => ({ kind: 'name', name: `Gree${index}`, at: ['MCPPrompts', index] }));
  const server = { name: 'S', version: '1.0.0', tools: [], prompts };
  const { findings } = resolveServer(server, { lookup: () => undefined, names, named });
  expect(findings).toHaveLength(prompts.length);
  expect(findings[0]?.message).toContain('did you mean "Greet"?');
  expect(findings.at(-1)?.message).toContain('add it to the prompts folder');
  expect(names.mock.calls.length).toBeLessThan(50);
  expect(named.mock.calls.length).toBeLessThan(50);
});
