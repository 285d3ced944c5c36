import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { findLayoutFaults } from './layout.ts';
import { Shell } from './pages/shell.ts';
import { WorkbenchPage } from './pages/workbench-page.ts';

/** The pages by their addresses. The dock stays open, so its tabs come last. */
const addresses = [
  ['a prompt', '/servers/Samples/prompts/explain'],
  ['a prompt of messages', '/servers/Samples/prompts/review-code'],
  ['a prompt with a function', '/servers/Samples/prompts/suggest-names'],
  ['the YAML of a prompt', '/servers/Samples/prompts/explain?view=yaml'],
  ['the history of a prompt', '/servers/Samples/prompts/explain?view=history'],
  ['a server', '/servers/Samples'],
  ['a built-in server', '/servers/WolframLanguage'],
  ['a tool', '/servers/Samples/tools/count-words'],
  ['a source', '/sources/Notes'],
  ['a prompt that searches', '/servers/Finder/prompts/find'],
  ['Connect', '/servers/Samples?dialog=connect'],
  ['Import', '/servers/Samples?dialog=import'],
  ['the keyboard shortcuts', '/servers/Samples?dialog=keyboard-map'],
  ['trust', '/servers/Samples?dialog=manage-trust'],
  ['the sessions', '/servers/Samples?dialog=sessions'],
  ['the problems', '/servers/Samples?dock=problems'],
  ['the traffic', '/servers/Samples?dock=wire'],
] as const;

/** Dialogs without an address, and their keys. */
const keys = [
  ['the palette', 'ControlOrMeta+P'],
  ['the search in all texts', 'ControlOrMeta+Shift+F'],
  ['the help', 'F1'],
] as const;

/** 720 by 450 is what is left of 1440 by 900 at a zoom of 200 %. */
const sizes = [
  [640, 800],
  [720, 450],
  [1024, 700],
  [1280, 800],
  [1920, 1080],
] as const;

test('no control has size 0, is cut off or lies under another, on any page and in any size', async ({
  page,
  world,
}) => {
  const workbench = new WorkbenchPage(page);
  const refused: string[] = [];
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()));
  await workbench.open(await world.start());
  await world.write('docs/notes.md', '# Notes\n\nA release has notes.\n');
  await world.write('sources/Notes.yaml', 'Folder: docs\n');
  await world.write('servers/Finder.yaml', 'Name: Finder\nMCPPrompts: [find]\n');
  await world.write(
    'prompts/find.yaml',
    'Name: find\nArguments: [{ Name: query, Default: release }]\nContent: { Search: { Sources: [Notes], Query: { StringTemplate: "`query`" } } }\n',
  );
  await test.step('the check finds each kind of fault', async () => {
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<div id="faulty" data-style="position: fixed; inset: 0; z-index: 999">
          <button data-style="padding: 0; border: 0; width: 0">empty</button>
          <button data-style="position: absolute; left: -20px">outside</button>
          <div data-style="overflow: hidden; width: 20px; margin-top: 60px"><button data-style="width: 90px">clipped</button></div>
          <button data-style="position: absolute; top: 200px; width: 20px; overflow: hidden; white-space: nowrap">long label</button>
          <button data-style="position: absolute; top: 300px">covered</button>
          <span data-style="position: absolute; top: 400px; width: 12px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">a path</span>
          <div data-style="position: absolute; top: 290px; width: 200px; height: 60px; background: red">cover</div>
        </div>`,
      );
      // The page's content security policy forbids inline styles.
      for (const element of document.querySelectorAll<HTMLElement>('[data-style]'))
        element.style.cssText = element.dataset.style ?? '';
    });
    expect((await findLayoutFaults(page)).filter((fault) => !fault.includes(' is under div "empty'))).toEqual([
      '"a path" is cut after a letter or two',
      'button "empty" has no size',
      'button "outside" is cut off by the window',
      'button "clipped" is cut off by div "clipped"',
      'button "long label" has a cut label',
      'button "covered" is under div "cover"',
    ]);
    await page.evaluate(() => document.querySelector('#faulty')?.remove());
  });

  const faults: string[] = [];
  const check = async (name: string) => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      for (const fault of await findLayoutFaults(page)) faults.push(`${name}, ${width}×${height}: ${fault}`);
    }
    await page.emulateMedia({ forcedColors: 'active' });
    for (const fault of await findLayoutFaults(page)) faults.push(`${name}, forced colours: ${fault}`);
    await page.emulateMedia({ forcedColors: 'none' });
  };

  for (const [name, address] of addresses)
    await test.step(name, async () => {
      await page.evaluate((fragment) => {
        location.hash = fragment;
      }, address);
      await expect(page).toHaveURL((url) => url.hash === `#${address}`);
      if (name === 'a prompt that searches') await expect(page.getByRole('tab', { name: 'Search' })).toBeVisible();
      if (address.includes('dialog=')) await expect(page.getByRole('dialog')).toBeVisible();
      await check(name);
    });
  await test.step('the start', async () => {
    await new Shell(page).runCommand('Get started');
    await expect(page.getByRole('region', { name: 'Get started' })).toBeVisible();
    await check('the start');
  });
  for (const [name, key] of keys)
    await test.step(name, async () => {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog')).toBeVisible();
      await check(name);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  await test.step('the start page of an empty workspace', async () => {
    for (const folder of ['prompts', 'servers', 'sources', 'tools'])
      await rm(join(world.workspace, folder), { recursive: true, force: true });
    await expect(page.getByText('This workspace is empty')).toBeVisible();
    await check('the start page of an empty workspace');
    await expectAccessible(page);
  });
  expect(faults).toEqual([]);
  expect(refused).toEqual([]);
});
