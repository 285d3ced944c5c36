/** The side effects of changing the form of a prompt's content, over the real core. */
import { expect, test } from 'vitest';
import { firstText } from '../../../src/model/placeholders.ts';
import { worldOf } from '../testing/world.ts';

const untouchedContent = `Content: ${firstText}\n`;
const world = worldOf({
  'prompts/fresh.yaml': `Name: fresh\n${untouchedContent}`,
  'prompts/asks.yaml': `Name: asks\nArguments:\n  - Name: topic\n${untouchedContent}`,
  'sources/Manual.yaml': 'Type: Documentation\nFolders: [manual]\n',
  'servers/Own.yaml': 'Name: Own\nMCPPrompts: [fresh, asks]\n',
});

test('a new search uses the one source of the workspace and the first argument, or a new one, in one step', async () => {
  const { changeContentForm, undo } = world.store.actions;
  await world.until(({ sources }) => sources.list.length > 0);
  await world.open({ kind: 'prompt', server: 'Own', key: 'asks' });
  await changeContentForm(['Content'], 'search');
  expect(await world.disk('prompts/asks.yaml')).toContain('`topic`');

  await world.open({ kind: 'prompt', server: 'Own', key: 'fresh' });
  const before = await world.disk('prompts/fresh.yaml');
  await changeContentForm(['Content'], 'search');
  const after = await world.disk('prompts/fresh.yaml');
  expect(after).toContain('`query`');
  expect(after).toMatch(/Sources:\s+(- |\[)?Manual/);
  expect(after).toMatch(/Arguments:\s+- Name: query\s+Required: true\s+RestOfLine: true/);
  await undo();
  expect(await world.disk('prompts/fresh.yaml')).toBe(before);
});
