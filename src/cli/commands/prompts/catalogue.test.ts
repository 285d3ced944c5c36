import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/command-line.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.dispose());

test('catalogue lists the prompts and tools of the reference, and says which work here', async () => {
  const { code, stdout } = await world.run('catalogue', '--json');
  expect(code).toBe(0);
  const { prompts, tools } = JSON.parse(stdout);
  const byName = (list: { name: string }[]) => Object.fromEntries(list.map((entry) => [entry.name, entry]));
  expect(byName(prompts)).toMatchObject({
    WolframSearch: { mcpName: 'Search', isAvailable: true, note: expect.stringContaining('Only the documentation') },
    WolframLanguageSearch: { mcpName: 'Search', isAvailable: true },
    WolframAlphaSearch: { mcpName: 'Search', isAvailable: false, note: expect.stringContaining('AppID') },
    Notebook: { mcpName: 'Notebook', isAvailable: true },
  });
  expect(byName(tools)).toMatchObject({
    WolframLanguageContext: { isAvailable: true },
    WolframAlpha: { isAvailable: false },
    ReadNotebook: { isAvailable: true },
    SymbolDefinition: { isAvailable: true, note: expect.stringContaining('Only from the documentation') },
    TestReport: { isAvailable: false, note: expect.stringContaining('Wolfram Engine') },
    EditSymbolDoc: { isAvailable: false, note: expect.stringContaining('front end') },
  });
  const text = (await world.run('catalogue')).stdout;
  expect(text).toContain('$DefaultMCPPrompts\n  WolframSearch (clients see Search): available\n');
  expect(text).toContain('\n$DefaultMCPTools\n');
});
