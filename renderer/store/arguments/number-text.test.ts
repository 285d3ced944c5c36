import { expect, it } from 'vitest';
import { selectOpenProblems, valueIn } from '../selectors.ts';
import { worldOf } from '../testing/world.ts';
import { parseNumber, printNumber } from './number-text.ts';

const world = worldOf({
  'servers/Docs.yaml':
    'Name: Docs\nMCPPrompts:\n  - Name: ask\n    Content: { Search: { Sources: [WolframAlpha], Query: What } }\n',
});

it('reads a number as people write it, and keeps every other text', () => {
  expect(['500', ' 3,000 ', '1e3', '', 'many', '1,00', '1.5'].map(parseNumber)).toEqual([
    500,
    3000,
    1000,
    undefined,
    'many',
    '1,00',
    1.5,
  ]);
  expect([undefined, 500, 'many'].map(printNumber)).toEqual(['', '500', 'many']);
});

it('a budget that is too small stays as typed, with the reason', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'MCPPrompts.0' });
  const at = ['MCPPrompts', 0, 'Content', 'Search', 'Budget'];
  world.store.actions.edit(at, parseNumber('50'));
  await world.store.actions.flush();
  await world.until((state) =>
    selectOpenProblems(state).some(({ message }) => message.includes('at least 200 tokens')),
  );
  expect(valueIn(world.state(), at)).toBe(50);
  expect(await world.disk('servers/Docs.yaml')).toContain('Budget: 50');
});
